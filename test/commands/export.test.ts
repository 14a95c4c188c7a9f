// `export`: writes the config of an account that exists. test/stack/export.test.ts adopts it without a change.
import { mkdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { argsOf, check, resourcesOf } from "../config/support/config";
import { Folder } from "../config/support/folder";
import { ALL_KINDS } from "../support/dialects";
import { DIFFICULT_NAMES, IMPOSSIBLE_NAMES } from "../support/difficult-names";
import type { ServiceOptions } from "../support/emulator";
import { item, startAccount } from "./support/account";
import { run } from "./support/run";
import { fakeStack } from "./support/stack";

const FILE = "link-management.yaml";

async function start(intercept?: ServiceOptions["intercept"]) {
  const started = await startAccount({ dialect: ALL_KINDS, ...(intercept && { intercept }) });
  for (const { id } of started.account.links.list()) started.account.links.delete(id);
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
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/channels: 1.*\n.*preview.*up/);
  expect(check(text())).toMatchObject({ problems: [], expect: { id: 1, username: "acme" } });
  expect(argsOf(text())).toMatchObject({
    "shop-ads": { type: "fbpixel", name: "Shop ads", tag: "0123" },
    "go.example.com": { domain: "https://go.example.com", redirectRoot: "https://example.com" },
    "grusse-spring": { name: "Grüße Spring", color: "#22AA66", starred: true },
    "grusse-spring/qr/menu": { item: "qrCodes.menu" },
    "grusse-spring/link/4711": { item: 4711 },
    launch: { name: "Launch", public: true },
  });
  expect(text().match(/onExisting: adopt/g)).toHaveLength(1);
  const guarded = Object.entries(resourcesOf(text())).filter(([, { options }]) => options.protect);
  expect(guarded.map(([name]) => name).sort()).toEqual(["Domain go.example.com", "QrCode menu"]);
  expect(text()).toMatch(/# Without .*data.*, which the API does not return/);
  expect(requests().filter((request) => !request.startsWith("GET "))).toEqual([]);
});

test("every name comes back, and what a file cannot have is counted, and named in a comment", async () => {
  const { account, exported, text } = await start();
  for (const name of [...DIFFICULT_NAMES, ...IMPOSSIBLE_NAMES]) account.channels.create({ name });
  const { code, stdout } = await exported();
  expect(code).toBe(0);
  expect(Object.values(argsOf(text())).map(({ name }) => name)).toEqual(DIFFICULT_NAMES);
  expect(text()).not.toMatch(/[^\P{Cf}]|[\u0080-\u00a0\u2028\u2029]/u);
  expect(stdout).toContain(`not exported: ${IMPOSSIBLE_NAMES.length}`);
  expect(text().match(/^ *# .*Not exported/gim)).toHaveLength(IMPOSSIBLE_NAMES.length);
});

test("a text that the service has escaped for HTML is written as it was", async () => {
  const { account, exported, text } = await start();
  account.channels.create({ name: "Tom &amp; Jerry" });
  await exported();
  expect(argsOf(text())).toMatchObject({ "tom-jerry": { name: "Tom & Jerry" } });
});

test("a text of the service is never more than its comment or value", async () => {
  const { account, exported, text } = await start();
  const evil = "https://x.example\n  evil: {}\u001b[31m\u2028evil: {}";
  account.qrs.create({ type: "text", data: "x", name: "a\r\nevil: {}", link: evil });
  await exported();
  expect(text()).not.toMatch(/(^|[\n\r\u2028])\s*evil/);
  expect(check(text()).problems).toEqual([]);
});

test("overwrites a file only with --force, and none that includes others, before any request", async () => {
  const { folder, exported, text, requests } = await start();
  folder.write({ [FILE]: "chanels: [ # mine\n", "other.yaml": "include: part.yaml\n" });
  expect(await exported()).toMatchObject({ code: 2, stderr: expect.stringContaining("--force") });
  const including = await exported("other.yaml", "--force");
  expect(including).toMatchObject({ code: 2, stderr: expect.stringContaining("includes") });
  expect(requests()).toEqual([]);
  // It may have errors.
  for (const other of ["--stdout", "new.yaml"]) expect((await exported(other)).code).toBe(0);
  expect(text()).toContain("mine");
  expect((await exported("--force")).code).toBe(0);
  expect(text()).not.toContain("mine");
});

const PAGE = { status: 200, headers: {}, body: "<html>" };
const REJECTED = { status: 403, headers: {}, body: { error: 1, message: "not in your plan" } };
const answering = (path: string, answer: typeof PAGE | typeof REJECTED) =>
  start(async (request, serve) => (request.path === path ? answer : serve()));

test.each([
  ["a rejected list", "pixels", "/api/pixels", REJECTED, ".*not in your plan"],
  ["a page in place of a list that the document lacks", "links", "/api/urls", PAGE, ""],
])("%s is a comment, and all else is exported", async (_, section, path, answer, why) => {
  const { account, exported, text } = await answering(path, answer);
  account.channels.create({ name: "Spring", items: [item("links", 8)] });
  const { code, stderr } = await exported();
  expect(code).toBe(0);
  expect(stderr).toMatch(new RegExp(`${section} are not exported: ${why}`));
  expect(text()).toMatch(new RegExp(`# Not exported: ${section}: ${why}`));
  expect(argsOf(text())).toHaveProperty(["spring/link/8"]);
});

test("a page in place of another list is an error", async () => {
  const { exported } = await answering("/api/pixels", PAGE);
  expect((await exported()).code).toBe(1);
});

test("--unmanaged writes what the state of the stack does not have", async () => {
  const { account, folder, env, requests } = await start();
  const first = account.channels.create({ name: "Spring", items: [item("links", 4711)] });
  account.channels.create({ name: "spring" });
  account.pixels.create({ type: "fbpixel", name: "Ads", tag: "1" });
  const stack = fakeStack(folder, { objects: { "Channel spring": String(first.id) } });
  const unmanaged = () => run(["export", "--unmanaged"], folder.path, { ...env, ...stack });
  expect(await unmanaged()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("include: unmanaged.yaml"),
  });
  const text = readFileSync(folder.at("unmanaged.yaml"), "utf8");
  expect(Object.keys(argsOf(text)).sort()).toEqual(["ads", "spring-2"]);
  expect(onExistingIn(text, "Pixel")).toEqual(["adopt"]);
  expect(text).not.toMatch(/^(account|defaults):/m);
  expect(requests()).not.toContain(`GET /api/channel/${first.id}`);
  expect(await unmanaged()).toMatchObject({ code: 2, stderr: expect.stringContaining("unmanaged-2.yaml") });
  const ofGlobex = { ...env, ...stack, LINK_MANAGEMENT_FILE: "globex/link-management.yaml" };
  mkdirSync(folder.at("globex"));
  const named = await run(["export", "--unmanaged", "globex/more.yaml"], folder.path, ofGlobex);
  expect(named.stdout).toContain("include: more.yaml to globex/link-management.yaml");
});
