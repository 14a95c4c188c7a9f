// `link-management export` as a user runs it, without Pulumi.
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DEMO_KEY, type Emulator, type EmulatorOptions } from "../../../src/emulator/index";
import { Child } from "../support/child";
import { startEmulator } from "../support/emulator";
import { temporaryFolder } from "../support/package";
import { cliEnvironment, packageRoot, run } from "../support/project";

const COMMAND = [process.execPath, join(packageRoot, "dist/commands/main.js"), "export"];
const NEXT = "run LINK_MANAGEMENT_ON_EXISTING=adopt npx pulumi up\n";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let emulator: Emulator;
const path = (name: string) => join(folder.path, name);
const files = async () => (await readdir(folder.path, { recursive: true })).sort();

beforeEach(async () => {
  folder = await temporaryFolder();
  await writeFile(path("Pulumi.yaml"), "name: test\n");
});
afterEach(async () => {
  await emulator.close();
  await folder.remove();
});

async function start(options: EmulatorOptions = {}): Promise<void> {
  emulator = await startEmulator({ rateLimit: 100_000, ...options });
  const account = emulator.store.account("acme");
  account.channels.create({ name: "Spring" });
  account.pixels.create({ type: "fbpixel", name: "", tag: "1" });
}

const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...cliEnvironment(),
  LINK_MANAGEMENT_BASE_URL: emulator.url,
  LINK_MANAGEMENT_API_KEY: DEMO_KEY,
  ...more,
});
const command = (args: string[], more?: NodeJS.ProcessEnv) =>
  run([...COMMAND, ...args], folder.path, environment(more));

test("writes the config, names what it lacks, and says what to do next", async () => {
  await start();
  const { code, output, stdout } = await command([]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `link-management.yaml: 1 object (1 channels)\nNext: ${NEXT}`,
  });
  expect(output).toContain("link-management: not exported: Pixel (id 101): its name is empty\n");
  expect(await files()).toEqual(["Pulumi.yaml", "link-management.yaml"]);
  const text = await readFile(path("link-management.yaml"), "utf8");
  expect(text).toContain("account:\n  expect: { id: 1, username: acme }\n");
  expect(text).not.toContain("adopt");

  // It exists now. Nothing is sent.
  emulator.clearLog();
  const again = await command([]);
  expect(again).toMatchObject({ code: 2, stdout: "" });
  expect(again.output).toMatch(/link-management\.yaml exists\..*--force\. Nothing was written\n$/);
  expect(emulator.log).toEqual([]);
  expect((await command(["--force"])).code).toBe(0);
});

