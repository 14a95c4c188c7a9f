// examples/many-accounts: for which accounts the workflow runs, in which order, what it refuses, and its report.
// many-accounts.nightly.test.ts runs it with the CLI.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { Folder } from "../config/support/folder";
import { gitIn } from "./support/git";

const EXAMPLE = join(__dirname, "../../examples/many-accounts");

const steps: readonly { readonly id?: string; readonly run?: string }[] = parse(
  readFileSync(join(EXAMPLE, ".github/workflows/links.yml"), "utf8"),
).jobs.accounts.steps;
/** As GitHub runs it. */
const SHELL = ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c"];

const ALL = ["acme", "globex", "initech"];

test("the accounts that change", () => {
  const folder = new Folder();
  const { run = "" } = steps.find(({ id }) => id === "changed") ?? {};
  const git = gitIn(folder.path);
  const write = (file: string) => void folder.write({ [file]: `${file}\n`.repeat(5) });
  const changed = (from: string) => {
    const env = { ...process.env, BASE: from };
    execFileSync("bash", [...SHELL, run], { cwd: folder.path, env, stdio: "ignore" });
    return linesOf(folder.at("accounts.txt"));
  };
  git("init", "--quiet");
  const files = ALL.flatMap((name) => [`accounts/${name}/link-management.yaml`, `Pulumi.${name}.yaml`]);
  for (const file of [...files, "Pulumi.yaml", "shared/pixels.yaml"]) write(file);
  git("add", "--all");
  git("commit", "--quiet", "--message=base");
  const base = git("rev-parse", "HEAD");
  const edit = (file: string) => void folder.write({ [file]: "changed" });
  const acme = "accounts/acme/link-management.yaml";
  const cases: readonly (readonly [what: string, names: readonly string[], change: () => unknown])[] = [
    ["a file of one", ["acme"], () => edit(acme)],
    ["a stack config", ["globex"], () => edit("Pulumi.globex.yaml")],
    ["a file that moves", ["acme", "globex"], () => git("mv", acme, "accounts/globex/moved.yaml")],
    ["a deleted file", ["acme"], () => git("rm", "--quiet", acme)],
    ["a file with a quote in its name", ["acme"], () => edit('accounts/acme/the "new" one.yaml')],
    ["a shared file", ALL, () => edit("shared/pixels.yaml")],
    ["the project", ALL, () => edit("Pulumi.yaml")],
    ["a new account", ["umbrella"], () => edit("Pulumi.umbrella.yaml")],
    [
      "a removed account",
      ["acme", "globex"],
      () => git("rm", "-rq", "accounts/initech", "Pulumi.initech.yaml"),
    ],
    ["nothing", ALL, () => {}],
  ];
  for (const [what, names, change] of cases) {
    git("reset", "--quiet", "--hard", base);
    change();
    git("add", "--all", ":!accounts.txt");
    git("commit", "--quiet", "--allow-empty", "--message=change");
    expect(changed(base), what).toEqual(names);
  }
  git("reset", "--quiet", "--hard", base);
  expect(changed(""), "at night").toEqual(ALL);
  expect(changed("0".repeat(40)), "the first commit of a branch").toEqual(ALL);
});

const BIN = "node_modules/.bin/pulumi-link-management";

describe("the scripts", () => {
  let folder: Folder;
  beforeEach(() => {
    folder = new Folder();
    cpSync(join(EXAMPLE, "scripts"), folder.at("scripts"), { recursive: true });
    mkdirSync(folder.at("reviews"));
    cpSync(join(EXAMPLE, "../pipelines/.github/as-code.sh"), folder.at(".github/as-code.sh"));
    const command = join(__dirname, "../../dist/commands/main.js");
    folder.write({ [BIN]: `#!/bin/sh\nexec ${process.execPath} ${command} "$@"\n` });
    chmodSync(folder.at(BIN), 0o755);
  });

  const bash = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    spawnSync("bash", args, { cwd: folder.path, encoding: "utf8", env: { PATH: process.env.PATH, ...env } });
  const write = (file: string, text: string) => folder.write({ [file]: text });
  const read = (file: string) => readFileSync(folder.at(file), "utf8");

  test.each([
    ["a key that would beat those of the stacks", "account: { expect: { username: acme } }", "key"],
    ["an account without `expect`", "account: {} # expect: later", ""],
  ])("refuse %s", (_, config, key) => {
    write("accounts/acme/link-management.yaml", config);
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
      return [status, ...linesOf(folder.at("done.txt"))];
    };
    const [, first, ...others] = apply("acme");
    expect([first, ...others.toSorted()]).toEqual(["acme", "acme-com", "globex", "o'brien"]);
    expect(apply("initech")).toEqual([1]);
    // One that this commit does not change.
    expect(apply("acme.com").toSorted()).toEqual([123, "acme", "acme-com", "globex", "o'brien"]);
  });

  const writeReview = (stack: string, code: number) => {
    const object = { urn: stack, id: stack, place: stack, key: "pixels.ads" };
    const rows = [{ ...object, operation: "delete", why: "config", fields: [] }];
    const common = { format: 1, stack, headline: stack, errors: [], notes: [] };
    write(`reviews/${stack}.json`, JSON.stringify({ ...common, rows, fingerprint: `print of ${stack}` }));
    write(`reviews/${stack}.code`, `${code}\n`);
    write(`reviews/${stack}.log`, "log\n");
  };

  test("say which accounts failed, with which hash the others can be applied, and the new addresses", () => {
    writeReview("acme", 7);
    write("reviews/acme.addresses", "qrCodes.menu: https://acme.example/qr/1\n");
    write("reviews/globex.addresses", "");
    writeReview("globex", 3);
    write("reviews/initech.code", "1\n");
    write("reviews/initech.log", "::error::initech: no key\n");
    const { status, stdout } = bash(["scripts/report.sh"], { OTHERWISE: "It is a direct push." });
    expect(status).toBe(0);
    expect(stdout).toContain("::error::initech: no key");
    const hash = bash(["scripts/hash.sh", "globex", "acme"]).stdout.trim();
    expect(hash).toMatch(/^[0-9a-f]{32}$/);
    expect(read("comment.md")).toMatch(
      new RegExp(
        `Failed.*: initech\\n[^]*Not applied.*: acme globex\\n[^]*direct push.*\`${hash}\`[^]*### 2 accounts`,
      ),
    );
    expect(read("report.txt")).toMatch(/acme globex\n/);
    const address = "    acme: qrCodes.menu: https://acme.example/qr/1\n";
    expect(read("addresses.md")).toBe(`**New addresses**\n\n${address}`);
    write("reviews/acme.json", read("reviews/acme.json").replace("print of acme", "another plan"));
    expect(bash(["scripts/hash.sh", "acme", "globex"]).stdout.trim()).not.toBe(hash);
  });
});

function linesOf(file: string): string[] {
  return readFileSync(file, "utf8").split("\n").filter(Boolean);
}
