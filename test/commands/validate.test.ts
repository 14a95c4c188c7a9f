// `validate`: no network, no key. test/config has the errors themselves.
import { expect, onTestFinished, test } from "vitest";
import { Folder } from "../config/support/folder";
import { run } from "./support/run";

const VALID = 'pixels: { ads: { type: fbpixel, name: Ads, tag: "1" } }\n';
const WRONG = "pixels:\n  ads: { typo: 1 }\n";
const OTHER = "config: { link-management:file: other.yaml }\n";
type Files = Readonly<Record<string, string>>;

function project(text: string, files: Files = {}): Folder {
  const own: Files = "Pulumi.yml" in files ? {} : { "Pulumi.yaml": "" };
  return new Folder().write({ ...own, "link-management.yaml": text, "other.yaml": WRONG, ...files });
}

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

const MAIN = { "a/link-management.yaml": WRONG, "a/index.ts": "" };
const STACKS = { "Pulumi.acme.yaml": OTHER, "Pulumi.globex.yaml": "config: {}\n" };
// Pulumi does not read a Pulumi.prod.eu.yaml beside a Pulumi.yml.
const DOTS = { "Pulumi.yml": "name: a\n", "Pulumi.prod.eu.yml": OTHER, "Pulumi.prod.eu.yaml": "" };

test.each<[string, Files, readonly string[], number, Files?]>([
  ["the project's own file", {}, [], 0],
  ["the argument", {}, ["other.yaml"], 1],
  ["the folder of the program", { ...MAIN, "Pulumi.yaml": "main: a" }, [], 1],
  ["the folder of a program's file", { ...MAIN, "Pulumi.yaml": "main: a/index.ts" }, [], 1],
  ["Pulumi.yaml", { "Pulumi.yaml": OTHER }, [], 1],
  ["an object in it", { "Pulumi.yaml": "config: { link-management:file: { value: other.yaml } }" }, [], 1],
  ["an encrypted one", { "Pulumi.a.yaml": "config: { link-management:file: { secure: AAA= } }" }, [], 1],
  ["the only stack", { "Pulumi.acme.yaml": OTHER }, [], 1],
  ["a stack in its folder", { "Pulumi.yaml": "stackConfigDir: s", "s/Pulumi.a.yaml": OTHER }, [], 1],
  ["a named stack", STACKS, ["--stack", "me/links/acme"], 1],
  ["another named stack", STACKS, ["--stack", "globex"], 0],
  ["nobody says which stack", STACKS, [], 2],
  ["a stack without a file", STACKS, ["--stack", "typo"], 2],
  ["a dot in the name, and another ending", DOTS, ["--stack", "prod.eu"], 1],
  ["a variable with the stack", STACKS, [], 1, { PULUMI_STACK: "acme" }],
  ["a variable with the file", STACKS, [], 1, { LINK_MANAGEMENT_FILE: "other.yaml" }],
])("checks the file that up reads: %s", async (_, files, args, code, env = {}) => {
  const folder = project(VALID, { ...files, "b/c.txt": "" });
  for (const path of args[0] === "other.yaml" ? [folder.path] : [folder.path, folder.at("b")])
    expect((await run(["validate", ...args], path, env)).code).toBe(code);
});

test("github has a workflow command for each problem, which the runner decodes", async () => {
  const text = "channels:\n  a: { name: A }\n  a: { name: B }\nx: 1\npixels: 7\n";
  const folder = new Folder("a,b").write({ "50%:b.yaml": text, "Pulumi.yaml": "" });
  const env = { GITHUB_WORKSPACE: folder.root };
  const { code, stdout } = await run(["validate", "--format", "github", "50%:b.yaml"], folder.path, env);
  expect(code).toBe(1);
  const commands = stdout.split("\n").filter((line) => line.startsWith("::"));
  expect(commands).toHaveLength(3);
  expect(commands[0]).toMatch(
    /^::error file=a%2Cb\/50%25%3Ab\.yaml,line=3,col=3::.*50%25:b\.yaml:2:3.*remove one/,
  );
  expect(stdout).toMatch(/^3 errors in /m);
});

test("--resolve reports a variable that is not set, and fills in one that is", async () => {
  const { path } = project('channels: { spring: { name: Spring, color: "${env:COLOR}" } }\n');
  const codeOf = async (args: string[], env?: Record<string, string>) =>
    (await run(["validate", ...args], path, env)).code;
  expect(await codeOf([])).toBe(0);
  expect(await codeOf(["--resolve"])).toBe(1);
  expect(await codeOf(["--resolve"], { COLOR: "red" })).toBe(1);
  expect(await codeOf(["--resolve"], { COLOR: "#22AA66" })).toBe(0);
});
