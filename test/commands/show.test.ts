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
  const { path } = new Folder();
  const show = (...args: string[]) => run(["show", ...args], path, started.env);
  const shown = async (...args: string[]) => JSON.parse((await show(...args)).stdout);
  return { ...started, show, shown };
}

test("the account, and every kind that has a list, with GET only", async () => {
  const { account, show, shown, requests } = await start();
  expect(await shown("account")).toMatchObject({ id: "1", username: "acme" });
  for (const kind of listedKinds) {
    const id = kind.add(account, kind.args());
    const rows: readonly { id: string }[] = await shown(kind.definition.yaml.section);
    expect(rows.map((row) => row.id)).toContain(id);
  }
  expect(requests().filter((request) => !request.startsWith("GET "))).toEqual([]);
  // A line for each object, without control characters of the service.
  const name = "\u001b[31mred\u202e\r\nline";
  account.channels.create({ name });
  const { stdout } = await show("channels");
  expect(JSON.parse(stdout)).toHaveLength(stdout.split("\n").length - 3);
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ name }));
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test("an object by its id or its name, of a link its alias, and all that have the name", async () => {
  const { account, shown, show } = await start();
  const menu = String(account.qrs.create({ type: "link", data: "https://example.com", name: "Menu" }).id);
  const spring = String(account.channels.create({ name: "Spring", items: [item("qr", Number(menu))] }).id);
  account.domains.create({ domain: "https://go.example.com" });
  account.links.create({ custom: "spring", url: "https://example.com", clicks: 7 });
  const items = [expect.objectContaining({ type: "qr", id: menu })];
  expect(await shown("qrCodes", menu)).toMatchObject({ id: menu, scans: 0 });
  expect(await shown("channels", spring)).toMatchObject({ id: spring, items });
  expect(await shown("channels", "SPRING ")).toMatchObject({ id: spring });
  expect(await shown("domains", "go.example.com")).toMatchObject({ domain: "https://go.example.com" });
  expect(await shown("links", "Spring")).toMatchObject({ link: "https://link.example/spring", clicks: 7 });
  account.channels.create({ name: "Spring" });
  expect(await shown("channels", "Spring")).toHaveLength(2);
  const { code, stderr } = await show("channels", "sprnig");
  expect(code).toBe(1);
  expect(stderr).toContain('"sprnig". `show channels` lists them');
});

test("without a key, or with a wrong one, it fails without a stack and names the variable", async () => {
  const { env } = await startAccount();
  for (const wrong of [{}, { ...env, LINK_MANAGEMENT_API_KEY: "wr0ng-key" }]) {
    const { code, stdout, stderr } = await run(["show", "pixels"], new Folder().path, wrong);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("LINK_MANAGEMENT_API_KEY");
    expect(stderr).not.toMatch(/wr0ng-key|\n +at /);
  }
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
  const show = (more?: object) => run(["show", "pixels"], folder.path, { ...inStack, ...more });
  expect(await show()).toMatchObject({ code: 0, stdout: expect.stringContaining("Ads") });
  expect((await show({ LINK_MANAGEMENT_API_KEY: "wrong" })).code).toBe(1);
  folder.write({ "bin/pulumi": "#!/bin/sh\necho 'error: no stack' >&2\nexit 255\n" });
  expect(await show()).toMatchObject({ code: 1, stderr: expect.stringContaining("no stack") });
});
