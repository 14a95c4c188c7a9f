// Performs the steps of CONTRIBUTING.md, "Adding a kind", in copies of the tree: one file and one line give a tested kind.
// Two mistakes in the new file are found, one by the compiler and one by the tests that ask the registry.
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allDialects } from "../support/dialects";
import { packageRoot, type Run, run } from "./support/project";

/** One step: the file that it creates or appends to, and the code. */
interface Step {
  readonly path: string;
  readonly code: string;
}

interface TestResult {
  readonly file: string;
  readonly name: string;
  readonly status: string;
  readonly failures: readonly string[];
}

interface TestRun extends Run {
  /** Of the tests that ran. */
  readonly results: readonly TestResult[];
}

const TYPE = "SplashPage";
const HANDLERS = ["objects/life", "objects/update-body", "existing/dialects", "objects/updates"].map(
  (name) => `test/handlers/${name}.test.ts`,
);
const NOT_COPIED = new Set([".git", "node_modules", "dist", "link-management.schema.json"]);

const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"))),
  NO_COLOR: "1",
};

let root: string;
let steps: readonly Step[];
/** The tree after all steps. */
let tree: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "link-management-kind-"));
  steps = stepsOf(await readFile(join(packageRoot, "CONTRIBUTING.md"), "utf8"));
  tree = await copyTree(packageRoot, "added");
  await perform(tree, steps);
  await succeed(tree, "npm", "run", "--silent", "docs");
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** The numbered steps that have a path and code. */
function stepsOf(contributing: string): readonly Step[] {
  const [, section = ""] = /^## Adding a kind\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(contributing) ?? [];
  const blocks = section.matchAll(/^\d+\. .*`(src\/[^`]+)`:\n\n {3}```ts\n([\s\S]*?)^ {3}```$/gm);
  return [...blocks].map(([, path = "", code = ""]) => ({ path, code: code.replace(/^ {3}/gm, "") }));
}

async function copyTree(source: string, name: string): Promise<string> {
  const copy = join(root, name);
  const isCopied = (path: string) => !NOT_COPIED.has(relative(source, path));
  await cp(source, copy, { recursive: true, verbatimSymlinks: true, filter: isCopied });
  await symlink(join(packageRoot, "node_modules"), join(copy, "node_modules"));
  return copy;
}

async function perform(folder: string, all: readonly Step[]): Promise<void> {
  for (const { path, code } of all) await writeFile(join(folder, path), code, { flag: "a" });
}

/** A copy of the finished tree with another text in the file of the new kind. */
async function sabotaged(name: string, edit: (code: string) => string): Promise<string> {
  const copy = await copyTree(tree, name);
  const { path, code } = steps[0]!;
  const edited = edit(code);
  expect(edited).not.toBe(code);
  await writeFile(join(copy, path), edited);
  return copy;
}

async function succeed(folder: string, ...command: string[]): Promise<void> {
  const { code, output } = await run(command, folder, env);
  expect(code, `${command.join(" ")}:\n${output}`).toBe(0);
}

async function runTests(folder: string, ...args: string[]): Promise<TestRun> {
  const report = `${folder}-${args[1]}.json`;
  const vitest = ["npx", "--no-install", "vitest", "run", "--reporter=dot", "--reporter=json"];
  const result = await run([...vitest, `--outputFile.json=${report}`, ...args], folder, env);
  const { testResults } = JSON.parse(await readFile(report, "utf8")) as {
    testResults: {
      name: string;
      assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
    }[];
  };
  const all = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName: name, status, failureMessages: failures }) => ({
      file: relative(folder, file),
      name,
      status,
      failures,
    })),
  );
  return { ...result, results: all.filter(({ status }) => status === "passed" || status === "failed") };
}

/** The unit tests that ask the registry, without those that only test limits, and the tests of the docs. */
async function unitTests(): Promise<string[]> {
  const paths = (await readdir(join(tree, "test"), { recursive: true })).map((path) => join("test", path));
  const candidates = paths.filter(
    (path) => path.endsWith(".test.ts") && !/^test.(handlers|chaos|e2e)\b|\b(speed|hostile)\./.test(path),
  );
  const texts = await Promise.all(candidates.map((path) => readFile(join(tree, path), "utf8")));
  return candidates.filter((path, index) => /^test.docs\b/.test(path) || /\bregistry\b/.test(texts[index]!));
}

describe("the steps of CONTRIBUTING.md", () => {
  test("are one new file, one line, and the generated class and pages", async () => {
    expect(steps.map(({ path }) => path)).toEqual(["src/resources/splash-page.ts", "src/resources/kinds.ts"]);
    const [file, line] = steps;
    expect(file?.code).toContain(`type: "${TYPE}"`);
    expect(line?.code).toMatch(/^[^\n]+\n$/);
    await expect(readFile(join(packageRoot, file!.path))).rejects.toThrow("ENOENT");
    expect(await readFile(join(tree, "docs/reference/splash-page.md"), "utf8")).toContain(`# ${TYPE}\n`);
    const types = await readFile(join(tree, "src/resources/classes/splash-page.ts"), "utf8");
    expect(types).toContain(`export interface ${TYPE}Args {`);
    expect(await readFile(join(tree, "docs/clearing.md"), "utf8")).toContain(`- \`${TYPE}\`: \`message\``);
  });

  test.concurrent("give a kind that compiles", () => succeed(tree, "npm", "run", "--silent", "typecheck"));

  test.concurrent("satisfy the linter", () => succeed(tree, "npm", "run", "--silent", "lint"));

  test.concurrent("pass the tests of docs, schema and definitions", async ({ expect }) => {
    const files = await unitTests();
    expect(files.length).toBeGreaterThan(10);
    const tests = await runTests(tree, "--project", "unit", ...files);
    expect(tests.code, tests.output).toBe(0);
    const ofKind = tests.results.filter(({ name }) => /SplashPage|splash-page\.md/.test(name));
    expect(ofKind.length).toBeGreaterThan(5);
  });

  test.concurrent("pass the lifecycle and dialect tests, which ask the registry", async ({ expect }) => {
    const tests = await runTests(tree, "--project", "handlers", "-t", TYPE, ...HANDLERS);
    expect(tests.code, tests.output).toBe(0);
    const dialects = allDialects.length;
    const countOf = (file: string) => tests.results.filter((one) => one.file === file).length;
    const [life, updateBody, existing] = HANDLERS.map(countOf);
    expect(life).toBeGreaterThanOrEqual(2 * dialects);
    expect(existing).toBeGreaterThanOrEqual(2 * dialects);
    expect(updateBody).toBeGreaterThanOrEqual(5);
  });
});

