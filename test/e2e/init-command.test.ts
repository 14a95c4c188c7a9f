// `link-management init`, in a terminal and without one, with the real CLI for its stack.
import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DEMO_KEY, type Emulator } from "../../src/emulator/index";
import { CTRL_C, CTRL_D, Dialog, ENTER } from "./support/dialog";
import { startEmulator } from "./support/emulator";
import { temporaryFolder } from "./support/package";
import { cliEnvironment, packageRoot, readText, run } from "./support/project";
import { hasTerminal } from "./support/terminal";

const MAIN = [process.execPath, join(packageRoot, "dist/commands/main.js"), "init"];
const FILES = [".gitignore", ".vscode", "Pulumi.yaml", "link-management.yaml", "package.json"];
const STACK_FILES = [".pulumi", "Pulumi.acme.yaml"];

let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let folder: string;
let emulator: Emulator;

beforeEach(async () => {
  temporary = await temporaryFolder();
  folder = temporary.path;
  emulator = await startEmulator();
});
afterEach(async () => {
  await emulator.close();
  await temporary.remove();
});

/** Without anything that `init` could take an answer from. */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PULUMI_CONFIG_PASSPHRASE: _, ...env } = cliEnvironment();
  return { ...env, ...more };
}
const answers = (more: NodeJS.ProcessEnv = {}) =>
  environment({ LINK_MANAGEMENT_BASE_URL: emulator.url, LINK_MANAGEMENT_API_KEY: DEMO_KEY, ...more });
const init = (args: string[], env: NodeJS.ProcessEnv, cwd = folder) => run([...MAIN, ...args], cwd, env);
const filesIn = async () => (await readdir(folder)).sort();
const paths = () => emulator.log.map(({ method, path }) => `${method} ${path}`);

/** What `npm install` does. test/e2e/package/init.nightly.test.ts really installs. */
async function installPackages(): Promise<void> {
  await mkdir(join(folder, "node_modules"));
  await symlink(packageRoot, join(folder, "node_modules/pulumi-link-management"));
  await symlink(join(packageRoot, "node_modules/@pulumi"), join(folder, "node_modules/@pulumi"));
}

