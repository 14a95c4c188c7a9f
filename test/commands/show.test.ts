// `show`: what the account has, with GET only.
import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { Folder } from "../config/support/folder";
import { item, startAccount } from "./support/account";
import { run } from "./support/run";

async function start() {
  const started = await startAccount();
  const { account, env } = started;
  const folder = new Folder();
  const menu = account.qrs.create({ type: "link", data: "https://example.com", name: "Menu" });
  const spring = account.channels.create({
    name: "Spring",
    starred: true,
    items: [item("qr", menu.id)],
  });
  account.pixels.create({ type: "fbpixel", name: "Ads", tag: "1234" });
  account.domains.create({ domain: "https://go.example.com" });
  account.campaigns.create({ name: "Launch", slug: "launch", public: true });
  const show = (...args: string[]) => run(["show", ...args], folder.path, env);
  const shown = async (...args: string[]) => {
    const { code, stdout, stderr } = await show(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return JSON.parse(stdout);
  };
  return { ...started, folder, show, shown, menu: String(menu.id), spring: String(spring.id) };
}

test("every list, as JSON in a pipe", async () => {
  const { shown, requests } = await start();
  expect(await shown("account")).toMatchObject({ id: "1", username: "acme" });
  expect(await shown("channels")).toMatchObject([{ name: "Spring" }]);
  expect(await shown("pixels")).toMatchObject([{ name: "Ads", tag: "1234" }]);
  expect(await shown("domains")).toMatchObject([{ domain: "https://go.example.com" }]);
  expect(await shown("campaigns")).toMatchObject([{ name: "Launch" }]);
  expect(await shown("qrCodes")).toMatchObject([{ name: "Menu" }]);
  expect(requests().filter((request) => !request.startsWith("GET "))).toEqual([]);
});

test("an object by its id or its name", async () => {
  const { shown, menu, spring } = await start();
  expect(await shown("qrCodes", menu)).toMatchObject({ id: menu, scans: 0 });
  const items = [expect.objectContaining({ type: "qr", id: menu })];
  expect(await shown("channels", spring)).toMatchObject({ id: spring, items });
  expect(await shown("channels", "SPRING ")).toMatchObject({ id: spring });
  expect(await shown("domains", "go.example.com")).toMatchObject({ domain: "https://go.example.com" });
});

test("a table for people, without control characters of the service", async () => {
  const { show, account } = await start();
  account.channels.create({ name: "\u001b[31mred\u202e\r\nline" });
  const { stdout } = await show("channels", "--table");
  expect(stdout).toMatch(/^ID +NAME.*\n/);
  expect(stdout).toMatch(/^\d+ +Spring .*yes$/m);
  expect(stdout).toContain("red line");
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test("a table is as wide as it is told to be", async () => {
  const { account, env, folder } = await start();
  account.channels.create({ name: `日本語 ${"long ".repeat(20)}` });
  const { stdout } = await run(["show", "channels", "--table"], folder.path, { ...env, COLUMNS: "40" });
  const widths = stdout.split("\n").map((line) => line.replace(/[^\u0000-\u1000…]/g, "  ").length);
  expect(Math.max(...widths)).toBeLessThanOrEqual(40);
});

test("the account is one, so no name chooses it", async () => {
  const { show, requests } = await start();
  expect((await show("account", "acme")).code).toBe(1);
  expect(requests()).toEqual([]);
});

test("an empty list says so", async () => {
  const { env } = await startAccount();
  const { stdout } = await run(["show", "pixels", "--table"], new Folder().path, env);
  expect(stdout).toMatch(/no pixels/);
});

test("an item that the config does not have is marked, because nothing can remove it", async () => {
  const { show, shown, folder, account, menu } = await start();
  const door = account.qrs.create({ type: "text", data: "x", name: "Door" });
  const items = [item("qr", Number(menu)), item("links", 4711), item("qr", door.id), item("bio", 12)];
  account.channels.create({ name: "Sales", items });
  folder.write({
    "link-management.yaml": `
qrCodes: { menu: { options: { onExisting: { id: ${menu} } } } }
channels: { sales: { name: sales, items: [{ qr: menu }, { link: 4711 }] } }`,
  });
  const { items: marked } = await shown("channels", "Sales");
  const inConfig = marked.map(({ type, id, inConfig }: Record<string, unknown>) => [
    `${type}/${id}`,
    inConfig,
  ]);
  expect(Object.fromEntries(inConfig)).toEqual({
    [`qr/${menu}`]: true,
    "links/4711": true,
    [`qr/${door.id}`]: false,
    "bio/12": false,
  });
  const { stdout } = await show("channels", "Sales", "--table");
  expect(stdout).toMatch(/IN CONFIG/);
  expect(stdout).toMatch(/2 items are not in the config/);
});

test("an item is unknown as long as the id of an entry is, and the state knows it", async () => {
  const { env, folder, menu } = await start();
  const project = {
    "link-management.yaml": `
qrCodes: { menu: { type: link, data: x } }
channels: { spring: { name: Spring, items: [{ qr: menu }] } }`,
  };
  const marks = async (PATH = "/nowhere") => {
    const { stdout } = await run(["show", "channels", "Spring"], folder.path, { ...env, PATH });
    return JSON.parse(stdout).items.map(({ inConfig }: Record<string, unknown>) => inConfig);
  };
  folder.write(project);
  expect(await marks()).toEqual(["unknown"]);
  const type = "pulumi-nodejs:dynamic/link-management:QrCode";
  const resource = { type, urn: `urn:pulumi:a::b::${type}::menu`, custom: true, id: menu };
  const script = `#!/bin/sh\necho '${JSON.stringify({ deployment: { resources: [resource] } })}'\n`;
  folder.write({ "Pulumi.yaml": "name: test\n", "bin/pulumi": script });
  chmodSync(folder.at("bin/pulumi"), 0o755);
  expect(await marks(`${folder.at("bin")}:/bin:/usr/bin`)).toEqual([true]);
});

test("without the channel in a config, no item is marked", async () => {
  const { shown, spring } = await start();
  expect((await shown("channels", spring)).items[0]).not.toHaveProperty("inConfig");
});

test("a config of another account is an error", async () => {
  const { show, folder } = await start();
  folder.write({ "link-management.yaml": "account: { expect: { username: other } }" });
  expect((await show("channels", "Spring")).stderr).toMatch(/other.*acme/);
});

test("an unknown name is an error with a suggestion", async () => {
  const { show } = await start();
  const { code, stdout, stderr } = await show("channels", "sprnig");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain('Did you mean "Spring"?');
});

test("several objects with one name are an error that asks for the id", async () => {
  const { show, account, spring } = await start();
  const { id } = account.channels.create({ name: "Spring" });
  const { code, stderr } = await show("channels", "spring");
  expect(code).toBe(1);
  for (const part of [spring, String(id)]) expect(stderr).toContain(part);
});

test("without a key, or with a wrong one, it fails without a stack and names the variable", async () => {
  const { env } = await startAccount();
  const { path } = new Folder();
  const { LINK_MANAGEMENT_BASE_URL = "" } = env;
  for (const wrong of [
    {} as Record<string, string>,
    { LINK_MANAGEMENT_BASE_URL, LINK_MANAGEMENT_API_KEY: "wr0ng-key" },
  ]) {
    const { code, stdout, stderr } = await run(["show", "pixels"], path, wrong);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("LINK_MANAGEMENT_API_KEY");
    expect(stderr).not.toMatch(/wr0ng-key|\n +at /);
  }
});

test("key and address come from the config of the selected stack, unless the environment has them", async () => {
  const { account, env } = await startAccount();
  account.pixels.create({ type: "fbpixel", name: "Ads", tag: "1" });
  const config = {
    "link-management:apiKey": { value: env.LINK_MANAGEMENT_API_KEY, secret: true },
    "link-management:baseUrl": { value: env.LINK_MANAGEMENT_BASE_URL, secret: false },
  };
  const folder = new Folder().write({
    "Pulumi.yaml": "name: test\n",
    "bin/pulumi": `#!/bin/sh\necho '${JSON.stringify(config)}'\n`,
  });
  chmodSync(folder.at("bin/pulumi"), 0o755);
  const inStack = { PATH: `${folder.at("bin")}:/bin:/usr/bin` };
  const fromStack = await run(["show", "pixels"], folder.path, inStack);
  expect(fromStack).toMatchObject({ code: 0, stdout: expect.stringContaining("Ads") });
  const wrong = { ...inStack, LINK_MANAGEMENT_API_KEY: "wrong" };
  expect((await run(["show", "pixels"], folder.path, wrong)).code).toBe(1);
});

test.each([["show", "chanels"], ["show"], ["show", "qr"], ["show", "channels", "--json", "--table"]])(
  "wrong usage exits with 2: %s %s %s",
  async (...args) => expect((await run(args.filter(Boolean), new Folder().path)).code).toBe(2),
);
