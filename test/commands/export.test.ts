// `export`: writes the config of an account that exists. test/handlers adopts it without a change.
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { argsOf, check, resourcesOf } from "../config/support/config";
import { Folder } from "../config/support/folder";
import { DIFFICULT_NAMES, IMPOSSIBLE_NAMES } from "../support/difficult-names";
import { item, startAccount } from "./support/account";
import { run } from "./support/run";

const FILE = "link-management.yaml";

async function start() {
  const started = await startAccount();
  const folder = new Folder();
  const exported = (...args: string[]) => run(["export", ...args], folder.path, started.env);
  const text = () => readFileSync(folder.at(FILE), "utf8");
  return { ...started, folder, exported, text };
}

/** The options of the resources of a kind, by key. */
function onExistingIn(text: string, kind: string): unknown[] {
  return Object.entries(resourcesOf(text))
    .filter(([name]) => name.startsWith(`${kind} `))
    .map(([, { options }]) => options.onExisting);
}

test("writes every object with its values, in a valid file, with GET only", async () => {
  const { account, exported, text, requests } = await start();
  account.pixels.create({ type: "fbpixel", name: "Shop ads", tag: "0123" });
  account.domains.create({ domain: "https://go.example.com", redirectroot: "https://example.com" });
  const { id } = account.qrs.create({ type: "text", data: "x", name: "Menu" });
  const items = [item("qr", id), item("links", 4711)];
  account.channels.create({ name: "Grüße Spring", color: "#22AA66", starred: true, items });
  account.campaigns.create({ name: "Launch", slug: "launch", public: true });

  const { code, stdout, stderr } = await exported();
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toContain(FILE);
  expect(check(text()).problems).toEqual([]);
  expect(check(text()).expect).toMatchObject({ id: 1, username: "acme" });
  expect(argsOf(text())).toMatchObject({
    "shop-ads": { type: "fbpixel", name: "Shop ads", tag: "0123" },
    "go.example.com": { domain: "https://go.example.com", redirectRoot: "https://example.com" },
    "grusse-spring": { name: "Grüße Spring", color: "#22AA66", starred: true },
    "grusse-spring/qr/menu": { item: "qrCodes.menu" },
    "grusse-spring/link/4711": { item: 4711 },
    launch: { name: "Launch", public: true },
  });
  expect(requests().filter((request) => !request.startsWith("GET "))).toEqual([]);
});

test("protects what people use", async () => {
  const { account, exported, text } = await start();
  account.domains.create({ domain: "https://go.example.com" });
  account.qrs.create({ type: "text", data: "x", name: "Menu" });
  account.pixels.create({ type: "fbpixel", name: "Ads", tag: "1" });
  await exported();
  const protectedNames = Object.entries(resourcesOf(text())).filter(([, { options }]) => options.protect);
  expect(protectedNames.map(([name]) => name).sort()).toEqual(["Domain go.example.com", "QrCode menu"]);
});

test("every name comes back, and what a file cannot have is reported, and named in a comment", async () => {
  const { account, exported, text } = await start();
  for (const name of [...DIFFICULT_NAMES, ...IMPOSSIBLE_NAMES]) account.channels.create({ name });
  const { code, stderr } = await exported();
  expect(code).toBe(0);
  expect(Object.values(argsOf(text())).map(({ name }) => name)).toEqual(DIFFICULT_NAMES);
  expect(text()).not.toMatch(/[^\P{Cf}]|[\u0080-\u00a0\u2028\u2029]/u);
  expect(stderr.match(/not exported/g)).toHaveLength(IMPOSSIBLE_NAMES.length);
  expect(text().match(/^ *# .*Not exported/gim)).toHaveLength(IMPOSSIBLE_NAMES.length);
});

test("the content of a wifi is no name", async () => {
  const { account, exported, text } = await start();
  account.qrs.create({ type: "text", data: "x", name: "WIFI:T:WPA;S:Guests;P:guests-only;;" });
  const { stdout, stderr } = await exported();
  expect(Object.keys(argsOf(text()))).toHaveLength(1);
  expect(text() + stdout + stderr).not.toContain("guests-only");
});

test("an object that only its id identifies has it: a QR code, or one of two with one name", async () => {
  const { account, exported, text } = await start();
  const codes = ["Menu", "Door"].map((name) => account.qrs.create({ type: "text", data: "x", name }));
  const channels = ["Spring", "Autumn", " spring"].map((name) => account.channels.create({ name }));
  await exported();
  expect(onExistingIn(text(), "QrCode")).toEqual(codes.map(({ id }) => ({ id })));
  const ids = channels.map(({ id }) => ({ id }));
  expect(onExistingIn(text(), "Channel")).toEqual([ids[0], "adopt", ids[2]]);
});

test("a text of the service is never more than its comment or value", async () => {
  const { account, exported, text } = await start();
  const evil = "https://x.example\n  evil: {}\u001b[31m\u2028evil: {}";
  account.qrs.create({ type: "text", data: "x", name: "a\r\nevil: {}", link: evil });
  await exported();
  expect(
    text()
      .split(/[\n\r\u2028]/)
      .filter((line) => /^\s*evil/.test(line)),
  ).toEqual([]);
  expect(check(text()).problems).toEqual([]);
});

test("overwrites a file only with --force, and asks for it before any request", async () => {
  const { folder, exported, text, requests } = await start();
  folder.write({ [FILE]: "# mine\n" });
  const { code, stderr } = await exported();
  expect(code).toBe(2);
  expect(stderr).toContain("--force");
  expect([text(), requests()]).toEqual(["# mine\n", []]);
  expect((await exported("--force")).code).toBe(0);
  expect(text()).not.toContain("mine");
});

test("writes to the given file only, inside the project", async () => {
  const { folder, exported } = await start();
  expect((await exported("accounts/acme.yaml")).code).toBe(0);
  expect(existsSync(folder.at("accounts/acme.yaml"))).toBe(true);
  expect(existsSync(folder.at(FILE))).toBe(false);
  expect((await exported("../outside.yaml")).code).toBe(2);
  expect((await exported("acme.txt")).code).toBe(2);
});

test("writes nothing for another account than the config expects, or with a rejected key", async () => {
  const { folder, exported, env } = await start();
  folder.write({ [FILE]: "account: { expect: { username: other } }" });
  const wrong = await exported("new.yaml");
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toMatch(/other.*acme/);
  const rejected = await run(["export", "new.yaml"], folder.path, {
    ...env,
    LINK_MANAGEMENT_API_KEY: "wr0ng",
  });
  expect(rejected.code).toBe(1);
  expect(rejected.stderr).not.toContain("wr0ng");
  expect(existsSync(folder.at("new.yaml"))).toBe(false);
});
