// `validate`: no network, no key. test/config has the errors themselves.
import { describe, expect, onTestFinished, test } from "vitest";
import { Folder } from "../config/support/folder";
import { run } from "./support/run";

const VALID = 'pixels: { ads: { type: fbpixel, name: Ads, tag: "1" } }\n';
const WRONG = "pixels:\n  ads: { typo: 1 }\n";
const project = (text: string) => new Folder().write({ "link-management.yaml": text, "Pulumi.yaml": "" });

test("a valid file exits with 0, also in a folder below it", async () => {
  const folder = project(VALID).write({ "a/b": "" });
  for (const path of [folder.path, folder.at("a")])
    expect(await run(["validate"], path)).toMatchObject({ code: 0, stderr: "" });
});

test.each([
  ["", 0],
  ["main: a", 1],
  ["main: a/index.ts", 1],
])("checks the file that up reads, in all folders of the project: %s", async (main, expected) => {
  const folder = project(VALID).write({
    "Pulumi.yaml": `name: test\n${main}\n`,
    "a/link-management.yaml": WRONG,
    "a/index.ts": "",
  });
  for (const path of [folder.path, folder.at("a")])
    expect((await run(["validate"], path)).code).toBe(expected);
  expect((await run(["validate", "link-management.yaml"], folder.at("a"))).code).toBe(1);
});

test("warnings exit with 0, errors with 1, and both are counted", async () => {
  const odd = "campaigns: { launch: { name: A, slug: Launch } }\n";
  expect(await run(["validate"], project(odd).path)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/:1:\d+ warning [\s\S]* 1 warning/),
  });
  expect(await run(["validate"], project(WRONG).path)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^link-management\.yaml:2:3 error [\s\S]*^2 errors/m),
  });
});

test("the source line is shown on a terminal only, and not in a pipeline with one", async () => {
  const { path } = project(WRONG);
  const shown = async (env?: Record<string, string>) => (await run(["validate"], path, env)).stdout;
  const line = "2 |   ads: { typo: 1 }\n    |          ";
  expect(await shown()).not.toContain("ads: {");
  const before = Object.getOwnPropertyDescriptor(process.stdout, "isTTY");
  onTestFinished(() => void Object.defineProperty(process.stdout, "isTTY", before ?? { value: undefined }));
  Object.defineProperty(process.stdout, "isTTY", { value: true, configurable: true });
  expect(await shown()).toContain(line);
  expect(await shown({ CI: "true" })).not.toContain("ads: {");
});

test("the file comes from the argument, else from the environment", async () => {
  const { path } = project(VALID).write({ "wrong.yaml": WRONG });
  expect((await run(["validate", "wrong.yaml"], path)).code).toBe(1);
  expect((await run(["validate"], path, { LINK_MANAGEMENT_FILE: "wrong.yaml" })).code).toBe(1);
});

test("without an argument, the file is the one of the stack", async () => {
  const { path } = project(VALID).write({
    "Pulumi.acme.yaml": "config:\n  link-management:file: accounts/acme.yaml\n",
    "accounts/acme.yaml": WRONG,
  });
  expect((await run(["validate"], path)).code).toBe(1);
  const two = project(VALID).write({
    "Pulumi.acme.yaml": "config: { link-management:file: accounts/acme.yaml }\n",
    "Pulumi.globex.yaml": "config: {}\n",
    "accounts/acme.yaml": WRONG,
  });
  const codeOf = async (args: readonly string[], env?: Record<string, string>) =>
    (await run(["validate", ...args], two.path, env)).code;
  expect(await codeOf(["--stack", "me/links/acme"])).toBe(1);
  expect(await codeOf([], { PULUMI_STACK: "acme" })).toBe(1);
  expect(await codeOf(["--stack", "globex"])).toBe(0);
  // Nobody says which of the two files it is, or which stack.
  expect(await codeOf([])).toBe(2);
  expect(await codeOf(["--stack", "typo"])).toBe(2);
});

test("a stack may have a dot in its name, and the files the ending of the project's own", async () => {
  const { path } = new Folder().write({
    "Pulumi.yml": "name: links\nruntime: nodejs\n",
    "Pulumi.prod.eu.yml": "config: { link-management:file: accounts/eu.yaml }\n",
    // Pulumi does not read it beside a Pulumi.yml.
    "Pulumi.prod.eu.yaml": "config: {}\n",
    "accounts/eu.yaml": WRONG,
    "link-management.yaml": VALID,
  });
  expect((await run(["validate", "--stack", "prod.eu"], path)).code).toBe(1);
  expect((await run(["validate"], path)).code).toBe(1);
});

