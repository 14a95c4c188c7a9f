import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import { beforeEach, describe, expect, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { start } from "./support/api-client";

let folder: string;
let stateFile: string;

beforeEach(async ({ onTestFinished }) => {
  folder = await mkdtemp(join(tmpdir(), "emulator-state-"));
  stateFile = join(folder, "state.json");
  // Runs after the emulators of the test are closed: they save their state.
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

/** Compiles the emulator for a separate process, and returns the path of its index.js. */
async function compileEmulator(target: string): Promise<string> {
  const source = resolve(__dirname, "../../src/emulator");
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const files = (await readdir(source, { recursive: true })).filter((file) => file.endsWith(".ts"));
  await Promise.all(
    files.map(async (file) => {
      const output = join(target, file.replace(/\.ts$/, ".js"));
      const { outputText } = ts.transpileModule(await readFile(join(source, file), "utf8"), {
        compilerOptions,
      });
      await mkdir(dirname(output), { recursive: true });
      await writeFile(output, outputText);
    }),
  );
  return join(target, "index.js");
}

describe("state file", () => {
  test("restores objects, assignments, counters, password and keys", async () => {
    const first = await start({ stateFile });
    await first.post("/api/pixel/add", { type: "forum", name: "a", tag: "1" });
    await first.post("/api/pixel/add", { type: "forum", name: "b", tag: "2" });
    await first.delete("/api/pixel/102/delete");
    await first.post("/api/domain/add", { domain: "https://go.example.com" });
    await first.post("/api/channel/add", { name: "Spring", starred: true });
    await first.post("/api/channel/101/assign/links/4711");
    await first.post("/api/campaign/add", { name: "Launch", slug: "launch" });
    await first.post("/api/campaign/101/assign/4712");
    await first.post("/api/qr/add", { type: "text", data: "hi" });
    await first.put("/api/account/update", { email: "new@example.com", password: "s3cret" });
    first.account.scan(101, { country: "Austria" });
    first.account.links.delete(4715);
    first.account.addKey("new-key");
    first.account.revokeKey("demo-key");
    await first.emulator.close();

    const second = await start({ stateFile });
    expect(second.account.toState()).toEqual(first.account.toState());
    expect(second.account.passwordMatches("s3cret")).toBe(true);
    expect((await second.get("/api/account")).status).toBe(401);
    const api = second.withKey("new-key");
    expect((await api.post("/api/pixel/add", { type: "forum", name: "c", tag: "3" })).body.id).toBe(103);
  });

  test("has a change before the client gets the response", async () => {
    const api = await start({ stateFile });
    const requests = Array.from({ length: 20 }, async (_, index) => {
      const { body } = await api.post("/api/channel/add", { name: `Channel ${index}` });
      const { accounts } = JSON.parse(await readFile(stateFile, "utf8"));
      expect(accounts[0].channels).toContainEqual(expect.objectContaining({ id: body.id }));
    });
    await Promise.all(requests);
  });

  test("survives a kill right after the response", async () => {
    const program = await compileEmulator(join(folder, "js"));
    const script = `require(${JSON.stringify(program)})
      .startEmulator({ stateFile: ${JSON.stringify(stateFile)} })
      .then(({ url }) => console.log(url));`;
    const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    const [url] = await once(child.stdout, "data");
    const response = await fetch(`${String(url).trim()}/api/channel/add`, {
      method: "POST",
      headers: { Authorization: "Bearer demo-key" },
      body: '{"name":"Spring"}',
    });
    child.kill("SIGKILL");
    expect(response.status).toBe(200);
    await once(child, "close");
    const again = await start({ stateFile });
    expect(again.account.channels.list()).toMatchObject([{ id: 101, name: "Spring" }]);
  });

  test("is private, and leaves no temporary file", async () => {
    const api = await start({ stateFile });
    await api.post("/api/channel/add", { name: "Spring" });
    expect((await stat(stateFile)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["state.json"]);
  });

  test("contains no key, password or wifi content", async () => {
    const api = await start({ stateFile });
    await api.put("/api/account/update", { password: "hunter2" });
    await api.post("/api/qr/add", { type: "wifi", data: { ssid: "guest", key: "hunter2" } });
    await api.post("/api/qr/add", { type: "text", data: "WIFI:S:guest;P:hunter2;;" });
    const text = await readFile(stateFile, "utf8");
    expect(text).not.toContain("hunter2");
    expect(text).not.toContain("demo-key");
    expect(api.account.qrs.get(101)?.data).toEqual({ ssid: "guest", key: "hunter2" });
    await api.emulator.close();
    const again = await start({ stateFile });
    expect(again.account.qrs.list()).toMatchObject([
      { id: 101, data: null },
      { id: 102, data: null },
    ]);
  });

  test("takes precedence over the seed of an account, but gets new accounts and keys", async () => {
    await (await start({ stateFile })).emulator.close();
    const accounts = [
      { username: "acme", keys: ["second"], registered: "2030-01-01 00:00:00" },
      { username: "other", keys: ["third"] },
    ];
    const api = await start({ stateFile, accounts });
    expect((await api.withKey("second").get("/api/account")).body.data.registered).toBe(
      "2024-01-15 09:30:00",
    );
    expect((await api.withKey("third").get("/api/account")).body.data).toMatchObject({ id: 2 });
    expect((await api.get("/api/account")).status).toBe(200);
  });

  test("has direct edits of the store after close", async () => {
    const api = await start({ stateFile });
    api.account.channels.create({ name: "Direct" });
    await api.emulator.close();
    expect(await readFile(stateFile, "utf8")).toContain("Direct");
  });

  test("creates its folder", async () => {
    const deep = join(folder, "a", "b", "state.json");
    await start({ stateFile: deep });
    expect((await stat(deep)).isFile()).toBe(true);
  });

  test.each(["", "{", "[]", "null", '{"version":2}', '{"version":1,"counters":{},"accounts":[{}]}'])(
    "is rejected and unchanged if it contains %j",
    async (text) => {
      await writeFile(stateFile, text);
      await expect(startEmulator({ stateFile })).rejects.toThrow(/is not a state file of this emulator/);
      expect(await readFile(stateFile, "utf8")).toBe(text);
    },
  );

  test("stops the start and frees the port if it cannot be written", async () => {
    await writeFile(join(folder, "file"), "");
    const { emulator } = await start();
    const { port } = emulator;
    await emulator.close();
    const blocked = { port, stateFile: join(folder, "file", "state.json") };
    await expect(startEmulator(blocked)).rejects.toMatchObject({ name: "EmulatorError" });
    await (await startEmulator({ port })).close();
  });

  test("is not written if the port is in use", async () => {
    const { emulator } = await start();
    await expect(startEmulator({ port: emulator.port, stateFile })).rejects.toThrow("is in use");
    expect(await readdir(folder)).toEqual([]);
  });

  test("turns a change that it cannot save into a failure, and close reports the error", async () => {
    const sub = join(folder, "sub");
    const emulator = await startEmulator({ stateFile: join(sub, "state.json") });
    await rm(sub, { recursive: true });
    await writeFile(sub, "not a folder");
    const response = await fetch(`${emulator.url}/api/campaign/add`, {
      method: "POST",
      headers: { Authorization: "Bearer demo-key" },
    });
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 1, message: "The state cannot be saved." },
    ]);
    await expect(emulator.close()).rejects.toThrow("Cannot write the state file");
  });
});