describe("a mistake in the new file", () => {
  test.concurrent("does not compile if the field table omits an argument", async ({ expect }) => {
    const folder = await sabotaged("omitted-field", (code) =>
      code.replace(/(?<=text\("name"\)), message: text\(.*?\}\)/, ""),
    );
    const { code, output } = await run(
      ["npx", "--no-install", "tsc", "-p", "tsconfig.build.json", "--noEmit"],
      folder,
      env,
    );
    expect(code).not.toBe(0);
    expect(output).toMatch(
      /^src\/resources\/splash-page\.ts\(\d+,\d+\): error TS\d+: Property 'message' is missing/m,
    );
  });

  test.concurrent("fails the lifecycle tests if an update does not send a field", async ({ expect }) => {
    const folder = await sabotaged("omitted-update", (code) =>
      code.replace(
        /lifecycle: (listedObject\(.*?\}\)),/,
        `lifecycle: (kind) => {
            const object = $1(kind);
            object.update = async (session, id, { news }) => {
              await session.send("PUT", \`/api/splash/\${id}/update\`, { name: news.name });
              return { fields: news, outputs: {} };
            };
            return object;
          },`,
      ),
    );
    const tests = await runTests(folder, "--project", "handlers", "-t", TYPE, HANDLERS[1]!);
    expect(tests.code).not.toBe(0);
    const failures = tests.results.flatMap((one) => one.failures.map((text) => `${one.name}: ${text}`));
    expect(failures).toContainEqual(
      expect.stringContaining(`${TYPE}: the API ignores no field of an update: AssertionError: message: `),
    );
    expect(failures).toContainEqual(
      expect.stringContaining(`${TYPE}: an update of message sends all managed fields: AssertionError: `),
    );
  });
});
