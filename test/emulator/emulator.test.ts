// What the emulator does beyond what the client needs of it, which the stack tests show: envelopes, strictness, the limit,
// several accounts, the state file, and the command.
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { emulatorCommand } from "../../src/emulator/command";
import { EmulatorError, startEmulator } from "../../src/emulator/index";
import { run as runCommand } from "../commands/support/run";
import { type ServiceOptions, startEmulator as startService } from "../support/emulator";
import { temporaryFolder } from "../support/temporary-folder";

const pixel = { type: "fbpixel", name: "Shop ads", tag: "123" };
const channel = { name: "Spring", description: "Sale", color: "#22AA66", starred: true };

test("a life of an object: a create, an update, a list and a delete respond as the document says", async () => {
  const { call, emulator } = await start();
  expect((await call("POST /api/channel/add", channel)).body).toEqual({ error: 0, id: 101, ...channel });
  const done = (what: string) => ({ error: 0, message: `Channel has been ${what} successfully.` });
  expect((await call("PUT /api/channel/101/update", { starred: "0" })).body).toEqual(done("updated"));
  await call("POST /api/channel/add", { name: "Summer" });
  const page = { result: 2, perpage: 1, currentpage: 2, nextpage: 2, maxpage: 2 };
  expect((await call("GET /api/channels?limit=1&page=2")).body).toEqual({
    error: "0",
    data: { ...page, channels: [{ id: 101, ...channel, starred: false }] },
  });
  expect((await call("DELETE /api/channel/101/delete")).body).toEqual(done("deleted"));
  const last = { method: "DELETE", path: "/api/channel/101/delete", status: 200, changes: true };
  expect(emulator.log.at(-1)).toEqual(last);
});

test.each([
  ["GET /api/urls", undefined, 404],
  ["GET /api/pixels?order=date", undefined, 400],
  ["PUT /api/pixel/9/update", { tag: "1" }, 404],
  ["POST /api/pixel/add", { ...pixel, type: "bing" }, 400],
  ["POST /api/pixel/add", { ...pixel, tag: " " }, 400],
  ["POST /api/pixel/add", { ...pixel, color: "red" }, 400],
  ["POST /api/domain/add", { domain: "https://go.example/path" }, 400],
  ["POST /api/channel/add", { ...channel, color: "22AA66" }, 400],
  ["POST /api/channel/add", { ...channel, starred: "yes" }, 400],
  ["POST /api/campaign/add", { slug: "a b" }, 400],
  ["PUT /api/account/update", { email: "a@b.example" }, 400],
])("rejects %s %j", async (request, body, status) => {
  const { call, emulator } = await start();
  const before = emulator.account().data;
  const failure = { error: 1, message: expect.any(String) };
  expect(await call(request, body)).toMatchObject({ status, body: failure });
  expect(emulator.account().data).toEqual(before);
});

test("the preset `observed` has other statuses, keys and types", async () => {
  const { call, emulator } = await start({ dialect: "observed" });
  const bing = { type: "bing", name: " ads ", tag: "1", unknown: true };
  expect((await call("POST /api/pixel/add", bing)).body).toEqual({ error: 0, id: "101" });
  expect(emulator.account().pixels.get(101)?.name).toBe("Ads");
  const refused = await call("POST /api/pixel/add", { ...bing, type: "searchengine" });
  expect([refused.status, refused.body.error]).toEqual([200, 1]);
  expect((await call("GET /api/account", undefined, "other-key")).status).toBe(403);
  expect((await call("GET /api/account")).body.data.expires).toBeNull();
  expect((await call("GET /api/pixels")).body).toMatchObject({ error: 0, data: { nextpage: null } });
  await call("POST /api/campaign/add", { name: "Spring", slug: "Spring Sale" });
  expect(emulator.account().campaigns.get(102)?.slug).toBe("spring-sale");
  expect((await call("POST /api/campaign/add", { name: "SPRING" })).body.message).toMatch(/already have/);
});

