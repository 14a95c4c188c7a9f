// The recipe for ES modules in docs/layouts.md, with its files unchanged.
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { packedForFile } from "../support/package";
import { Project, packageRoot, readText } from "../support/project";
import { installSdk, NODE_20, NODE_22, NODE_24, nodeFolder, SDK, TSX } from "./tools";
import { expectRoundTrip, pulumiYaml } from "./workspace";

/** What tsx compiles and Node's own type stripping cannot. */
const ENUM = 'export enum Color { Green = "#22AA66" }\n';

const built = packedForFile();
let modules: string;
let recipe: Record<string, string>;

beforeAll(async () => {
  modules = await installSdk(join(built.folder, "modules"), built.packed, SDK.node20, { tsx: TSX });
  const page = await readText(join(packageRoot, "docs/layouts.md"));
  const [, section = ""] = page.split("## ES modules in TypeScript\n");
  recipe = Object.fromEntries(
    [...section.matchAll(/^`([\w.]+)`:\n\n```\w+\n([\s\S]*?)```/gm)].map(([, file = "", text = ""]) => [
      file,
      text,
    ]),
  );
});

async function createProject(files: Record<string, string>, node: string): Promise<Project> {
  const project = await Project.create({ files, modules });
  onTestFinished(() => project.remove());
  const bin = await nodeFolder(join(built.folder, `node-${node}`), node);
  project.env.PATH = `${bin}:${project.env.PATH}`;
  return project;
}

test("names the tested version of tsx", () => {
  expect(Object.keys(recipe)).toEqual(["package.json", "Pulumi.yaml", "index.ts"]);
  expect(JSON.parse(recipe["package.json"]!).devDependencies).toEqual({ tsx: `^${TSX}` });
});

test.each([NODE_20, NODE_22, NODE_24])("runs with tsx on Node %s", async (node) => {
  const program = recipe["index.ts"]!.replace('"#22AA66"', "Color.Green");
  const project = await createProject(
    { ...recipe, "index.ts": `import { Color } from "./color.js";\n${program}`, "color.ts": ENUM },
    node,
  );
  await expectRoundTrip(project, (...args) => project.pulumi(...args), 4);
});

test.each([NODE_22, NODE_24])("runs without tsx on Node %s", async (node) => {
  const project = await createProject({ ...recipe, "Pulumi.yaml": pulumiYaml("acme-links") }, node);
  await expectRoundTrip(project, (...args) => project.pulumi(...args), 4);
});
