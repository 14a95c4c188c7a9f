// The command `link-management emulator`.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DEMO_KEY } from "../../src/emulator/index";
import { Child } from "./support/child";
import { startEmulator } from "./support/emulator";
import { temporaryFolder } from "./support/package";
import { packageRoot, run } from "./support/project";

const MAIN = [process.execPath, join(packageRoot, "dist/commands/main.js")];

let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let folder: string;
const started: Child[] = [];

beforeEach(async () => {
  temporary = await temporaryFolder();
  folder = temporary.path;
});

afterEach(async () => {
  for (const child of started.splice(0)) {
    child.signal("SIGKILL");
    await child.ended();
  }
  await temporary.remove();
});

function start(...args: string[]): Child {
  // The command prints the key.
  const allowedSecrets = new Set([DEMO_KEY]);
  const child = new Child([...MAIN, "emulator", ...args], { cwd: folder, env: process.env, allowedSecrets });
  started.push(child);
  return child;
}

async function urlOf(child: Child): Promise<string> {
  const [, url = ""] = await child.waitForOutput(/running at (http:\/\/\S+)/);
  return url;
}

async function request(url: string, method: string, path: string, body?: object) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${DEMO_KEY}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { error: unknown; data: Record<string, unknown> };
}

const runCommand = (...args: string[]) => run([...MAIN, ...args], folder, process.env);

test("prints the URL and the API key, and serves the API", async () => {
  const child = start("--port", "0");
  const url = await urlOf(child);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(child.output).toContain(
    `export LINK_MANAGEMENT_BASE_URL=${url} LINK_MANAGEMENT_API_KEY=${DEMO_KEY}`,
  );
  expect(await request(url, "GET", "/api/account")).toMatchObject({ data: { username: "acme" } });
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s stops it with exit code 0 and without a message",
  async (signal) => {
    const child = start("--port", "0");
    const url = await urlOf(child);
    const output = child.output;
    child.signal(signal);
    expect(await child.ended()).toBe(0);
    expect(child.output).toBe(output);
    await expect(fetch(url)).rejects.toThrow();
  },
);

test("writes no file without --state", async () => {
  const child = start("--port", "0");
  await request(await urlOf(child), "POST", "/api/channel/add", { name: "Spring" });
  child.signal("SIGINT");
  expect(await child.ended()).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

test.each(["SIGINT", "SIGKILL"] as const)("keeps the --state file after %s", async (signal) => {
  const file = join(folder, "state.json");
  const first = start("--port", "0", "--state", file);
  const added = await request(await urlOf(first), "POST", "/api/channel/add", { name: "Spring" });
  expect(added).toMatchObject({ error: 0 });
  first.signal(signal);
  await first.ended();
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ version: 1 });

  const second = start("--port", "0", "--state", file);
  expect(await request(await urlOf(second), "GET", "/api/channels")).toMatchObject({
    data: { channels: [{ name: "Spring" }] },
  });
});

test("limits the requests per minute to --rate-limit", async () => {
  const child = start("--port", "0", "--rate-limit", "2");
  const url = await urlOf(child);
  const outcomes = [];
  for (let sent = 0; sent < 3; sent++) outcomes.push((await request(url, "GET", "/api/account")).error);
  expect(outcomes).toEqual([0, 0, expect.anything()]);
  expect(outcomes[2]).not.toBe(0);
});

test("prints the ids of its links and bio pages", async () => {
  const child = start("--port", "0");
  await child.waitForOutput(/^Links: 4711 to 4715\nBio pages: 12 to 13\n/m);
});

test("creates more links with --links, also in a state file that has fewer", async () => {
  const state = ["--port", "0", "--state", join(folder, "state.json")];
  const first = start(...state);
  await urlOf(first);
  first.signal("SIGINT");
  await first.ended();
  for (let run = 0; run < 2; run++) {
    const child = start(...state, "--links", "20");
    await child.waitForOutput(/^Links: 4711 to 4730$/m);
    child.signal("SIGINT");
    expect(await child.ended()).toBe(0);
  }
});

test("does what installations do with --dialect observed", async () => {
  const url = await urlOf(start("--port", "0", "--dialect", "observed"));
  expect(await request(url, "GET", "/api/urls")).toMatchObject({ error: 0, data: { result: 5 } });
});

test("injects the same faults each time with --faults", async () => {
  for (let run = 0; run < 2; run++) {
    const response = await fetch(`${await urlOf(start("--port", "0", "--faults", "3:1"))}/api/channels`);
    expect(response.status).toBe(502);
    expect(await response.text()).toContain("<html>");
  }
});

test("reports a port in use with a solution, and exits with 1", async () => {
  const other = await startEmulator({ port: 0 });
  try {
    const { code, output } = await runCommand("emulator", "--port", String(other.port));
    expect(output).toBe(
      `link-management: Port ${other.port} on 127.0.0.1 is in use. Choose another port, or 0 for any free port.\n`,
    );
    expect(code).toBe(1);
  } finally {
    await other.close();
  }
});

test.each([
  ["a port that is not a number", ["emulator", "--port", "x"], /option '--port <number>' .* 0 to 65535/],
  ["a port out of range", ["emulator", "--port", "65536"], /option '--port <number>' .* 0 to 65535/],
  ["a rate limit of 0", ["emulator", "--rate-limit", "0"], /option '--rate-limit <number>' .* at least 1/],
  ["faults without a rate", ["emulator", "--faults", "7"], /option '--faults <seed:rate>' .* such as 7:0.1/],
  ["a rate above 1", ["emulator", "--faults", "7:2"], /option '--faults <seed:rate>' .* from 0 to 1/],
  [
    "an unknown dialect",
    ["emulator", "--dialect", "observd"],
    /option '--dialect <name>' .* document, observed/,
  ],
  ["too few links", ["emulator", "--links", "4"], /option '--links <number>' .* from 5 to 10000/],
  ["too many links", ["emulator", "--links", "10001"], /option '--links <number>' .* from 5 to 10000/],
  ["links that are no number", ["emulator", "--links", "x"], /option '--links <number>' .* from 5 to 10000/],
  ["an unknown option", ["emulator", "--prot", "1"], /unknown option '--prot'\n\(Did you mean --port\?\)/],
  ["too many arguments", ["emulator", "4010"], /too many arguments/],
  ["an unknown command", ["emulater"], /unknown command 'emulater'\n\(Did you mean emulator\?\)/],
  ["an unknown option of another command", ["schema", "--prot"], /unknown option '--prot'/],
])("reports %s as one error, and exits with 2", async (_, args, message) => {
  const { code, output } = await runCommand(...args);
  expect(output).toMatch(message);
  expect(output).toMatch(/^link-management: (?!error)/);
  expect(output.match(/link-management: /g)).toHaveLength(1);
  expect(output).not.toMatch(/^\s+at /m);
  expect(code).toBe(2);
});

test("rejects a file that is not a state file", async () => {
  const { code, output } = await runCommand(
    "emulator",
    "--port",
    "0",
    "--state",
    join(packageRoot, "package.json"),
  );
  expect(output).toMatch(/^link-management: \S+package\.json is not a state file of this emulator .*\n$/);
  expect(code).toBe(1);
});

test("exits with 0 after --help and --version", async () => {
  const { version } = JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8"));
  expect(await runCommand("--version")).toMatchObject({ code: 0, output: `${version}\n` });
  const help = await runCommand("emulator", "--help");
  expect(help.code).toBe(0);
  for (const option of ["--port", "--state", "--rate-limit", "--faults", "--dialect", "--links"])
    expect(help.output).toContain(option);
});