test("a key has 30 requests per minute, counted down in the headers, and a window starts with its first request", async () => {
  const brand = { username: "brand", keys: ["brand-key"], pixels: [{ id: 900, ...pixel }] };
  const accounts = [{ username: "acme", keys: ["demo-key"] }, brand];
  const { call, clock, emulator } = await start({ rateLimit: 30, accounts });
  const { headers } = await call("GET /api/account");
  expect(headers.get("X-RateLimit-Limit")).toBe("30");
  expect(headers.get("X-RateLimit-Remaining")).toBe("29");
  expect(headers.get("X-RateLimit-Reset")).toBe(String(Math.floor((clock.time + 60_000) / 1000)));
  for (let n = 1; n < 30; n++) await call("GET /api/account");
  clock.time += 59_999;
  expect(await call("POST /api/channel/add", channel)).toMatchObject({ status: 429, body: { error: 1 } });
  expect(emulator.account().channels.list()).toEqual([]);
  // Another account has its own limit and objects.
  const others = await call("GET /api/pixels", undefined, "brand-key");
  expect(others.body.data.pixels).toMatchObject([{ id: 900 }]);
  clock.time += 1;
  expect((await call("POST /api/channel/add", channel)).status).toBe(200);
});

test("a running emulator does not keep its process alive", async () => {
  const open = () => process.getActiveResourcesInfo().filter((name) => name.startsWith("TCP"));
  const before = open();
  const { call } = await start();
  await call("GET /api/account");
  await vi.waitFor(() => expect(open()).toEqual(before));
});

test("the state file keeps objects and ids across a kill, without keys and passwords", async () => {
  const stateFile = join(temporaryFolder(), "state.json");
  const { call, emulator } = await start({ stateFile });
  for (const _ of [1, 2]) await call("POST /api/pixel/add", pixel);
  await call("DELETE /api/pixel/102/delete");
  await call("PUT /api/account/update", { email: "a@b.example", password: "correct horse" });
  // Not closed: a request is saved before its response.
  const again = await startEmulator({ stateFile });
  onTestFinished(() => again.close());
  expect(again.account().data).toEqual(emulator.account().data);
  expect(again.account().pixels.create(pixel).id).toBe(103);
  expect(await readFile(stateFile, "utf8")).not.toMatch(/demo-key|horse/);
  expect((await stat(stateFile)).mode & 0o077).toBe(0);
});

test.each(["{", "{}", "null"])("a state file %j is refused and stays", async (text) => {
  const stateFile = join(temporaryFolder(), "wrong.json");
  await writeFile(stateFile, text);
  await expect(startEmulator({ stateFile })).rejects.toThrow(EmulatorError);
  expect(await readFile(stateFile, "utf8")).toBe(text);
});

test("the command serves an account until it is stopped", async () => {
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const others = process.listeners("SIGTERM");
  const ended = emulatorCommand().parseAsync(["--port=0", "--preset=observed"], { from: "user" });
  await vi.waitFor(() => expect(written).toHaveBeenCalled());
  const output = String(written.mock.calls[0]);
  expect(output).toMatch(/Links: 4711, 4712, 4713, 4714, 4715\nBio pages: 12, 13\n/);
  const [, url, key] = /LINK_MANAGEMENT_BASE_URL=(\S+) LINK_MANAGEMENT_API_KEY=(\S+)/.exec(output) ?? [];
  const answer = await fetch(`${url}/api/account`, { headers: { Authorization: `Bearer ${key}` } });
  expect(await answer.json()).toMatchObject({ data: { username: "acme", expires: null } });
  const added = process.listeners("SIGTERM").filter((listener) => !others.includes(listener));
  for (const stop of added) stop("SIGTERM");
  await ended;
  await expect(fetch(`${url}`)).rejects.toThrow();
});

test("a port in use is an error of the command", async () => {
  const { port } = new URL((await start()).emulator.url);
  const { code, stderr } = await runCommand(["emulator", "--port", port], process.cwd());
  expect([code, stderr]).toEqual([1, expect.stringContaining("in use")]);
});

/** An emulator without a limit, and a client without any logic. It is 2026-03-01 12:00:00.250 UTC, until a test says otherwise. */
async function start(options: ServiceOptions = {}) {
  const clock = { time: Date.UTC(2026, 2, 1, 12, 0, 0, 250), now: () => clock.time };
  const emulator = await startService({ clock, rateLimit: 10_000, ...options });
  onTestFinished(() => emulator.close());
  const call = async (request: string, body?: object, key = "demo-key") => {
    const [method = "", path] = request.split(" ");
    const response = await fetch(`${emulator.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  };
  return { emulator, clock, call };
}