test("--stdout prints the file alone", async () => {
  await start();
  const { code, stdout, output } = await command(["--stdout", "--only", "channels"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^# yaml-language-server: [\s\S]*\nchannels:\n {2}spring:\n {4}name: Spring\n {4}starred: false\n$/,
  );
  expect(output).toContain(
    `standard output: 1 object (1 channels)\nNext: save it as the config file and ${NEXT}`,
  );
  expect(await files()).toEqual(["Pulumi.yaml"]);
});

test.each([
  [["--stdout", "--split"], 2, /Choose one of them/],
  [["../outside.yaml"], 2, /is outside the project folder/],
  [["."], 2, /^link-management: \. is a folder\. Name a file, such as link-management\.yaml/],
  [[".."], 2, /is outside the project folder/],
  [["all"], 2, /all does not end in \.yaml or \.yml\. Name a file, such as link-management\.yaml/],
  [["all", "--split", "--force"], 2, /all does not end in/],
  [
    ["--unmanaged", "--force"],
    2,
    /--unmanaged never overwrites a file: .* the next `up` deletes their objects/,
  ],
  [["Pulumi.yaml/link-management.yaml"], 2, /Pulumi\.yaml is not a folder/],
  [["--only", "{a"], 2, /\{a,b\} is not closed/],
  [["--only", "chanels"], 1, /nothing on the account matches "chanels"/],
  [["--unmanaged"], 1, /no stack selected/],
])("%j fails with %i, and nothing is written", async (args, code, message) => {
  await start();
  const result = await command(args, { PULUMI_BACKEND_URL: `file://${folder.path}` });
  expect(result.code, result.output).toBe(code);
  expect(result.output).toMatch(message);
  expect(result.output).toMatch(/^link-management: .*\. Nothing was written\n$/);
  expect((await files()).filter((name) => /^[^/]+\.yaml$/.test(name))).toEqual(["Pulumi.yaml"]);
});

test("--unmanaged never overwrites a file, because the config may include it", async () => {
  await start();
  await writeFile(path("unmanaged.yaml"), "channels: { old: { name: Old } }\n");
  const { code, output } = await command(["--unmanaged"]);
  expect({ code, output }).toEqual({
    code: 2,
    output:
      "link-management: unmanaged.yaml exists. The config may include it, so name another file: " +
      "`npx pulumi-link-management export --unmanaged unmanaged-2.yaml`. Nothing was written\n",
  });
  expect(emulator.log).toEqual([]);
});

test("--split names existing files of its folder before the first request", async () => {
  await start();
  await mkdir(path("all"));
  await writeFile(path("all/channels.yaml"), "mine");
  const { code, output } = await command(["all.yaml", "--split"]);
  expect(code).toBe(2);
  expect(output).toMatch(/^link-management: all\/channels\.yaml exists\..*--force\. Nothing was written\n$/);
  expect(emulator.log).toEqual([]);
  // This export writes no channels.
  expect((await command(["all.yaml", "--split", "--exclude", "channels"])).code).toBe(0);
});

test("another file than the config of the stack", async () => {
  await start();
  const { stdout } = await command(["all.yaml"]);
  expect(stdout).toBe(
    `all.yaml: 1 object (1 channels)\nNext: run pulumi config set link-management:file all.yaml and ${NEXT}`,
  );
});

test("a full disk leaves no file", async () => {
  await start();
  const long = "x".repeat(300);
  for (let n = 0; n < 10; n++) emulator.store.account("acme").channels.create({ name: `${long}${n}` });
  // A limit for the size of files: 1 KiB.
  const script = 'ulimit -f 1; exec "$0" "$@"';
  const { code, output } = await run(["bash", "-c", script, ...COMMAND], folder.path, environment());
  expect(code, output).toBe(2);
  expect(output).toContain("link-management.yaml cannot be written (EFBIG)");
  expect(await files()).toEqual(["Pulumi.yaml"]);
});

test.skipIf(!existsSync("/dev/full"))("a full standard output is one line", async () => {
  await start();
  for (const args of ["export --stdout --only channels", "show qr", "schema"]) {
    const script = `exec "$0" "$1" ${args} > /dev/full`;
    const { code, output } = await run(
      ["bash", "-c", script, ...COMMAND.slice(0, 2)],
      folder.path,
      environment(),
    );
    expect({ code, output }, args).toEqual({
      code: 1,
      output: "link-management: the standard output cannot be written (ENOSPC)\n",
    });
  }
});

test("without the Pulumi CLI, --unmanaged says what is missing", async () => {
  await start();
  const { code, output } = await command(["--unmanaged"], { PATH: folder.path });
  expect(code).toBe(1);
  expect(output).toContain("the command `pulumi` is not installed, or not in the PATH");
});

test("the key of another account than the config expects changes no file", async () => {
  await start();
  const config = "account: { expect: { username: other } }\n";
  await writeFile(path("link-management.yaml"), config);
  const { code, output } = await command(["--force"]);
  expect(code).toBe(1);
  expect(output).toMatch(/wrong account: expected username other, .*Nothing was written\n$/);
  expect(await readFile(path("link-management.yaml"), "utf8")).toBe(config);
});

test("a wrong key or a missing setting is a message", async () => {
  await start();
  expect((await command([], { LINK_MANAGEMENT_API_KEY: "other-key" })).output).toMatch(
    /rejected the API key/,
  );
  const missing = await command([], { LINK_MANAGEMENT_API_KEY: undefined });
  expect(missing).toMatchObject({ code: 1 });
  expect(missing.output).toMatch(/^link-management: .*API key.*LINK_MANAGEMENT_API_KEY/);
});

test("Ctrl-C while it waits for the rate limit leaves no file, and an old one as it was", async () => {
  await start({ rateLimit: 2 });
  await mkdir(path("all"));
  await writeFile(path("all.yaml"), "mine");
  const child = new Child([...COMMAND, "all.yaml", "--split", "--force"], {
    cwd: folder.path,
    env: environment(),
  });
  while (emulator.log.length < 2) await new Promise((resolve) => setTimeout(resolve, 50));
  child.signalGroup("SIGINT");
  expect(await child.ended()).toBe(130);
  expect(child.output).toBe("link-management: stopped. Nothing was written\n");
  expect(await readFile(path("all.yaml"), "utf8")).toBe("mine");
  expect(await files()).toEqual(["Pulumi.yaml", "all", "all.yaml"]);
});
