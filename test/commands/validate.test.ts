// `validate` and `schema`: no network, no key. test/config has the errors themselves.
import { describe, expect, onTestFinished, test } from "vitest";
import { editorSchema } from "../config/support/config";
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

test("warnings exit with 0, errors with 1, and both are counted", async () => {
  const odd = 'pixels: { ads: { type: vkpixel, name: Ads, tag: "1" } }\n';
  expect(await run(["validate"], project(odd).path)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/:1:24 warning [\s\S]* 1 warning/),
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

test.each([
  ["validate", "nothing.yaml"],
  ["validate", "--format", "xml"],
  ["validate", "--nonsense"],
  ["vallidate"],
])("wrong usage exits with 2: %s %s", async (...args) => {
  const { code, stdout, stderr } = await run(args, project(VALID).path);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^link-management: /);
});

describe("formats", () => {
  test("json has counts, and locations that start at 1", async () => {
    const { stdout } = await run(["validate", "--format", "json"], project(WRONG).path);
    expect(JSON.parse(stdout)).toMatchObject({
      errors: 2,
      warnings: 0,
      problems: expect.arrayContaining([
        expect.objectContaining({
          severity: "error",
          file: "link-management.yaml",
          line: 2,
          column: 10,
          endLine: 2,
          endColumn: 14,
        }),
      ]),
    });
  });

  test("github has annotations with escaped paths from the root of the repository", async () => {
    const folder = new Folder("a,b").write({ "link-management.yaml": WRONG, "Pulumi.yaml": "" });
    const env = { GITHUB_WORKSPACE: folder.root };
    const { stdout } = await run(["validate", "--format", "github"], folder.path, env);
    expect(stdout).toMatch(/^::error file=a%2Cb\/link-management\.yaml,line=2,col=10::/m);
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

test("schema prints what editors use", async () => {
  const { code, stdout } = await run(["schema"], new Folder().path);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(editorSchema())));
});
