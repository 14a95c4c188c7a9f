// A program with classes, driven by the real Automation API.
import { resolve } from "node:path";
import { LocalWorkspace, type LocalWorkspaceOptions, PulumiCommand } from "@pulumi/pulumi/automation";
import { expect, test } from "vitest";
import { Project } from "./support/project";

const program = (body: string) => ({
  "index.js": `const { Channel, ChannelItem, Pixel, QrCode } = require("pulumi-link-management");\n${body}`,
});
const FIRST = `
const shared = Channel.get("shared", "101");
const menu = new QrCode("menu", { type: "text", data: "menu" });
new ChannelItem("shared/menu", { channel: shared, itemType: "qr", item: menu });
new Pixel("ads", { type: "fbpixel", name: "Shop ads", tag: "1" }, { import: "101" });
new Pixel("more", { type: "forum", name: "More", tag: "2" });
module.exports = { color: shared.color, link: menu.link };`;
const SECOND = FIRST.replace("Shop ads", "Changed")
  .replace('"more", {', '"renamed", {')
  .replace('tag: "2" }', 'tag: "3" }, { aliases: [{ name: "more" }] }');

test("a program reads, imports, creates, updates one target and renames by alias", async () => {
  const project = await Project.create({ files: program(FIRST) });
  const { channels, pixels, qrs } = project.service.account();
  channels.create({ name: "By hand", color: "#22AA66" });
  pixels.create({ type: "fbpixel", name: "Shop ads", tag: "1" });
  const stack = await LocalWorkspace.selectStack(
    { stackName: "test", workDir: project.folder },
    await optionsOf(project),
  );

  const { outputs, summary } = await stack.up();
  expect(summary.result).toBe("succeeded");
  expect(outputs.color?.value).toBe("#22AA66");
  expect(outputs.link?.value).toBe(qrs.list()[0]?.link);
  expect(project.writes().sort()).toEqual([
    "POST /api/channel/101/assign/qr/101",
    "POST /api/pixel/add",
    "POST /api/qr/add",
  ]);

  await project.write(program(SECOND));
  const urn = "urn:pulumi:test::test::pulumi-nodejs:dynamic/link-management:Pixel::ads";
  await stack.up({ target: [urn] });
  expect(project.writes()).toEqual(["PUT /api/pixel/101/update"]);
  await stack.up();
  expect(project.writes()).toEqual(["PUT /api/pixel/102/update"]);

  // What the program only reads is not the stack's to delete.
  await stack.destroy();
  expect(project.writes().sort()).toEqual([
    "DELETE /api/pixel/101/delete",
    "DELETE /api/pixel/102/delete",
    "DELETE /api/qr/101/delete",
  ]);
  expect(channels.list()).toHaveLength(1);
});

async function optionsOf({ env }: Project): Promise<LocalWorkspaceOptions> {
  return {
    envVars: env as Record<string, string>,
    pulumiCommand: await PulumiCommand.get({ root: resolve(process.env.PULUMI_TEST_BIN!, "..") }),
  };
}
