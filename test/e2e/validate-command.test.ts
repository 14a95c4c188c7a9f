// `link-management validate`, as a user or a pipeline runs it.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DEMO_KEY } from "../../src/emulator/index";
import { startEmulator } from "./support/emulator";
import { temporaryFolder } from "./support/package";
import { packageRoot, run } from "./support/project";

const MAIN = [process.execPath, join(packageRoot, "dist/commands/main.js"), "validate"];
const GOOD = 'pixels: { ads: { type: fbpixel, name: Shop ads, tag: "1" } }\n';
const BAD = "pixels: { ads: { type: fbpixl, name: Shop ads, tag: G-ABC123 } }\n";
const SUSPICIOUS = "pixels: { ads: { type: fbpixel, name: Shop ads, tag: G-ABC123 } }\n";

let temporary: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  temporary = await temporaryFolder();
  await write("Pulumi.yaml", "name: test\n");
});
afterEach(() => temporary.remove());

async function write(name: string, text: string): Promise<void> {
  const path = join(temporary.path, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** No API key and no base address. */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(LINK_MANAGEMENT_|GITHUB_|NO_COLOR|FORCE_COLOR)/.test(name),
  );
  return { ...Object.fromEntries(own), ...more };
}

const validate = (args: string[], more?: NodeJS.ProcessEnv, folder = temporary.path) =>
  run([...MAIN, ...args], folder, environment(more));

describe("exits with", () => {
  test("0 for a config without errors, with or without warnings", async () => {
    await write("link-management.yaml", GOOD);
    expect(await validate([])).toMatchObject({ code: 0, output: "0 errors in link-management.yaml\n" });
    await write("link-management.yaml", SUSPICIOUS);
    const { code, output } = await validate([]);
    expect(code).toBe(0);
    expect(output).toContain("link-management.yaml:1:54 warning pixels.ads: a tag that begins with G-");
    expect(output.trimEnd().split("\n").at(-1)).toBe("0 errors and 1 warning in link-management.yaml");
  });

  test("1 for errors and for a file that is not text", async () => {
    await write("accounts/acme.yaml", `include: more.yaml\n${BAD}`);
    await write("accounts/more.yaml", "{}\n");
    const { code, stdout } = await validate(["accounts/acme.yaml"]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'accounts/acme.yaml:2:24 error pixels.ads: type cannot be "fbpixl"; did you mean "fbpixel"?',
    );
    expect(stdout).toMatch(/\n\n1 error in accounts\/acme\.yaml and 1 included file\n$/);
    await writeFile(join(temporary.path, "utf16.yaml"), Buffer.from("\ufeffpixels: {}", "utf16le"));
    expect(await validate(["utf16.yaml"])).toMatchObject({
      code: 1,
      output: "link-management: utf16.yaml is encoded as UTF-16; save it as UTF-8\n",
    });
  });

  test.each([
    [["nowhere.yaml"], "there is no config file"],
    [["."], "is a folder; name a file, such as link-management.yaml"],
    [["../outside.yaml"], "is outside the project folder"],
    [["a.yaml", "b.yaml"], "too many arguments"],
    [["--strange"], "unknown option"],
    [["--format", "xml"], "Allowed choices are text, json, github"],
  ])("2 for %j", async (args, message) => {
    const { code, output, stdout } = await validate(args);
    expect(code).toBe(2);
    expect(output).toMatch(/^link-management: (?!error)/);
    expect(output).toContain(message);
    expect(stdout).toBe("");
  });
});

test("works in a subfolder, and takes the file from the environment", async () => {
  await write("link-management.yaml", GOOD);
  await write("sub/other.yaml", BAD);
  const folder = join(temporary.path, "sub");
  expect(await validate([], {}, folder)).toMatchObject({ code: 0 });
  expect(await validate([], { LINK_MANAGEMENT_FILE: "other.yaml" }, folder)).toMatchObject({ code: 1 });
});

test("sends nothing, even with an API key and a base address", async () => {
  await write("link-management.yaml", `account: { expect: { username: acme } }\n${GOOD}`);
  const emulator = await startEmulator();
  try {
    const settings = { LINK_MANAGEMENT_BASE_URL: emulator.url, LINK_MANAGEMENT_API_KEY: DEMO_KEY };
    expect(await validate([], settings)).toMatchObject({ code: 0 });
    expect(emulator.log).toEqual([]);
  } finally {
    await emulator.close();
  }
});

test("fills in values only with --resolve, and never shows them", async () => {
  await write(
    "link-management.yaml",
    'pixels: { ads: { type: "${env:KIND}", name: "${config:name}", tag: "1" } }\n',
  );
  expect(await validate([])).toMatchObject({ code: 0 });
  const unset = await validate(["--resolve"]);
  expect(unset.code).toBe(1);
  expect(unset.output).toContain("1:25 error the environment variable KIND is missing or empty");
  const wrong = await validate(["--resolve"], { KIND: "fbpixl" });
  expect(wrong.code).toBe(1);
  expect(wrong.output).toContain("pixels.ads: type cannot be the value of ${env:KIND}");
  expect(wrong.output).not.toContain("fbpixl");
  const other = await validate(["--resolve"], { KIND: "kind-from-outside" });
  expect(other.code).toBe(0);
  expect(other.output).toContain("pixels.ads: the type is not a known one");
  expect(other.output).not.toContain("kind-from-outside");
  expect(await validate(["--resolve"], { KIND: "fbpixel" })).toMatchObject({ code: 0 });
});

test("prints JSON and nothing else", async () => {
  await write("link-management.yaml", BAD);
  const { code, stdout, output } = await validate(["--format", "json"]);
  expect(code).toBe(1);
  expect(stdout).toBe(output);
  expect(JSON.parse(stdout)).toMatchObject({
    errors: 1,
    warnings: 0,
    problems: [{ severity: "error", file: "link-management.yaml", line: 1, column: 24 }],
  });
});

test("prints annotations with paths from the root of the repository", async () => {
  await write("accounts/acme/Pulumi.yaml", "name: acme\n");
  await write("accounts/acme/link-management.yaml", BAD);
  const folder = join(temporary.path, "accounts/acme");
  const { output } = await validate(["--format", "github"], { GITHUB_WORKSPACE: temporary.path }, folder);
  expect(output).toContain(
    "::error file=accounts/acme/link-management.yaml,line=1,col=24::pixels.ads: type cannot be",
  );
});

test("prints colors only if they are wanted", async () => {
  await write("link-management.yaml", BAD);
  const start = "\u001b[";
  expect((await validate([])).output).not.toContain(start);
  expect((await validate([], { FORCE_COLOR: "1" })).output).toContain(`${start}31merror`);
  expect((await validate(["--format", "json"], { FORCE_COLOR: "1" })).output).not.toContain(start);
});
