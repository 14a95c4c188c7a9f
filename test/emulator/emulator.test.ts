// The emulator around the service: direct access, log, state file, command.
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { emulatorCommand } from "../../src/emulator/command";
import { EmulatorError, startEmulator } from "../../src/emulator/index";
import { run as runCommand } from "../commands/support/run";
import { temporaryFolder } from "../support/temporary-folder";
import { start } from "./support/api";

const pixel = { type: "fbpixel", name: "Shop ads", tag: "123" };

const temporaryFile = () => join(temporaryFolder(), "new-folder", "state.json");

test("accounts have their own objects, with the ids that they were given", async () => {
  const accounts = [
    { username: "acme", keys: ["demo-key"] },
    { username: "brand", keys: ["brand-key"], id: 77, pixels: [{ id: 900, ...pixel }] },
  ];
  const { call, emulator } = await start({ accounts });
  const brand = { Authorization: "Bearer brand-key" };
  expect((await call("GET /api/account", undefined, brand)).body.data.id).toBe(77);
  expect((await call("GET /api/pixels", undefined, brand)).body.data.pixels).toMatchObject([{ id: 900 }]);
  expect(emulator.account().pixels.list()).toEqual([]);
  expect(emulator.account("brand").pixels.create(pixel).id).toBe(901);
});

test("the log has every request in order, without bodies and keys", async () => {
  const { call, emulator } = await start();
  await call("GET /api/pixels?limit=3");
  await call("PUT /api/account/update", { email: "a@b.example", password: "correct horse" });
  await call("POST /api/pixel/add", { ...pixel, tag: "" });
  expect(emulator.log).toEqual([
    { method: "GET", path: "/api/pixels", status: 200, changes: false },
    { method: "PUT", path: "/api/account/update", status: 200, changes: true },
    { method: "POST", path: "/api/pixel/add", status: 400, changes: false },
  ]);
  emulator.clearLog();
  expect(emulator.log).toEqual([]);
});

test("a running emulator does not keep its process alive", async () => {
  const open = () => process.getActiveResourcesInfo().filter((name) => name.startsWith("TCP"));
  const before = open();
  const { call } = await start();
  await call("GET /api/account");
  await vi.waitFor(() => expect(open()).toEqual(before));
});

// With a copy of all links for each of them it would be many seconds.
test("an account can have 20,000 links", { timeout: 5000 }, async () => {
  const links = Array.from({ length: 20_000 }, (_, n) => ({ id: 1000 + n }));
  const { call, emulator } = await start({
    accounts: [{ username: "acme", keys: ["demo-key"], links }],
    dialect: "observed",
  });
  emulator.account().links.delete(1000);
  emulator.account().links.update(1001, { title: "New" });
  expect((await call("POST /api/url/add", { url: "https://example.com" })).body.id).toBe(21_000);
  const { data } = (await call("GET /api/urls?limit=100&page=200")).body;
  expect([data.result, data.urls.at(-1)]).toMatchObject([20_000, { id: 1001, title: "New" }]);
});

describe("the state file", () => {
  test("keeps objects and ids across a kill, without keys and passwords", async () => {
    const stateFile = temporaryFile();
    const { call, emulator } = await start({ stateFile });
    await call("POST /api/pixel/add", pixel);
    await call("POST /api/pixel/add", pixel);
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

  test.each(["{", "{}", "null"])("%j is refused and stays", async (text) => {
    const stateFile = join(temporaryFolder(), "wrong.json");
    await writeFile(stateFile, text);
    await expect(startEmulator({ stateFile })).rejects.toThrow(EmulatorError);
    expect(await readFile(stateFile, "utf8")).toBe(text);
  });

  test.each(["/dev/null/state.json", join("/tmp", "x".repeat(253))])(
    "%s cannot be used, which stops the start",
    async (stateFile) => {
      await expect(startEmulator({ stateFile })).rejects.toThrow(EmulatorError);
    },
  );
});

test("an unknown preset is refused", async () => {
  await expect(startEmulator({ preset: "other" } as object)).rejects.toThrow(TypeError);
});

test("listens on the loopback interface only, and closes its port", async () => {
  const { emulator } = await start();
  expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await Promise.all([emulator.close(), emulator.close()]);
  await expect(fetch(emulator.url)).rejects.toThrow();
});

describe("the command", () => {
  const run = (...args: string[]) =>
    new Command().addCommand(emulatorCommand()).parseAsync(["emulator", ...args], { from: "user" });

  test("serves an account until it is stopped", async () => {
    const stateFile = temporaryFile();
    let output = "";
    const written = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      output += text;
      return true;
    });
    onTestFinished(() => written.mockRestore());
    const others = process.listeners("SIGTERM");
    const ended = run("--port", "0", "--preset", "observed", "--state", stateFile);
    await vi.waitFor(() => expect(output).toContain("Bio pages: 12, 13"));
    expect(output).toContain("Links: 4711, 4712, 4713, 4714, 4715");
    const [, url, key] = /LINK_MANAGEMENT_BASE_URL=(\S+) LINK_MANAGEMENT_API_KEY=(\S+)/.exec(output) ?? [];
    const answer = await fetch(`${url}/api/account`, { headers: { Authorization: `Bearer ${key}` } });
    expect(await answer.json()).toMatchObject({ data: { username: "acme", expires: null } });
    const added = process.listeners("SIGTERM").filter((listener) => !others.includes(listener));
    for (const stop of added) stop("SIGTERM");
    await ended;
    await expect(fetch(`${url}`)).rejects.toThrow();
    expect(JSON.parse(await readFile(stateFile, "utf8")).accounts).toMatchObject([{ username: "acme" }]);
  });

  test.each([
    ["a used port", async () => ["--port", new URL((await start()).emulator.url).port], /in use/],
    ["a broken state file", async () => ["--port=0", "--state", "package.json"], /package\.json/],
  ])("%s is an error, after which nothing runs", async (_, args, message) => {
    const running = () => [
      process.getActiveResourcesInfo().filter((name) => name === "Timeout").length,
      process.listenerCount("SIGINT"),
    ];
    const all = await args();
    const before = running();
    const { code, stderr } = await runCommand(["emulator", ...all], process.cwd());
    expect({ code, running: running() }).toEqual({ code: 1, running: before });
    expect(stderr).toMatch(message);
  });
});
