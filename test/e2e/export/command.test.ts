// `link-management export` as a user runs it, without Pulumi.
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
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
  expect(output).toContain(NEXT);
  expect(await files()).toEqual(["Pulumi.yaml"]);
});

test.each([
  [["--stdout", "--split"], 2, /Choose one of them/],
  [["../outside.yaml"], 2, /is outside the project folder/],
  [["."], 2, /\. is not the name of a \.yaml file/],
  [["all", "--split"], 2, /all is not the name of a \.yaml file/],
  [["--unmanaged", "--force"], 2, /--unmanaged overwrites no file: .* would delete their objects/],
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

test("--unmanaged never offers to overwrite a file, whose entries the stack may have", async () => {
  await start();
  await writeFile(path("unmanaged.yaml"), "mine");
  const { code, output } = await command(["--unmanaged"]);
  expect({ code, output }).toEqual({
    code: 2,
    output:
      "link-management: unmanaged.yaml exists. Name a new one, such as export --unmanaged unmanaged-2.yaml. " +
      "Nothing was written\n",
  });
});

test("another file than the one of the stack has to be set", async () => {
  await start();
  expect((await command(["accounts/acme.yaml"])).stdout).toContain(
    `Next: run npx pulumi config set link-management:file accounts/acme.yaml and ${NEXT}`,
  );
});

test("an empty export has no next step", async () => {
  await start();
  const { code, output } = await command(["--stdout", "--only", "domains"]);
  expect(code).toBe(0);
  expect(output).toMatch(/standard output: no objects\n$/);
});

describe("a full disk", () => {
  test("leaves no partial file", async () => {
    await start();
    for (let n = 0; n < 100; n++) emulator.store.account("acme").channels.create({ name: `Channel ${n}` });
    const limited = ["bash", "-c", `ulimit -f 1; exec ${COMMAND.join(" ")} --split`];
    const { code, output } = await run(limited, folder.path, environment());
    expect({ code, output }).toEqual({
      code: 2,
      output: expect.stringMatching(/channels\.yaml cannot be written \(EFBIG\)\. .*Nothing was written\n$/),
    });
    expect((await files()).filter((name) => name.includes(".tmp"))).toEqual([]);
  });

  test.runIf(existsSync("/dev/full"))("is one line for standard output", async () => {
    await start();
    const full = ["bash", "-c", `${COMMAND.join(" ")} --stdout > /dev/full`];
    const { code, output } = await run(full, folder.path, environment());
    expect(code).toBe(1);
    expect(output).toContain("link-management: the output cannot be written (ENOSPC)\n");
    expect(output).not.toContain("    at ");
  });
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
