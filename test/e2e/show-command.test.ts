// `show`, as a user or a pipeline runs it.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { widthOf } from "../../src/commands/output/text-width";
import { DEMO_KEY, type Emulator } from "../../src/emulator/index";
import { startEmulator } from "./support/emulator";
import { temporaryFolder } from "./support/package";
import { cliEnvironment, Project, packageRoot, run } from "./support/project";
import { hasTerminal, runInTerminal } from "./support/terminal";

const MAIN = [process.execPath, join(packageRoot, "dist/commands/main.js"), "show"];
/** Terminal escapes, C1 control characters, changes of the writing direction, line breaks, wide letters, many accents. */
const HOSTILE = [
  "\u001b[2J\u001b]0;owned\u0007Menu",
  "a\u009b31mb\r\nc",
  "\u202egpj.exe \u2066",
  "日本語のメニュー",
  `z${"\u0301".repeat(2000)}`,
  "👍🏽 \u200b🇦🇹",
  "x".repeat(5000),
];

let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let emulator: Emulator;
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  temporary = await temporaryFolder();
  emulator = await startEmulator({ rateLimit: 100_000 });
  const { NO_COLOR: _, FORCE_COLOR: __, COLUMNS: ___, ...clean } = cliEnvironment();
  env = { ...clean, LINK_MANAGEMENT_BASE_URL: emulator.url, LINK_MANAGEMENT_API_KEY: DEMO_KEY };
});
afterEach(async () => {
  await emulator.close();
  await temporary.remove();
});

const acme = () => emulator.store.account("acme");
const show = (args: string[], more: NodeJS.ProcessEnv = {}) =>
  run([...MAIN, ...args], temporary.path, { ...env, ...more });

function addCodes(count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const name = HOSTILE[n % HOSTILE.length]!;
    return String(acme().qrs.create({ type: "link", data: "https://example.com", name }).id);
  });
}

describe("in a pipe", () => {
  test("prints complete JSON, and nothing about its progress", async () => {
    const ids = addCodes(210);
    const { code, stdout, output } = await show(["qr"]);
    expect({ code, isQuiet: stdout === output }).toEqual({ code: 0, isQuiet: true });
    const codes = JSON.parse(stdout) as { id: string; name: string }[];
    expect(codes.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(new Set(codes.map(({ name }) => name))).toEqual(new Set(HOSTILE));
    expect(emulator.log.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/account",
      ...Array.from({ length: 3 }, () => "GET /api/qr"),
    ]);
  });

  test("prints a table with --table: nothing is cut, unless COLUMNS is set", async () => {
    acme().pixels.create({ type: "fbpixel", name: "Ads ".repeat(20).trim(), tag: "1" });
    const whole = await show(["pixels", "--table"]);
    expect(whole.stdout).toContain("Ads ".repeat(20).trim());
    expect(whole.stdout).not.toContain("\u001b");
    const narrow = await show(["pixels", "--table"], { COLUMNS: "50" });
    expect(narrow.stdout).toMatch(/Ads A\S*…/);
    const colored = await show(["pixels", "--table"], { FORCE_COLOR: "1" });
    expect(colored.stdout).toMatch(/^\u001b\[1mID/);
  });

  test("says that an account is empty, and prints an empty list as JSON", async () => {
    expect(await show(["qr", "--table"])).toMatchObject({
      code: 0,
      output: "The account has no QR codes.\n",
    });
    expect(await show(["qr"])).toMatchObject({ code: 0, output: "[]\n" });
  });

  test("ends quietly if its reader ends", async () => {
    addCodes(300);
    const command = [...MAIN, "qr"].join(" ");
    const { output } = await run(["bash", "-c", `${command} | head -1; echo $?`], temporary.path, env);
    expect(output).toBe("[\n0\n");
  });
});

describe.runIf(hasTerminal)("on a terminal", () => {
  const inTerminal = (columns: number, args: string, more: NodeJS.ProcessEnv = {}) =>
    runInTerminal(
      { folder: temporary.path, env: { ...env, ...more } },
      { columns, rows: 30 },
      `${MAIN.join(" ")} ${args}`,
    );

  /** Without the progress, which was removed. */
  const remaining = (output: string) => output.split("\r\u001b[K").at(-1)!.replaceAll("\r\n", "\n");

  test.each([40, 200])("prints a table for %i columns that no name can break", async (columns) => {
    const ids = addCodes(HOSTILE.length);
    const { code, output } = await inTerminal(columns, "qr", { NO_COLOR: "1" });
    expect(code).toBe(0);
    const text = remaining(output);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u200b\u202e\u2066]/u);
    const [heading, ...lines] = text.trimEnd().split("\n");
    expect(heading).toMatch(/^ID {3}NAME +LINK +DATE +SCANS$/);
    expect(lines.map((line) => line.split(" ")[0])).toEqual(ids.reverse());
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
  });

  test("prints bold headings without NO_COLOR, and JSON with --json", async () => {
    expect((await inTerminal(80, "account")).output).toContain("\u001b[1mid");
    expect((await inTerminal(80, "account", { NO_COLOR: "1" })).output).not.toContain("\u001b[1m");
    const { output } = await inTerminal(80, "account --json", { NO_COLOR: "1" });
    expect(JSON.parse(remaining(output))).toMatchObject({ id: "1", username: "acme" });
  });

  test("shows the statistics of a QR code as bars", async () => {
    const [id = ""] = addCodes(1);
    for (let n = 0; n < 4; n++) {
      acme().scan(Number(id), {
        country: n < 3 ? "Austria" : "\u001b[2JJapan",
        browser: "Firefox",
        unique: n < 2,
      });
    }
    const { output } = await inTerminal(60, `qr ${id}`, { NO_COLOR: "1" });
    const lines = remaining(output).trimEnd().split("\n");
    expect(lines.slice(0, 2)).toEqual([`id             ${id}`, "name           Menu"]);
    expect(lines.slice(3)).toEqual([
      "scans          4",
      "clicks         4",
      "unique clicks  2",
      "",
      "countries",
      `  Austria  3   75%  ${"█".repeat(40)}`,
      `  Japan    1   25%  ${"█".repeat(13)}`,
      "",
      "browsers",
      `  Firefox  4  100%  ${"█".repeat(40)}`,
    ]);
  });

  test("shows what it waits for, and removes that", async () => {
    emulator.faults.rule({ on: "GET /api/pixels", fault: "slowBody", ms: 700, times: 1 });
    const { output } = await inTerminal(80, "pixels");
    expect(output).toContain("\r\u001b[Kreading: pixels, 2 requests sent");
    expect(remaining(output)).toBe("The account has no pixels.\n");
  });
});