describe("without a terminal", () => {
  test("writes a project whose preview passes, with one request", async () => {
    const env = answers({ PULUMI_CONFIG_PASSPHRASE: "four-words-of-a-pipeline" });
    const { code, output } = await init(["--yes", "--no-export", "--pipeline", "github"], env);
    expect(code, output).toBe(0);
    expect(paths()).toEqual(["GET /api/account"]);
    expect(await filesIn()).toEqual([".github", ...FILES, ...STACK_FILES].sort());
    expect(await readText(join(folder, ".github/workflows/links.yml"))).toContain('STACK: "acme"');
    expect(output).toMatch(/\nNext:\n {2}npm install\n {2}npx pulumi preview\n$/);
    expect(output).toContain("Created the stack acme.");

    await installPackages();
    const { LINK_MANAGEMENT_BASE_URL: _, ...next } = env;
    const preview = await run(["pulumi", "preview", "--non-interactive", "--color", "never"], folder, next);
    expect(preview.code, preview.output).toBe(0);
    // The preview refreshes, and needs the address of Pulumi.yaml.
    expect(preview.output).not.toContain("error");
  });

  test("exports the account, and creates no stack without a passphrase", async () => {
    emulator.store.account("acme").pixels.create({ type: "fbpixel", name: "Shop ads", tag: "1234567890" });
    const { code, output } = await init(["--yes"], answers());
    expect(code, output).toBe(0);
    expect(await filesIn()).toEqual([...FILES].sort());
    expect(await readText(join(folder, "link-management.yaml"))).toContain("name: Shop ads");
    const next = [
      "export PULUMI_CONFIG_PASSPHRASE=…",
      "npm install",
      "npx pulumi stack select --create acme",
      "LINK_MANAGEMENT_ON_EXISTING=adopt npx pulumi up",
      "npx pulumi preview",
    ];
    expect(output.endsWith(`Next:\n${next.map((line) => `  ${line}\n`).join("")}`), output).toBe(true);
  });

  test("names all missing answers, and exits with 2", async () => {
    const { code, output, stdout } = await init([], environment());
    expect(code).toBe(2);
    expect(output).toMatch(/^\S+: there is no terminal to ask for answers\. Set --base-url, the variable/);
    expect(output).toContain("LINK_MANAGEMENT_API_KEY, --export or --no-export and --pipeline");
    expect(stdout).toBe("");
    expect(await filesIn()).toEqual([]);
  });

  test("names all existing files before it sends anything, and overwrites them with --force", async () => {
    for (const name of ["package.json", ".gitlab-ci.yml", "other"]) await writeFile(join(folder, name), "");
    const refused = await init(["--yes", "--pipeline", "gitlab"], answers());
    expect(refused.code).toBe(2);
    expect(refused.output).toContain("package.json and .gitlab-ci.yml exist.");
    expect(emulator.log).toEqual([]);
    expect(await filesIn()).toEqual([".gitlab-ci.yml", "other", "package.json"]);

    const forced = await init(["--yes", "--pipeline", "gitlab", "--force"], answers());
    expect(forced.code, forced.output).toBe(0);
    expect(await readText(join(folder, "package.json"))).toContain("acme-links");
  });

  test("keeps an existing stack, and reports a passphrase that is not its own", async () => {
    const args = ["--yes", "--no-export"];
    const own = answers({ PULUMI_CONFIG_PASSPHRASE: "four-words-of-a-pipeline" });
    expect((await init(args, own)).output).toContain("Created the stack acme.");
    const same = await init([...args, "--force"], own);
    expect(same.code, same.output).toBe(0);
    expect(same.output).toContain("Selected the stack acme, which existed.");
    expect(same.output).not.toContain("Created the stack");

    const wrong = answers({ PULUMI_CONFIG_PASSPHRASE: "words-of-another-pipeline" });
    const other = await init([...args, "--force"], wrong);
    expect(other.code, other.output).toBe(1);
    expect(other.output).toContain("Selected the stack acme, which existed.");
    expect(other.output).toMatch(
      /^link-management: the stack acme existed, but .*incorrect passphrase\. If/m,
    );
  });

  test("leaves out what --exclude names, such as a kind that the plan lacks", async () => {
    await emulator.close();
    emulator = await startEmulator({ dialect: { pathOutsidePlan: "/api/domains" } });
    emulator.store.account("acme").pixels.create({ type: "fbpixel", name: "Shop ads", tag: "1234567890" });
    const refused = await init(["--yes"], answers());
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(/add --exclude domains\. Nothing was written\n$/);
    const { code, output } = await init(["--yes", "--exclude", "domains"], answers());
    expect(code, output).toBe(0);
    expect(output).toContain("Exported 1 pixels.");
  });

  test.each([
    [["--exclude", "domain"], 1, /nothing on the account matches "domain"\. .*\. Nothing was written\n$/],
    [["--exclude", "{a"], 2, /\{a,b\} is not closed.*\. Nothing was written\n$/],
    [["--no-export", "--exclude", "domains"], 2, /--exclude .* --no-export/],
  ])("%j fails with %i", async (args, expected, message) => {
    const { code, output } = await init(["--yes", ...args], answers());
    expect(code, output).toBe(expected);
    expect(output).toMatch(message);
    expect(await filesIn()).toEqual([]);
  });

  test("a wrong --base-url names the option", async () => {
    const { code, output } = await init(["--yes", "--base-url", `${emulator.url}/api`], answers());
    expect(code).toBe(1);
    expect(output).toContain(`the base address in --base-url ends in /api`);
    expect(output).toMatch(
      new RegExp(`: set it with \`--base-url ${emulator.url}\`\\. Nothing was written\n$`),
    );
  });

  const WRONG: readonly [NodeJS.ProcessEnv, string][] = [
    [{ LINK_MANAGEMENT_API_KEY: "other-key" }, "the service rejected the API key"],
    [{ LINK_MANAGEMENT_API_KEY: `${DEMO_KEY}\n` }, "contains white space"],
    [{ LINK_MANAGEMENT_BASE_URL: "https://links.example.com/api" }, "ends in /api"],
    [{ LINK_MANAGEMENT_ACCOUNT: "other" }, "wrong account"],
  ];

  test("reports a wrong key, address and account, and writes nothing", async () => {
    const results = await Promise.all(WRONG.map(([wrong]) => init(["--yes"], answers(wrong))));
    for (const [index, { code, output }] of results.entries()) {
      expect(code).toBe(1);
      expect(output).toContain(WRONG[index]![1]);
      expect(output).toMatch(/Nothing was written\n$/);
    }
    expect(await filesIn()).toEqual([]);
  });

  test.skipIf(process.platform !== "linux")("reports a folder in which nothing can be written", async () => {
    const { code, output } = await init(["--yes", "--no-export"], answers(), "/proc");
    expect(code).toBe(2);
    expect(output).toMatch(
      /package\.json cannot be written \(E[A-Z]+\)\. Choose another folder\. Nothing was/,
    );
  });

  test("says what to do if the stack cannot be created", async () => {
    const env = answers({ PULUMI_CONFIG_PASSPHRASE: "", PULUMI_BACKEND_URL: "file:///nowhere/at/all" });
    const { code, output } = await init(["--yes"], env);
    expect(code).toBe(1);
    expect(output).toContain("the stack acme was not created: ");
    expect(output).toContain("\n  npx pulumi stack select --create acme\n");
    expect(await filesIn()).toEqual([...FILES].sort());
  });
});

