// The files that `init` writes.
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { AccountInfo } from "../../../src/api/account";
import { certainPaths, PIPELINES, projectFiles, stackName } from "../../../src/commands/init/project-files";
import { Source } from "../../../src/config/source/source";
import { readConfig } from "../../../src/config/validate/read-config";
import { registry } from "../../../src/resources/index";
import { readPage } from "../../docs/support/pages";

const ACME: AccountInfo = {
  id: "1",
  username: "acme",
  email: "acme@example.com",
  avatar: "",
  status: "pro",
  expires: "",
};
const ANSWERS = {
  account: ACME,
  baseUrl: "https://links.example.com",
  pipeline: "none",
  exported: undefined,
} as const;

const files = projectFiles(ANSWERS);
const fileOf = (path: string, answers: Parameters<typeof projectFiles>[0] = ANSWERS) =>
  projectFiles(answers).get(path)!;
const messagesOf = (config: string) =>
  readConfig(new Source("link-management.yaml", config), registry).diagnostics.map(({ message }) => message);

test.each(PIPELINES)("names all files before the account is known, with pipeline %s", (pipeline) => {
  expect([...projectFiles({ ...ANSWERS, pipeline }).keys()]).toEqual(certainPaths(pipeline));
});

test("package.json has the exact versions that this package is tested with", () => {
  const own = JSON.parse(readPage("package.json"));
  const { dependencies, devDependencies, main } = JSON.parse(files.get("package.json")!);
  expect(dependencies).toEqual({
    "@pulumi/pulumi": own.devDependencies["@pulumi/pulumi"],
    "pulumi-link-management": own.version,
  });
  expect(devDependencies).toEqual({ pulumi: own.devDependencies.pulumi });
  for (const version of Object.values({ ...dependencies, ...devDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(main).toBe(JSON.parse(readPage("examples/config-repo/package.json")).main);
});

test("Pulumi.yaml has a local backend, refreshes always, and has the address", () => {
  const text = files.get("Pulumi.yaml")!;
  expect(parse(text)).toEqual({
    name: "acme-links",
    runtime: { name: "nodejs", options: { typescript: false } },
    backend: { url: "file://." },
    options: { refresh: "always" },
    config: { "link-management:baseUrl": "https://links.example.com" },
  });
  expect(text).toMatch(/# .*manual changes[^\n]*\n +refresh: always/);
});

describe("the config without an export", () => {
  test("is valid, expects the account, and protects what is printed", () => {
    const config = files.get("link-management.yaml")!;
    expect(messagesOf(config)).toEqual([]);
    expect(parse(config)).toEqual({
      account: { expect: { id: 1, username: "acme" } },
      defaults: { qrCodes: { protect: true }, domains: { protect: true } },
    });
    expect(config).toMatch(
      /^# yaml-language-server: \$schema=\.\/node_modules\/pulumi-link-management\/link/,
    );
  });

  test("has valid entries in its comments", () => {
    const [, comments = ""] = files.get("link-management.yaml")!.split("\n#\n");
    const entries = comments.replace(/^# /gm, "");
    expect(messagesOf(entries)).toEqual([]);
    expect(Object.keys(parse(entries)).length).toBeGreaterThan(3);
  });

  test.each([
    "",
    "0123",
    "no",
    'a"b: c # d',
    "${env:HOME}",
    "Ünï",
    "a\u001b[31mb",
    "\u202eevil",
    "- x",
    "x".repeat(300),
  ])("is valid with the user name %j", (username) => {
    const config = fileOf("link-management.yaml", { ...ANSWERS, account: { ...ACME, username } });
    expect(messagesOf(config)).toEqual([]);
    const { expect: expected } = parse(config).account;
    expect(expected.id).toBe(1);
    if (expected.username) expect(expected.username.replaceAll("$${", "${")).toBe(username);
  });

  test("is valid for an account without a numeric id and without names", () => {
    const account = { ...ACME, id: "a-1", username: "", email: "" };
    expect(messagesOf(fileOf("link-management.yaml", { ...ANSWERS, account }))).toEqual([]);
  });
});

test("the config is the exported one", () => {
  expect(fileOf("link-management.yaml", { ...ANSWERS, exported: "pixels: {}\n" })).toBe("pixels: {}\n");
});

test("git ignores packages and state, but not the config of the stack", () => {
  const lines = files.get(".gitignore")!.split("\n");
  expect(lines).toEqual(expect.arrayContaining(["node_modules/", ".pulumi/"]));
  expect(files.get(".gitignore")).not.toContain("yaml");
});

test.each([
  ["github", ".github/workflows/links.yml"],
  ["gitlab", ".gitlab-ci.yml"],
] as const)("the pipeline for %s is the example with the name of the stack", (pipeline, path) => {
  const example = readPage(`examples/pipelines/${path}`);
  const account = { ...ACME, username: "0123" };
  const text = fileOf(path, { ...ANSWERS, account, pipeline });
  expect(text.replace('STACK: "0123"', "STACK: acme")).toBe(example);
  expect(JSON.stringify(parse(text))).toContain('"STACK":"0123"');
});

test.each([
  ["acme", "acme"],
  ["Ünï Cödes!", "uni-codes"],
  ["", "main"],
  ["../../etc", "etc"],
  ["acme@example.com", "acme-example.com"],
  ["x".repeat(300), "x".repeat(60)],
])("the account %j has the stack %j", (username, stack) => {
  expect(stackName({ ...ACME, username })).toBe(stack);
});
