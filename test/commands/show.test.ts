// `show`: what the account has, with GET only.
import { expect, test } from "vitest";
import { Folder } from "../config/support/folder";
import { ALL_KINDS } from "../support/dialects";
import { listedKinds } from "../support/kinds";
import { item, startAccount } from "./support/account";
import { run } from "./support/run";
import { fakeStack } from "./support/stack";

async function start() {
  const started = await startAccount({ dialect: ALL_KINDS });
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

test("the account, and every kind that has a list, as JSON in a pipe, with GET only", async () => {
  const { account, shown, requests } = await start();
  expect(await shown("account")).toMatchObject({ id: "1", username: "acme" });
  for (const kind of listedKinds) {
    const id = kind.add(account, kind.args());
    const rows: readonly { id: string }[] = await shown(kind.definition.yaml.section);
    expect(rows.map((row) => row.id)).toContain(id);
  }
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

test("short links, or one by its alias, with their clicks", async () => {
  const { account, shown } = await start();
  const { id } = account.links.create({ custom: "spring", url: "https://example.com", clicks: 7 });
  const spring = {
    ...{ id: String(id), alias: "spring", url: "https://example.com" },
    ...{ link: "https://link.example/spring", clicks: 7 },
  };
  expect(await shown("links")).toContainEqual(expect.objectContaining(spring));
  expect(await shown("links", "Spring")).toMatchObject(spring);
});

test("a list has a line for each object, without control characters of the service", async () => {
  const { show, account } = await start();
  account.channels.create({ name: "\u001b[31mred\u202e\r\nline" });
  const { stdout } = await show("channels");
  expect(stdout.split("\n")).toHaveLength(5);
  expect(JSON.parse(stdout)[0]).toMatchObject({ name: "\u001b[31mred\u202e\r\nline" });
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test("the account is one, so no name chooses it", async () => {
  const { show, requests } = await start();
  expect((await show("account", "acme")).code).toBe(2);
  expect(requests()).toEqual([]);
});

test("an unknown name is an error with a suggestion", async () => {
  const { show } = await start();
  const { code, stdout, stderr } = await show("channels", "sprnig");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain('did you mean "Spring"?');
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

test("what the CLI says as its error is the error, without the rest", async () => {
  const folder = new Folder();
  const { PATH = "" } = fakeStack(folder, {});
  folder.write({
    "bin/pulumi": "#!/bin/sh\necho 'warning: old' >&2\necho 'error: no stack' >&2\nexit 255\n",
  });
  const { code, stderr } = await run(["show", "pixels"], folder.path, { PATH });
  expect(code).toBe(1);
  expect(stderr).toContain("no stack");
  expect(stderr).not.toContain("old");
});

test("key and address come from the config of the selected stack, unless the environment has them", async () => {
  const { account, env } = await startAccount();
  account.pixels.create({ type: "fbpixel", name: "Ads", tag: "1" });
  const folder = new Folder();
  const inStack = fakeStack(folder, {
    config: {
      "link-management:apiKey": { value: env.LINK_MANAGEMENT_API_KEY, secret: true },
      "link-management:baseUrl": { value: env.LINK_MANAGEMENT_BASE_URL, secret: false },
    },
  });
  const fromStack = await run(["show", "pixels"], folder.path, inStack);
  expect(fromStack).toMatchObject({ code: 0, stdout: expect.stringContaining("Ads") });
  const wrong = { ...inStack, LINK_MANAGEMENT_API_KEY: "wrong" };
  expect((await run(["show", "pixels"], folder.path, wrong)).code).toBe(1);
});

test.each([["show", "chanels"], ["show"], ["show", "qr"], ["show", "channels", "--format=json"]])(
  "wrong usage exits with 2: %s %s %s",
  async (...args) => expect((await run(args.filter(Boolean), new Folder().path)).code).toBe(2),
);
