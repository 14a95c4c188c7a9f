// A Node program with the SDK that Pulumi generates from the plugin's schema.
import { mkdir, rename, symlink } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { GO_ENV, generateSdk, hasGo, PLUGINS, schema } from "./support/generated-sdk";
import { codeOf, run } from "./support/package";
import { Project, packageRoot } from "./support/project";

/** Continues the program of the docs. */
const PROGRAM = `
const item = new links.ChannelItem("item", { channel: "101", itemType: "qr", item: menu.id });
const data: Record<string, string> = { ssid: "guests", pass: process.env.WIFI! };
new links.QrCode("guests", { type: "wifi", data }, { dependsOn: item });
new links.Pixel("ads", { type: links.PixelType.Fbpixel, name: "Ads", tag: "1" }, { import: "102" });
const spring = links.Channel.get("spring", "101");
export const found = [spring.name, spring.description];
`;

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
  expect(await project.plan()).toEqual([
    "create ChannelItem item",
    "create QrCode guests",
    "create QrCode menu",
    "import Pixel ads",
    "read Channel spring",
  ]);
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
