// Workspaces of npm, pnpm and Yarn, with and without hoisting. The program is in a subfolder.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pack, temporaryFolder } from "../support/package";
import { Project } from "../support/project";
import { type PackageManager, packageManager } from "./tools";
import { CONFIG_RESOURCES, cliIn, expectRoundTrip, pulumiYaml, workspaceFiles } from "./workspace";

interface Layout {
  readonly name: string;
  readonly manager: "npm" | "pnpm" | "yarn";
  readonly install: readonly string[];
  readonly settings?: Record<string, string>;
  /** Whether a folder sees what other members depend on. */
  readonly isHoisted: boolean;
}

const MEMBERS = "packages:\n  - infra/*\n  - packages/*\n";
const layouts: Layout[] = [
  { name: "npm", manager: "npm", install: ["install", "--ignore-scripts"], isHoisted: true },
  {
    name: "pnpm",
    manager: "pnpm",
    install: ["install", "--ignore-scripts", "--no-frozen-lockfile"],
    settings: { "pnpm-workspace.yaml": MEMBERS },
    isHoisted: false,
  },
  {
    name: "pnpm with hoisting",
    manager: "pnpm",
    install: ["install", "--ignore-scripts", "--no-frozen-lockfile"],
    settings: { "pnpm-workspace.yaml": `${MEMBERS}nodeLinker: hoisted\n` },
    isHoisted: true,
  },
  {
    name: "Yarn with node_modules",
    manager: "yarn",
    install: ["install"],
    settings: { ".yarnrc.yml": "nodeLinker: node-modules\nenableScripts: false\n" },
    isHoisted: true,
  },
];

describe.each(layouts)("a workspace of $name", ({ manager, install, settings, isHoisted }) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let tarball: string;
  let runManager: PackageManager;
  let project: Project;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const packed = await pack(folder.path);
    tarball = packed.tarball;
    runManager = await packageManager(join(folder.path, "tools"), manager);
    project = await Project.create({
      files: { ...workspaceFiles(packed, manager === "npm" ? "1.0.0" : "workspace:*"), ...settings },
      modules: (root) => runManager(root, ...install),
    });
  });

  afterAll(async () => {
    await project?.remove();
    await folder.remove();
  });

  test("applies a config repo without code in its folder", async () => {
    await expectRoundTrip(project, await cliIn(project, "infra/config"), CONFIG_RESOURCES);
  });

  test("applies it from the root, where Pulumi.yaml names the folder", async () => {
    await expectRoundTrip(project, (...args) => project.pulumi(...args), CONFIG_RESOURCES);
  });

  if (isHoisted) {
    test("applies a program that uses the package only through a library", async () => {
      await expectRoundTrip(project, await cliIn(project, "infra/program"), 2);
    });
  } else {
    test("a program that uses the package only through a library gets one error", async () => {
      const pulumi = await cliIn(project, "infra/program");
      const at = join(project.folder, "infra/program");
      project.emulator.clearLog();
      const { code, output } = await project.try("preview", "--cwd", at);
      expect(code).not.toBe(0);
      expect(output).toContain(
        `error: ${at} does not depend on pulumi-link-management, but Pulumi loads the provider from this folder. ` +
          `Run there: ${manager} add pulumi-link-management@`,
      );
      expect(output).toContain("1 errored");
      expect(project.emulator.log).toEqual([]);

      // The package is not published, so the command gets its tarball.
      await runManager(at, "add", `file:${tarball}`, "--ignore-scripts");
      await expectRoundTrip(project, pulumi, 2);
    });
  }

  // Pulumi needs 26 s of processor time for this error, so one layout is enough.
  if (manager !== "npm") return;
  test("a main inside node_modules is missing, and the error names it", async () => {
    const main = "node_modules/pulumi-link-management/dist/program.js";
    await project.write({
      "infra/main/Pulumi.yaml": pulumiYaml("main"),
      "infra/main/package.json": JSON.stringify({ name: "main", main }),
      "infra/main/link-management.yaml": "pixels: {}\n",
    });
    const at = join(project.folder, "infra/main");
    await cliIn(project, "infra/main");
    const { code, output } = await project.try("preview", "--cwd", at);
    expect(code).not.toBe(0);
    expect(output).toContain(`Cannot find module '${join(at, main)}'`);
  });
});
