// Programs in Go and in Node with the SDK that Pulumi generates from the plugin's schema. Its generator is part of the CLI,
// whose module has the versions. Nothing here needs a language plugin for Go.
import { spawnSync } from "node:child_process";
import { cp, mkdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { TOKEN_PREFIX } from "../../src/plugin/door";
import { kinds, listedKinds } from "../support/kinds";
import { codeOf, run } from "./support/package";
import { Project, packageRoot } from "./support/project";

const schemaFile = join(packageRoot, "plugin/schema.json");
const schema = require(schemaFile);

const hasGo = spawnSync("go", ["version"]).status === 0;
if (!hasGo) console.warn("Skipped: Go is not installed (https://go.dev/dl).");

/** As tools/ensure-pulumi.mjs, which may have built most of it. */
const GO_ENV = {
  GOFLAGS: "-mod=mod -trimpath -buildvcs=false -tags=osusergo,grpcnotrace",
  GOWORK: "off",
  CGO_ENABLED: "0",
};

/** What Pulumi.yaml needs to start the plugin of this repository. */
const PLUGINS = { providers: [{ name: "link-management", path: join(packageRoot, "plugin") }] };

/** The module of the generated packages. */
const SDK = dirname(schema.language.go.importBasePath);

/** Continues the program of the docs. */
const PROGRAM = `
const item = new links.ChannelItem("item", { channel: "101", itemType: "qr", item: menu.id });
const data: Record<string, string> = { ssid: "guests", pass: process.env.WIFI! };
new links.QrCode("guests", { type: "wifi", data }, { dependsOn: item });
new links.Pixel("ads", { type: links.PixelType.Fbpixel, name: "Ads", tag: "1" }, { import: "102" });
const spring = links.Channel.get("spring", "101");
export const found = [spring.name, spring.description];
`;

test.skipIf(!hasGo)(
  "a Go program with the generated SDK takes over a stack of the config file, and applies all kinds",
  async () => {
    const project = await Project.create({
      dialect: "observed",
      config: {
        pixels: { it: { type: "fbpixel", name: "it", tag: "1234567890" } },
        domains: { it: { domain: "https://it.example.com" } },
      },
      env: { ...GO_ENV, WIFI: "pass-of-wifi" },
    });
    await project.ok("up", "--yes", "--skip-preview");
    expect(project.writes()).toHaveLength(2);
    await project.write({ "Pulumi.yaml": JSON.stringify({ name: "test", runtime: "go", plugins: PLUGINS }) });
    await generateSdk("go", project.folder, project.env);
    const program = join(project.folder, "program.go");
    const text = await readFile(program, "utf8");
    await writeFile(program, text.replace("example.com/pulumi-link-management/sdk/go", SDK));
    const go = (...args: string[]) => run(["go", ...args], project.folder, project.env);
    await go("mod", "edit", `-require=${SDK}@v0.0.0`, `-replace=${SDK}=./sdk`);
    await go("build", `${SDK}/...`);
    expect(await go("run", "program.go")).toMatch(/username *: "acme"/);

    expect(project.writes().filter((one) => /pixel|domain/.test(one))).toEqual([]);
    const state = await project.ok("stack", "export");
    expect(state).not.toContain("pass-of-wifi");
    const tokens = state.match(/(?<="type": ")link-management:index:\w+/g);
    expect(tokens?.sort()).toEqual(kinds.map(({ definition }) => `${TOKEN_PREFIX}${definition.type}`).sort());
    const account = project.service.account();
    expect(listedKinds.map((kind) => kind.ids(account).length)).toEqual(listedKinds.map(() => 1));
    await project.ok("destroy", "--yes", "--skip-preview");
    expect(listedKinds.flatMap((kind) => kind.ids(account))).toEqual([]);
  },
);

test.skipIf(!hasGo)("the SDK compiles, and the program of the docs creates, imports and reads", async () => {
  const project = await Project.create({
    dialect: "observed",
    env: { ...GO_ENV, WIFI: "pass-of-wifi" },
  });
  const { folder, env } = project;
  const account = project.service.account();
  account.channels.create({ name: "Spring", description: "" });
  account.pixels.create({ type: "fbpixel", name: "Ads", tag: "1" });
  const go = join(folder, "go");
  await generateSdk("nodejs", go, env);
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, `@${schema.namespace}`));
  await symlink(join(packageRoot, "node_modules/@types"), join(modules, "@types"));
  const sdk = join(modules, `@${schema.namespace}/link-management`);
  await rename(join(go, "sdk"), sdk);
  // As npm does when it installs the SDK: it runs `tsc`.
  const bin = { ...env, PATH: `${join(packageRoot, "node_modules/.bin")}${delimiter}${env.PATH}` };
  await run([process.execPath, "scripts/postinstall.js"], sdk, bin);

  const [snippet = ""] = codeOf("docs/plugin.md", "Begin", "ts");
  const runtime = { name: "nodejs", options: { typescript: false } };
  await project.write({
    "index.ts": snippet + PROGRAM,
    "package.json": JSON.stringify({ main: "index.js" }),
    "Pulumi.yaml": JSON.stringify({ name: "test", runtime, plugins: PLUGINS }),
  });
  await run(["tsc", "index.ts", "--module", "nodenext", "--strict", "--types", "node"], folder, bin);
  await project.ok("up", "--yes", "--skip-preview");
  expect(project.writes()).toEqual([
    "POST /api/qr/add",
    "POST /api/channel/101/assign/qr/103",
    "POST /api/qr/add",
  ]);
  expect(JSON.parse(await project.ok("stack", "output", "--json")).found).toEqual(["Spring", ""]);
  await project.ok("preview", "--expect-no-changes");
  expect(await project.ok("stack", "export")).not.toContain("pass-of-wifi");
  await project.ok("destroy", "--yes", "--skip-preview");
  expect([account.qrs.list(), account.pixels.list()]).toEqual([[], []]);
  expect(account.channels.list()).toMatchObject([{ name: "Spring" }]);
});

/** Writes the Go module of test/e2e/go into a folder, and an SDK into its folder `sdk`. */
async function generateSdk(language: "go" | "nodejs", folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  for (const source of ["tools/pulumi-cli/cli", "test/e2e/go"])
    await cp(join(packageRoot, source), folder, { recursive: true });
  await run(["go", "run", "generate.go", language, schemaFile, "sdk"], folder, env);
}
