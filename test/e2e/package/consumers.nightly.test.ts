// The package, installed from its tarball and used in every kind of project.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { install, npm, type Packed, pack, temporaryFolder } from "../support/package";
import { Project, packageRoot, run } from "../support/project";

const CONFIG = `pixels:
  ads: { type: fbpixel, name: Shop ads, tag: "1" }
qrCodes:
  menu: { type: link, data: https://example.com/menu }
channels:
  spring: { name: Spring, items: [{ qr: menu }, { link: 4711 }] }
campaigns:
  launch: { name: Launch, links: [4711] }
`;

const RESOURCES = `const menu = new QrCode("menu", { type: "link", data: "https://example.com/menu" });
const spring = new Channel("spring", { name: "Spring" });
new ChannelItem("spring/menu", { channel: spring, itemType: "qr", item: menu });
`;
const IMPORTS = "{ Channel, ChannelItem, QrCode, getAccount, loadStack }";
const COMMONJS = `const ${IMPORTS} = require("pulumi-link-management");\n${RESOURCES}exports.user = getAccount().then((account) => account.username);\n`;
const ES_MODULE = `import ${IMPORTS} from "pulumi-link-management";\n${RESOURCES}`;
// The SDK supports top-level await only if package.json has "type": "module".
const PROMISE_OUTPUT = "export const user = getAccount().then((account) => account.username);\n";
const AWAITED_OUTPUT = "export const user = (await getAccount()).username;\n";
const LOADER = `import ${IMPORTS} from "pulumi-link-management";
export const { channels } = await loadStack({ file: "links.yaml" });
`;

const folders: Awaited<ReturnType<typeof temporaryFolder>>[] = [];
let packed: Packed;
let modules: string;

async function createFolder(): Promise<string> {
  const folder = await temporaryFolder();
  folders.push(folder);
  return folder.path;
}

beforeAll(async () => {
  packed = await pack(await createFolder());
  modules = await install(await createFolder(), packed);
});

afterAll(() => Promise.all(folders.map(({ remove }) => remove())));

async function createProject(files: Record<string, string>, nodeModules = modules): Promise<Project> {
  const project = await Project.create({ files, modules: nodeModules });
  onTestFinished(() => project.remove());
  return project;
}

const manifest = (main: string, fields: object = {}) => JSON.stringify({ main, ...fields });

test("applies a config repo without code, previews no changes, and destroys it", async () => {
  const project = await createProject({ "link-management.yaml": CONFIG });
  const acme = project.emulator.store.account("acme");
  // Includes the stack itself.
  expect(await project.pulumi("up", "--yes")).toContain("+ 8 created");
  expect(acme.channels.list()).toMatchObject([{ name: "Spring" }]);
  await project.pulumi("preview", "--expect-no-changes");
  await project.pulumi("destroy", "--yes");
  for (const kind of ["pixels", "qrs", "channels", "campaigns"] as const) expect(acme[kind].size).toBe(0);
});

test("applies a config repo with isolated node_modules, as pnpm creates them", async () => {
  const linked = await install(await createFolder(), packed, "--install-strategy=linked");
  const project = await createProject({ "link-management.yaml": CONFIG }, linked);
  expect(await project.pulumi("up", "--yes")).toContain("+ 8 created");
});

describe("previews a program", () => {
  const programs: [string, Record<string, string>, number][] = [
    ["CommonJS", { "index.js": COMMONJS }, 3],
    [
      "an ES module by its extension",
      { "package.json": manifest("index.mjs"), "index.mjs": `${ES_MODULE}${PROMISE_OUTPUT}` },
      3,
    ],
    [
      "an ES module by its package.json",
      {
        "package.json": manifest("index.js", { type: "module" }),
        "index.js": `${ES_MODULE}${AWAITED_OUTPUT}`,
      },
      3,
    ],
    [
      "an ES module that loads a config file",
      {
        "package.json": manifest("index.js", { type: "module" }),
        "index.js": LOADER,
        "links.yaml": CONFIG,
      },
      7,
    ],
  ];

  test.each(programs)("as %s", async (_, files, resources) => {
    const project = await createProject(files);
    expect(await project.pulumi("preview")).toContain(`+ ${resources + 1} to create`);
  });
});

test.each(["pulumi-link-management", "link-management"])("installs the command `npx %s`", async (name) => {
  const { version } = require(join(packageRoot, "package.json"));
  const project = await createProject({ "link-management.yaml": CONFIG });
  const { code, stdout } = await run(["npx", "--no-install", name, "--version"], project.folder, project.env);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${version}\n` });
});

test("runs the commands by `npx pulumi-link-management` outside a project", async () => {
  const { version } = require(join(packageRoot, "package.json"));
  const folder = await createFolder();
  // Without this flag, npm also installs the SDK, which the commands do not use.
  const exec = ["exec", "--offline", "--legacy-peer-deps", "--yes", `--package=${packed.tarball}`];
  const { stdout } = await npm(folder, ...exec, "--", "pulumi-link-management", "--version");
  expect(stdout).toBe(`${version}\n`);
  const { stdout: command } = await npm(folder, ...exec, "-c", "command -v pulumi-link-management");
  // npm keeps what it installed.
  const installed = command.slice(0, command.indexOf("/node_modules/"));
  expect(installed).toContain("/_npx/");
  await rm(installed, { recursive: true });
});

test("exports the emulator for a user's own tests", async () => {
  const project = await createProject({
    "test.mjs": `import { startEmulator } from "pulumi-link-management/emulator";
const emulator = await startEmulator();
console.log(typeof emulator.url);
await emulator.close();
`,
  });
  const { code, output } = await run(["node", "test.mjs"], project.folder, project.env);
  expect({ code, output }).toEqual({ code: 0, output: "string\n" });
});

test("a destroy without the installed package names the package and the folder that needs it", async () => {
  const project = await createProject({ "link-management.yaml": CONFIG });
  await project.pulumi("up", "--yes");
  await rm(join(project.folder, "node_modules"));
  // Only the SDK is still installed.
  await project.write({ "node_modules/@pulumi/.keep": "" });
  await run(
    ["ln", "-s", join(modules, "@pulumi/pulumi"), "pulumi"],
    join(project.folder, "node_modules/@pulumi"),
    project.env,
  );

  project.emulator.clearLog();
  const { code, output } = await project.try("destroy", "--yes");
  expect(code).not.toBe(0);
  expect(output).toContain("Cannot find module 'pulumi-link-management/provider'");
  expect(output).toContain(`- ${project.folder}/`);
  expect(project.emulator.log).toEqual([]);

  await rm(join(project.folder, "node_modules"), { recursive: true });
  await run(["ln", "-s", modules, "node_modules"], project.folder, project.env);
  await project.pulumi("destroy", "--yes");
  expect(project.emulator.store.account("acme").channels.size).toBe(0);
});
