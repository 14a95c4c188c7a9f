// Yarn Plug'n'Play: no node_modules, and packages in zip files. Only Node processes that Yarn prepares find packages.
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pack, temporaryFolder } from "../support/package";
import { Project, run } from "../support/project";
import { commandOf, SDK } from "./tools";
import { type Cli, CONFIG_RESOURCES, cliIn, expectRoundTrip, workspaceFiles } from "./workspace";

const { devDependencies } = require("../../../package.json");

const TYPESCRIPT = `import { Channel } from "pulumi-link-management";
const name: string = "Spring";
new Channel("spring", { name });
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let yarn: string[];
let project: Project;

beforeAll(async () => {
  folder = await temporaryFolder();
  const packed = await pack(folder.path);
  yarn = await commandOf(join(folder.path, "tools"), "yarn");
  project = await Project.create({
    files: {
      ...workspaceFiles(packed, "workspace:*"),
      ".yarnrc.yml": "nodeLinker: pnp\nenableScripts: false\nenableTelemetry: false\n",
      "infra/typescript/Pulumi.yaml": "name: typescript\nruntime: nodejs\n",
      "infra/typescript/index.ts": TYPESCRIPT,
      "infra/typescript/package.json": JSON.stringify({
        name: "typescript-program",
        main: "index.ts",
        dependencies: { "@pulumi/pulumi": SDK.node20, "pulumi-link-management": `file:${packed.tarball}` },
        devDependencies: { typescript: exact("typescript"), "@types/node": exact("@types/node") },
      }),
    },
    modules: async (root) => {
      const env = { ...process.env, YARN_ENABLE_IMMUTABLE_INSTALLS: "false" };
      const { code, output } = await run([...yarn, "install"], root, env);
      if (code !== 0) throw new Error(output);
    },
  });
});

afterAll(async () => {
  await project?.remove();
  await folder.remove();
});

const exact = (name: string): string => devDependencies[name].replace(/^\D+/, "");

/** `yarn exec pulumi …` in a folder: Yarn sets NODE_OPTIONS. */
function yarnExec(path: string): Cli {
  return async (...args) => {
    const { code, output } = await tryYarnExec(path, ...args);
    if (code !== 0) throw new Error(`yarn exec pulumi ${args.join(" ")} failed with ${code}:\n${output}`);
    return output;
  };
}

function tryYarnExec(path: string, ...args: string[]) {
  const command = [...yarn, "exec", "pulumi", ...args, "--non-interactive", "--color", "never"];
  return run(command, join(project.folder, path), project.env);
}

test("`pulumi` alone finds no SDK, and sends nothing", async () => {
  await cliIn(project, "infra/config");
  project.emulator.clearLog();
  const { code, output } = await project.try("preview", "--cwd", join(project.folder, "infra/config"));
  expect(code).not.toBe(0);
  expect(output).toContain("It looks like the Pulumi SDK has not been installed");
  expect(project.emulator.log).toEqual([]);
});

test("`yarn exec pulumi` applies a config repo without code", async () => {
  await expectRoundTrip(project, yarnExec("infra/config"), CONFIG_RESOURCES);
});

test("NODE_OPTIONS is enough where a pipeline runs `pulumi` itself", async () => {
  project.env.NODE_OPTIONS = `--require ${join(project.folder, ".pnp.cjs")}`;
  await expectRoundTrip(project, (...args) => project.pulumi(...args), CONFIG_RESOURCES).finally(() => {
    delete project.env.NODE_OPTIONS;
  });
});

test("`yarn exec pulumi` runs a TypeScript program", async () => {
  await cliIn(project, "infra/typescript");
  await expectRoundTrip(project, yarnExec("infra/typescript"), 2);
});

test("a program that uses the package only through a library gets one error", async () => {
  await cliIn(project, "infra/program");
  project.emulator.clearLog();
  const { code, output } = await tryYarnExec("infra/program", "preview");
  expect(code).not.toBe(0);
  expect(output).toContain(
    `error: ${join(project.folder, "infra/program")} does not depend on pulumi-link-management`,
  );
  expect(output).toContain("Run there: yarn add pulumi-link-management@");
  expect(project.emulator.log).toEqual([]);
});