describe.runIf(hasTerminal)("in a terminal", () => {
  const PASSPHRASE = "four-words-of-a-pipeline";
  const start = (env = environment(), args: readonly string[] = []) =>
    new Dialog([...MAIN, ...args].join(" "), { cwd: folder, env: { ...env, NO_COLOR: "1" } });

  test("asks for everything, again after a wrong answer, and shows neither key nor passphrase", async () => {
    emulator.store.account("acme").pixels.create({ type: "fbpixel", name: "Shop ads", tag: "1234567890" });
    const dialog = start();
    await dialog.answer("Address of the service", `${emulator.url}/api${ENTER}`);
    await dialog.answer(`: type ${emulator.url}`, "");
    await dialog.answer("Address of the service", ` ${emulator.url}/ ${ENTER}`);
    await dialog.answer("API key (hidden): ", `no key${ENTER}`);
    await dialog.answer("contains white space", "");
    await dialog.answer("API key (hidden): ", `renewed-key${ENTER}`);
    await dialog.answer("the service rejected the API key", "");
    await dialog.answer("Address of the service", emulator.url + ENTER);
    await dialog.answer("API key (hidden): ", `  ${DEMO_KEY}\t${ENTER}`);
    await dialog.answer("config? This changes nothing on the account. [Y/n] ", ENTER);
    await dialog.answer("Write a pipeline? [NONE/github/gitlab] ", `circle${ENTER}`);
    await dialog.answer("Write a pipeline? [NONE/github/gitlab] ", `GitLab${ENTER}`);
    await dialog.answer("Choose a passphrase (hidden): ", PASSPHRASE + ENTER);
    await dialog.answer("The same again (hidden): ", `other${ENTER}`);
    await dialog.answer("Choose a passphrase (hidden): ", PASSPHRASE + ENTER);
    await dialog.answer("The same again (hidden): ", PASSPHRASE + ENTER);
    const { code, screen } = await dialog.ended();
    expect(code, screen).toBe(0);
    expect(screen).toMatch(/The key belongs to account 1 registered .* \(acme, acme@example\.com\)\./);
    expect(await filesIn()).toEqual([".gitlab-ci.yml", ...FILES, ...STACK_FILES].sort());
    expect(await readText(join(folder, "link-management.yaml"))).toContain("name: Shop ads");
    expect(screen).toContain(
      "  export LINK_MANAGEMENT_API_KEY=… PULUMI_CONFIG_PASSPHRASE=…\n  npm install\n",
    );
    // Nothing of them, in no file either: the folder is scanned at the end.
    for (const secret of [DEMO_KEY, "renewed-key", "no key", PASSPHRASE, "other"])
      expect(screen).not.toContain(secret);
  });

  const QUESTIONS = [
    ["Address of the service", () => emulator.url],
    ["API key (hidden): ", () => DEMO_KEY],
    ["[Y/n] ", () => "n"],
    ["Write a pipeline?", () => "github"],
    ["Choose a passphrase (hidden): ", () => PASSPHRASE],
    ["The same again (hidden): ", () => PASSPHRASE],
  ] as const;

  test("Ctrl-C at any question and Ctrl-D write nothing", async () => {
    const keys = [...QUESTIONS.keys()].map((last) => [last, CTRL_C] as const);
    const stopped = [...keys, [1, CTRL_D] as const].map(async ([last, key]) => {
      const dialog = start();
      for (const [question, answer] of QUESTIONS.slice(0, last))
        await dialog.answer(question, answer() + ENTER);
      await dialog.answer(QUESTIONS[last]![0], key);
      return dialog.ended();
    });
    for (const { code, screen } of await Promise.all(stopped)) {
      expect(screen).toMatch(/canceled\. Nothing was written\n$/);
      expect(code).toBe(130);
    }
    expect(await filesIn()).toEqual([]);
  });

  test("asks nothing that is known", async () => {
    const dialog = start(answers({ PULUMI_CONFIG_PASSPHRASE: "" }));
    await dialog.answer("[Y/n] ", `n${ENTER}`);
    await dialog.answer("Write a pipeline?", ENTER);
    const { code, screen } = await dialog.ended();
    expect(code, screen).toBe(0);
    expect(screen).toContain("Next:\n  npm install\n  npx pulumi preview\n");
  });

  test("reports an existing pipeline right after the answer", async () => {
    await writeFile(join(folder, ".gitlab-ci.yml"), "");
    const dialog = start(answers());
    await dialog.answer("[Y/n] ", ENTER);
    await dialog.answer("Write a pipeline?", `gitlab${ENTER}`);
    const { code, screen } = await dialog.ended();
    expect(code, screen).toBe(2);
    expect(screen).toContain(".gitlab-ci.yml exists. ");
    expect(screen).toMatch(/Nothing was written\n$/);
    expect(paths()).toEqual(["GET /api/account"]);
  });

  test("shows that it creates the stack. Ctrl-C then says what was written and what is missing", async () => {
    const cli = join(folder, "bin/pulumi");
    await mkdir(join(folder, "bin"));
    await writeFile(cli, "#!/bin/sh\nexec sleep 60\n", { mode: 0o755 });
    const env = answers({ PULUMI_CONFIG_PASSPHRASE: "", PATH: `${join(folder, "bin")}:${process.env.PATH}` });
    const dialog = start(env, ["--yes", "--no-export"]);
    await dialog.answer("creating the stack acme", CTRL_C);
    const { code, screen } = await dialog.ended();
    expect(code, screen).toBe(130);
    expect(screen).toMatch(/Wrote package\.json, Pulumi\.yaml, /);
    expect(screen).toContain("\n  npx pulumi stack select --create acme\n");
    expect(screen).toMatch(/link-management: canceled while .* the stack acme.*\n$/);
    expect(screen).not.toContain("Created the stack");
    expect(await filesIn()).toEqual([...FILES, "bin"].sort());
  });
});
