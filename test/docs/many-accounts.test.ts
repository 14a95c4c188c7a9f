// examples/many-accounts: for which accounts the workflow runs, in which order, what it refuses, and its report.
// test/e2e/many-accounts.nightly.test.ts runs it with the CLI.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";

const EXAMPLE = join(__dirname, "../../examples/many-accounts");

interface Step {
  readonly id?: string;
  readonly run?: string;
}

const { steps } = parse(readFileSync(join(EXAMPLE, ".github/workflows/links.yml"), "utf8")).jobs.accounts as {
  steps: readonly Step[];
};
/** As GitHub runs it. */
const SHELL = ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c"];

describe("the accounts that change", () => {
  const folder = mkdtempSync(join(tmpdir(), "link-management-"));
  const { run = "" } = steps.find(({ id }) => id === "changed") ?? {};
  let base = "";

  beforeAll(() => {
    git("init", "--quiet");
    const files = ["acme", "globex", "initech"].flatMap((name) => [
      `accounts/${name}/link-management.yaml`,
      `Pulumi.${name}.yaml`,
    ]);
    for (const file of [...files, "Pulumi.yaml", "shared/pixels.yaml"]) write(file, `${file}\n`.repeat(5));
    write(".git/info/exclude", "accounts.txt\n");
    commit();
    base = git("rev-parse", "HEAD");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const all = ["acme", "globex", "initech"];
  const acme = "accounts/acme/link-management.yaml";
  test.each<[string, string[], () => void]>([
    ["a file of one", ["acme"], () => write(acme, "changed")],
    ["a stack config", ["globex"], () => write("Pulumi.globex.yaml", "changed")],
    ["a file that moves", ["acme", "globex"], () => git("mv", acme, "accounts/globex/moved.yaml")],
    ["a deleted file", ["acme"], () => git("rm", "--quiet", acme)],
    ["a file with a quote in its name", ["acme"], () => write('accounts/acme/the "new" one.yaml', "new")],
    ["a shared file", all, () => write("shared/pixels.yaml", "changed")],
    ["the project", all, () => write("Pulumi.yaml", "changed")],
    ["a new account", ["umbrella"], () => write("Pulumi.umbrella.yaml", "new")],
    [
      "an account that is removed",
      ["acme", "globex"],
      () => git("rm", "-rq", "accounts/initech", "Pulumi.initech.yaml"),
    ],
    ["nothing", all, () => {}],
  ])("%s: %s", (_, names, change) => {
    git("reset", "--quiet", "--hard", base);
    change();
    commit();
    expect(changed(base)).toEqual(names);
  });

  test.each([
    ["at night", ""],
    ["the first commit of a branch", "0".repeat(40)],
  ])("%s, all", (_, from) => {
    git("reset", "--quiet", "--hard", base);
    expect(changed(from)).toEqual(all);
  });

  function changed(from: string): string[] {
    const env = { ...process.env, BASE: from };
    execFileSync("bash", [...SHELL, run], { cwd: folder, env, stdio: ["ignore", "ignore", "ignore"] });
    return linesOf(join(folder, "accounts.txt"));
  }

  function git(...args: string[]): string {
    const options = ["user.name=test", "user.email=test@example.com", "commit.gpgsign=false"];
    const all = [...options.flatMap((option) => ["-c", option]), ...args];
    return execFileSync("git", all, { cwd: folder, encoding: "utf8" }).trim();
  }

  function commit(): void {
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message=change");
  }

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
});

describe("the scripts", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "link-management-"));
    cpSync(join(EXAMPLE, "scripts"), join(folder, "scripts"), { recursive: true });
    mkdirSync(join(folder, "reviews"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const bash = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    spawnSync("bash", args, { cwd: folder, encoding: "utf8", env: { PATH: process.env.PATH, ...env } });
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const read = (file: string) => readFileSync(join(folder, file), "utf8");

  test.each([
    ["a key that would beat those of the stacks", "account: { expect: { username: acme } }", "key"],
    ["an account without `expect`", "account: {} # expect: later", ""],
    ["an account without a file", undefined, ""],
  ])("refuse %s", (_, config, key) => {
    if (config !== undefined) write("accounts/acme/link-management.yaml", config);
    const env = { LINK_MANAGEMENT_API_KEY: key };
    const { status, stdout } = bash(["scripts/account.sh", "acme", "apply"], env);
    expect([status, stdout]).toEqual([1, "acme: exit code 1\n"]);
    expect(read("reviews/acme.code")).toBe("1\n");
    expect(read("reviews/acme.log")).toContain(
      `::error::acme: ${key ? "LINK_MANAGEMENT_API_KEY" : "accounts/acme/"}`,
    );
  });

  test("apply the canary first, and nothing else if it fails", () => {
    const { run = "" } = steps.find(({ run }) => run?.includes("$CANARY")) ?? {};
    const apply = (canary: string) => {
      write("done.txt", "");
      write("accounts.txt", "globex\nacme\nacme-com\no'brien\ninitech\n");
      write("scripts/account.sh", '[ "$1" != initech ] || exit 1; echo "$1" >> done.txt');
      const { status } = bash([...SHELL, run], { CANARY: canary });
      return [status, ...linesOf(join(folder, "done.txt"))];
    };
    const [, first, ...others] = apply("acme");
    expect([first, ...others.toSorted()]).toEqual(["acme", "acme-com", "globex", "o'brien"]);
    expect(apply("initech")).toEqual([1]);
    // One that this commit does not change.
    expect(apply("acme.com").toSorted()).toEqual([123, "acme", "acme-com", "globex", "o'brien"]);
  });

  const HOSTILE = "```\n</details> @everyone\n# Title";
  const writeReview = (stack: string, code: number, rows: readonly object[]) => {
    const all = rows.map((row) => ({ urn: `urn:pulumi:${stack}`, id: stack, place: stack, ...row }));
    const review = { stack, headline: stack, errors: [], notes: [], rows: all };
    write(`reviews/${stack}.json`, JSON.stringify({ ...review, fingerprint: `print of ${stack}` }));
    const text = `${stack}, account 1 at x: 1 update\n\n  rows of ${stack} ${"x".repeat(5000)}\n${HOSTILE}\n\nFingerprint\nabc`;
    write(`reviews/${stack}.txt`, text);
    write(`reviews/${stack}.code`, `${code}\n`);
    write(`reviews/${stack}.log`, "log\n");
  };

  test("write one comment that GitHub takes, with all dangers, and one section for equal rows", () => {
    const equal = Array.from({ length: 6 }, (_, n) => `equal-${n}`);
    for (const stack of equal) writeReview(stack, 0, [{ key: "pixels.ads", field: "name", new: "Shop ads" }]);
    const others = Array.from({ length: 14 }, (_, n) => `other-${n}`);
    const rows = (stack: string) =>
      Array.from({ length: 5 }, (_, n) => ({
        key: `qrCodes.c${n}`,
        new: stack,
        danger: `${HOSTILE} ${stack}`,
      }));
    for (const stack of others) writeReview(stack, 0, rows(stack));
    expect(bash(["scripts/report.sh"]).status).toBe(0);
    const comment = read("comment.md");
    expect(comment.length).toBeLessThan(60_000);
    expect(comment).toMatch(/^### 20 accounts: 70 dangers, 0 failed\n/);
    for (const stack of others)
      expect(comment.match(new RegExp(`^    ${stack}: qrCodes`, "gm"))).toHaveLength(5);
    expect(comment).toContain(`**${equal.toSorted().join(" ")}**: 1 update`);
    expect(comment).toContain("The summary of the run has the rest.");
    expect(read("report.md").length).toBeGreaterThan(60_000);
    // Nothing from an account begins a line.
    expect(read("report.md")).not.toMatch(/^(```|<|# )/m);
  });

  test("say which accounts failed, with which hash the others can be applied, and the new addresses", () => {
    writeReview("acme", 7, [{ key: "pixels.ads" }]);
    write("reviews/acme.addresses", "qrCodes.menu: https://acme.example/qr/1\n");
    write("reviews/globex.addresses", "");
    writeReview("globex", 3, [{ key: "pixels.ads" }]);
    write("reviews/initech.code", "1\n");
    write("reviews/initech.log", "::error::initech: no key\n");
    const { status, stdout } = bash(["scripts/report.sh"], { OTHERWISE: "It is a direct push." });
    expect(status).toBe(0);
    expect(stdout).toContain("::error::initech: no key");
    const hash = bash(["scripts/hash.sh", "globex", "acme"]).stdout.trim();
    expect(hash).toMatch(/^[0-9a-f]{32}$/);
    expect(read("report.md")).toMatch(
      new RegExp(`Failed.*: initech\n[^]*Not applied.*: acme globex\n[^]*direct push.*\`${hash}\``),
    );
    const address = "    acme: qrCodes.menu: https://acme.example/qr/1\n";
    expect(read("addresses.md")).toBe(`**New addresses**\n\n${address}`);
    expect(read("report.md")).toContain(address);
    writeReview("acme", 7, []);
    expect(bash(["scripts/hash.sh", "acme", "globex"]).stdout.trim()).toBe(hash);
    write("reviews/acme.json", read("reviews/acme.json").replace("print of acme", "another plan"));
    expect(bash(["scripts/hash.sh", "acme", "globex"]).stdout.trim()).not.toBe(hash);
  });
});

function linesOf(file: string): string[] {
  return readFileSync(file, "utf8").split("\n").filter(Boolean);
}