test.each([
  ["Pulumi.yaml has the file", { "Pulumi.yaml": "config: { link-management:file: other.yaml }" }, 1],
  ["… as an object", { "Pulumi.yaml": "config: { link-management:file: { value: other.yaml } }" }, 1],
  [
    "the stack's file is stronger",
    {
      "Pulumi.yaml": "config: { link-management:file: other.yaml }",
      "Pulumi.acme.yaml": "config: { link-management:file: link-management.yaml }",
    },
    0,
  ],
  [
    "the files of the stacks are in another folder",
    {
      "Pulumi.yaml": "stackConfigDir: stacks",
      "stacks/Pulumi.acme.yaml": "config: { link-management:file: other.yaml }",
    },
    1,
  ],
  ["it is no text", { "Pulumi.yaml": "config: { link-management:file: [other.yaml] }" }, 1],
  ["it is encrypted", { "Pulumi.acme.yaml": "config: { link-management:file: { secure: AAA= } }" }, 1],
])("the setting `file` counts as in `pulumi up`: %s", async (_, files, code) => {
  const { path } = project(VALID).write({ "other.yaml": WRONG, ...files });
  expect((await run(["validate"], path)).code).toBe(code);
});

test.each([["validate", "nothing.yaml"], ["validate", "--format", "xml"], ["vallidate"]])(
  "wrong usage exits with 2: %s %s",
  async (...args) => {
    const { code, stdout, stderr } = await run(args, project(VALID).path);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^link-management: /);
  },
);

describe("formats", () => {
  /** What each consumer must not take for something else. */
  const FILE = "50%, a::b\nc.yaml";
  const HOSTILE = "channels:\n  a: { name: A }\n  a: { name: größe }\nx: 1\npixels: 7\n";
  const report = async (format: string, text = HOSTILE, env?: Record<string, string>) => {
    const folder = new Folder("a,b").write({ [FILE]: text, "Pulumi.yaml": "" });
    const { code, stdout } = await run(["validate", "--format", format, FILE], folder.path, {
      GITHUB_WORKSPACE: folder.root,
      CI_PROJECT_DIR: folder.root,
      ...env,
    });
    expect(code).toBe(1);
    return stdout;
  };

  test("github has a workflow command for each problem, which the runner decodes", async () => {
    const lines = (await report("github")).split("\n");
    const commands = lines.filter((line) => /^\s*::|##\[/.test(line));
    expect(commands).toHaveLength(3);
    const [, severity, properties = "", message = ""] = /^::(\w+) (.*?)::(.*)$/.exec(commands[0]!) ?? [];
    const decoded = (text: string) => text.replace(/%(0D|0A|3A|2C|25)/g, decodeURIComponent);
    expect(severity).toBe("error");
    expect(properties.split(",").map(decoded)).toEqual([`file=a,b/${FILE}`, "line=3", "col=3"]);
    expect(decoded(message)).toContain(`at ${FILE.replace("\n", " ")}:2:3`);
    expect(lines.at(-2)).toMatch(/^3 errors in /);
  });

  test("gitlab has a Code Quality report, whose fingerprints survive a moved line", async () => {
    const findings = JSON.parse(await report("gitlab"));
    expect(findings).toHaveLength(3);
    expect(findings[0]).toEqual({
      description: expect.stringContaining(`at ${FILE.replace("\n", " ")}:2:3`),
      check_name: "validate",
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      severity: "major",
      location: { path: `a,b/${FILE}`, lines: { begin: 3 } },
    });
    const fingerprints = (all: { fingerprint: string }[]) => all.map(({ fingerprint }) => fingerprint);
    const moved = JSON.parse(await report("gitlab", `# moved\n${HOSTILE}`));
    expect(fingerprints(moved)).toEqual(fingerprints(findings));
  });

  test("gitlab is complete without problems, too", async () => {
    const { stdout } = await run(["validate", "--format", "gitlab"], project(VALID).path);
    expect(JSON.parse(stdout)).toEqual([]);
  });
});

test("--resolve reports a variable that is not set, and fills in one that is", async () => {
  const { path } = project('channels: { spring: { name: Spring, color: "${env:COLOR}" } }\n');
  const codes = [
    (await run(["validate"], path)).code,
    (await run(["validate", "--resolve"], path)).code,
    (await run(["validate", "--resolve"], path, { COLOR: "red" })).code,
    (await run(["validate", "--resolve"], path, { COLOR: "#22AA66" })).code,
  ];
  expect(codes).toEqual([0, 1, 1, 0]);
});
