// The package installed from its tarball, used from every kind of project.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { install, type Packed, pack, temporaryFolder } from "../support/package";
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

const BODY = `const menu = new QrCode("menu", { type: "link", data: "https://example.com/menu" });
const spring = new Channel("spring", { name: "Spring" });
new ChannelItem("spring/menu", { channel: spring, itemType: "qr", item: menu });
`;
const NAMES = "{ Channel, ChannelItem, QrCode, getAccount, loadStack }";
const COMMON = `const ${NAMES} = require("pulumi-link-management");\n${BODY}exports.user = getAccount().then((account) => account.username);\n`;
const MODULE = `import ${NAMES} from "pulumi-link-management";\n${BODY}`;
// The SDK takes a top-level await only where package.json says that all is modules.
const USER = "export const user = getAccount().then((account) => account.username);\n";
const AWAITED = "export const user = (await getAccount()).username;\n";
const LOADER = `import ${NAMES} from "pulumi-link-management";
export const { channels } = await loadStack({ file: "links.yaml" });
`;

const folders: Awaited<ReturnType<typeof temporaryFolder>>[] = [];
let packed: Packed;
let modules: string;

const folder = async () => {
  const made = await temporaryFolder();
  folders.push(made);
  return made.path;
};

beforeAll(async () => {
  packed = await pack(await folder());
  modules = await install(await folder(), packed);
});

afterAll(() => Promise.all(folders.map(({ remove }) => remove())));

async function project(files: Record<string, string>, from = modules): Promise<Project> {
  const created = await Project.create({ files, modules: from });
  onTestFinished(() => created.remove());
  return created;
}

const manifest = (main: string, more: object = {}) => JSON.stringify({ main, ...more });

test("a config repo without code: applied, without a change after that, and taken down", async () => {
  const at = await project({ "link-management.yaml": CONFIG });
  const acme = at.emulator.store.account("acme");
  // The stack itself counts too.
  expect(await at.pulumi("up", "--yes")).toContain("+ 8 created");
  expect(acme.channels.list()).toMatchObject([{ name: "Spring" }]);
  await at.pulumi("preview", "--expect-no-changes");
  await at.pulumi("destroy", "--yes");
  for (const kind of ["pixels", "qrs", "channels", "campaigns"] as const) expect(acme[kind].size).toBe(0);
});

test("a config repo installed in the way of pnpm, where a package sees only what it depends on", async () => {
  const linked = await install(await folder(), packed, "--install-strategy=linked");
  const at = await project({ "link-management.yaml": CONFIG }, linked);
  expect(await at.pulumi("up", "--yes")).toContain("+ 8 created");
});

describe("a program", () => {
  const programs: [string, Record<string, string>, number][] = [
    ["CommonJS", { "index.js": COMMON }, 3],
    [
      "an ES module by its ending",
      { "package.json": manifest("index.mjs"), "index.mjs": `${MODULE}${USER}` },
      3,
    ],
    [
      "an ES module by its package",
      { "package.json": manifest("index.js", { type: "module" }), "index.js": `${MODULE}${AWAITED}` },
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
    const at = await project(files);
    expect(await at.pulumi("preview")).toContain(`+ ${resources + 1} to create`);
  });
});

test("the command line is at hand as `npx link-management`", async () => {
  const { version } = require(join(packageRoot, "package.json"));
  const at = await project({ "link-management.yaml": CONFIG });
  const { code, stdout } = await run(
    ["npx", "--no-install", "link-management", "--version"],
    at.folder,
    at.env,
  );
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${version}\n` });
});

test("the emulator can be imported for a user's own tests", async () => {
  const at = await project({
    "test.mjs": `import { startEmulator } from "pulumi-link-management/emulator";
const emulator = await startEmulator();
console.log(typeof emulator.url);
await emulator.close();
`,
  });
  const { code, output } = await run(["node", "test.mjs"], at.folder, at.env);
  expect({ code, output }).toEqual({ code: 0, output: "string\n" });
});

test("a state that is taken down without the package names the package and the folder that must have it", async () => {
  const at = await project({ "link-management.yaml": CONFIG });
  await at.pulumi("up", "--yes");
  await rm(join(at.folder, "node_modules"));
  // The SDK alone is still there.
  await at.write({ "node_modules/@pulumi/.keep": "" });
  await run(
    ["ln", "-s", join(modules, "@pulumi/pulumi"), "pulumi"],
    join(at.folder, "node_modules/@pulumi"),
    at.env,
  );

  at.emulator.clearLog();
  const { code, output } = await at.try("destroy", "--yes");
  expect(code).not.toBe(0);
  expect(output).toContain("Cannot find module 'pulumi-link-management/provider'");
  expect(output).toContain(`- ${at.folder}/`);
  expect(at.emulator.log).toEqual([]);

  await rm(join(at.folder, "node_modules"), { recursive: true });
  await run(["ln", "-s", modules, "node_modules"], at.folder, at.env);
  await at.pulumi("destroy", "--yes");
  expect(at.emulator.store.account("acme").channels.size).toBe(0);
});