describe("exits with", () => {
  test.each([
    [["strange"], "unknown command 'strange'"],
    [["qr", "--jsn"], "unknown option '--jsn'"],
    [["channel"], "missing required argument 'channel'"],
    [["qr", "--json", "--table"], "option '--json' cannot be used with option '--table'"],
    [["pixels", "7"], "too many arguments"],
    [["qr", "menu"], 'there is no config file "link-management.yaml"'],
  ])("2 for %j", async (args, message) => {
    const { code, output, stdout } = await show(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(output).toMatch(/^link-management: (?!error)/);
    expect(output).toContain(message);
    expect(emulator.log).toEqual([]);
  });

  test("2 and the commands without a command", async () => {
    const { code, output } = await show([]);
    expect(code).toBe(2);
    for (const name of ["account", "channel", "qr", "overlays", "splash"])
      expect(output).toContain(`  ${name} `);
  });

  test.each<[string, string[], NodeJS.ProcessEnv, string]>([
    ["no key", ["qr"], { LINK_MANAGEMENT_API_KEY: undefined }, "no API key: set it with"],
    [
      "a rejected key",
      ["qr"],
      { LINK_MANAGEMENT_API_KEY: "other-key" },
      "the service rejected the API key: ",
    ],
    ["an address with /api", ["qr"], { LINK_MANAGEMENT_BASE_URL: "https://x.example/api" }, "ends in /api"],
    [
      "another account",
      ["qr"],
      { LINK_MANAGEMENT_ACCOUNT: "other" },
      "wrong account: expected username other",
    ],
    [
      "an unknown id of a code",
      ["qr", "999"],
      {},
      "(status 404); `show qr` lists the QR codes of the account",
    ],
    [
      "an unknown id of a channel",
      ["channel", "999"],
      {},
      "the account has no channel 999; `show channels` lists",
    ],
  ])("1 for %s", async (_, args, more, message) => {
    const { code, output, stdout } = await show(args, more);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(output).toMatch(/^link-management: \S.*\n$/);
    expect(output).toContain(message);
  });
});

test("takes the settings and the objects of a stack from Pulumi", async () => {
  const project = await Project.create({
    files: {
      "link-management.yaml": `qrCodes: { menu: { type: link, data: https://example.com } }
channels: { spring: { name: "Spring \${config:year}", items: [{ qr: menu }] } }
`,
    },
  });
  try {
    await project.pulumi("config", "set", "year", "2026");
    await project.pulumi("config", "set", "--secret", "link-management:apiKey", DEMO_KEY);
    await project.pulumi("config", "set", "link-management:baseUrl", project.emulator.url);
    await project.pulumi("up", "--yes");
    project.emulator.clearLog();
    const { LINK_MANAGEMENT_API_KEY: _, LINK_MANAGEMENT_BASE_URL: __, ...without } = project.env;
    const inProject = (args: string[], more: NodeJS.ProcessEnv = {}) =>
      run([...MAIN, ...args], project.folder, { ...without, ...more });

    const menu = project.emulator.store.account("acme").qrs.list()[0]!;
    const code = await inProject(["qr", "menu"]);
    expect(JSON.parse(code.output)).toMatchObject({ id: String(menu.id), scans: 0 });
    const channel = await inProject(["channel", "spring"]);
    expect(JSON.parse(channel.output)).toMatchObject({ name: "Spring 2026", items: [{ type: "qr" }] });
    expect(project.emulator.log.map(({ path }) => path.replace(/\d+$/, "ID"))).toEqual([
      "/api/account",
      "/api/qr/ID",
      "/api/account",
      "/api/channels",
      "/api/channel/ID",
    ]);

    expect(await inProject(["qr"], { PULUMI_CONFIG_PASSPHRASE: "four-words-of-a-pipeline" })).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /^link-management: no API key: .* The stack config cannot be read: .+\n$/,
      ),
    });
    expect(await inProject(["qr", "--stack", "nope"])).toMatchObject({
      code: 1,
      output: expect.stringContaining("The stack config cannot be read: no stack named 'nope' found"),
    });
  } finally {
    await project.remove();
  }
});

test("finds the config file of a project from a subfolder, and the file in LINK_MANAGEMENT_FILE", async () => {
  const { id } = acme().channels.create({ name: "Spring" });
  await writeFile(join(temporary.path, "Pulumi.yaml"), "name: test\n");
  await writeFile(join(temporary.path, "links.yaml"), "channels: { spring: { name: Spring } }\n");
  const { output } = await show(["channel", "spring"], { LINK_MANAGEMENT_FILE: "links.yaml" });
  expect(JSON.parse(output)).toEqual({
    id: String(id),
    name: "Spring",
    description: "",
    color: expect.any(String),
    starred: false,
    items: [],
  });
});
