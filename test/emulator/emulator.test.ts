// The emulator around the service: accounts, direct access, log, state file, command.
import { readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { emulatorCommand } from "../../src/emulator/command";
import { DEMO_KEY, type Emulator, EmulatorError, startEmulator } from "../../src/emulator/index";
import { run as runCommand } from "../commands/support/run";
import { temporaryFolder } from "../support/temporary-folder";
import { start } from "./support/api";

const portOf = ({ url }: Emulator) => Number(new URL(url).port);
const pixel = { type: "fbpixel", name: "Shop ads", tag: "123" };

const temporaryFile = () => join(temporaryFolder(), "new-folder", "state.json");

describe("accounts", () => {
  const accounts = [
    { username: "acme", keys: [DEMO_KEY, "second-key"] },
    {
      username: "brand",
      keys: ["brand-key"],
      id: 77,
      registered: "2020-01-01 00:00:00",
      links: [{ id: 5 }],
      pixels: [{ id: 9, ...pixel }],
      channels: [{ id: 8, name: "Spring", items: [{ type: "links" as const, id: 5 }] }],
    },
  ];
  const brand = { Authorization: "Bearer brand-key" };

  test("have their own objects, and ids that rise over all accounts", async () => {
    const { call, emulator } = await start({ accounts });
    expect((await call("GET /api/account", undefined, brand)).body.data).toMatchObject({
      id: 77,
      username: "brand",
      registered: "2020-01-01 00:00:00",
    });
    expect((await call("GET /api/pixels", undefined, brand)).body.data.pixels).toMatchObject([
      { id: 9, ...pixel },
    ]);
    expect((await call("GET /api/channel/8", undefined, brand)).body.data.items).toMatchObject([
      { type: "links", id: 5, title: "Link 5" },
    ]);
    expect((await call("POST /api/pixel/add", pixel)).body.id).toBe(101);
    expect((await call("POST /api/pixel/add", pixel, brand)).body.id).toBe(102);
    expect(emulator.account().pixels.list().length).toBe(1);
    emulator.account("brand").pixels.create({ ...pixel, id: 900 });
    expect((await call("POST /api/pixel/add", { ...pixel, tag: "9" })).body.id).toBe(901);
  });
});

test("the log has every request in order, without bodies and keys", async () => {
  const { call, emulator, clock } = await start();
  await call("GET /api/pixels?limit=3");
  await call("PUT /api/account/update", { email: "a@b.example", password: "correct horse" });
  await call("POST /api/pixel/add", { ...pixel, tag: "" });
  const entry = { method: "PUT", path: "/api/account/update", query: {}, username: "acme", limited: false };
  expect(emulator.log[1]).toEqual({ ...entry, status: 200, changes: true, at: clock.time });
  expect(emulator.log.map(({ changes }) => changes)).toEqual([false, true, false]);
  expect(emulator.log[0]?.query).toEqual({ limit: "3" });
  expect(JSON.stringify(emulator.log)).not.toMatch(/horse|demo-key/);
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

  test("is no symbolic link, and neither is the file that becomes it", async () => {
    const folder = temporaryFolder();
    const [stateFile, other] = [join(folder, "state.json"), join(folder, "other")];
    await writeFile(other, "kept");
    await symlink(other, `${stateFile}.tmp`);
    const { call } = await start({ stateFile });
    expect((await call("POST /api/pixel/add", pixel)).body.error).toBe(0);
    expect(await readFile(other, "utf8")).toBe("kept");
    const link = join(folder, "link.json");
    await symlink(stateFile, link);
    await expect(startEmulator({ stateFile: link })).rejects.toThrow("symbolic link");
  });

  test.each(["{", "{}", '{"version":1}', "null"])("%j is refused and stays", async (text) => {
    const stateFile = join(temporaryFile(), "../..", "wrong.json");
    await writeFile(stateFile, text);
    await expect(startEmulator({ stateFile })).rejects.toThrow(EmulatorError);
    expect(await readFile(stateFile, "utf8")).toBe(text);
  });

  test("that cannot be read stops the start", async () => {
    await expect(startEmulator({ stateFile: "/dev/null/state.json" })).rejects.toThrow(EmulatorError);
  });

  test("that cannot be written stops the start", async () => {
    // With the ending of the file that replaces it, the name is too long.
    const stateFile = join(temporaryFile(), "..", "x".repeat(253));
    await expect(startEmulator({ stateFile })).rejects.toThrow(EmulatorError);
  });
});

test("an unknown preset is refused", async () => {
  await expect(startEmulator({ preset: "other" } as object)).rejects.toThrow(TypeError);
});

test("listens on the loopback interface only, and closes its port", async () => {
  const { emulator } = await start();
  expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await expect(startEmulator({ port: portOf(emulator) })).rejects.toThrow(EmulatorError);
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
    ["a used port", async () => ["--port", String(portOf((await start()).emulator))], /in use/],
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
