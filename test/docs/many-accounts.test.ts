// examples/many-accounts: for which accounts the workflow runs, and that no account gets in the way of another.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";

const WORKFLOWS = join(__dirname, "../../examples/many-accounts/.github/workflows");
const jobsOf = (file: string) => parse(readFileSync(join(WORKFLOWS, file), "utf8")).jobs;
const links = jobsOf("links.yml");
const account = jobsOf("account.yml");

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

describe("the accounts that change", () => {
  const folder = mkdtempSync(join(tmpdir(), "link-management-"));
  const { run } = links.accounts.steps.find(({ id }: Step) => id === "changed");
  let base = "";

  beforeAll(() => {
    git("init", "--quiet");
    const files = ["acme", "globex", "initech"].flatMap((name) => [
      `accounts/${name}/link-management.yaml`,
      `Pulumi.${name}.yaml`,
    ]);
    for (const file of [...files, "Pulumi.yaml", "shared/pixels.yaml"]) write(file, `${file}\n`.repeat(5));
    base = commit();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const all = ["acme", "globex", "initech"];
  const acme = "accounts/acme/link-management.yaml";
  test.each<[string, string[], () => void]>([
    ["a file of one", ["acme"], () => write(acme, "changed")],
    ["a new file of one", ["acme"], () => write("accounts/acme/more/codes.yaml", "new")],
    ["a stack config", ["globex"], () => write("Pulumi.globex.yaml", "changed")],
    [
      "files of two",
      ["acme", "globex"],
      () => [acme, "Pulumi.globex.yaml"].map((file) => write(file, "changed")),
    ],
    ["a file that moves", ["acme", "globex"], () => git("mv", acme, "accounts/globex/moved.yaml")],
    ["a deleted file", ["acme"], () => git("rm", "--quiet", acme)],
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
    const output = join(folder, ".git/output");
    writeFileSync(output, "");
    const env = { ...process.env, BASE: from, GITHUB_OUTPUT: output };
    execFileSync("bash", ["-e", "-c", run], { cwd: folder, env, stdio: ["ignore", "ignore", "ignore"] });
    return JSON.parse(readFileSync(output, "utf8").replace("names=", ""));
  }

  function git(...args: string[]): string {
    const options = [
      "-c",
      "user.name=test",
      "-c",
      "user.email=test@example.com",
      "-c",
      "commit.gpgsign=false",
    ];
    return execFileSync("git", [...options, ...args], { cwd: folder, encoding: "utf8" }).trim();
  }

  function commit(): string {
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message=change");
    return git("rev-parse", "HEAD");
  }

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
});

test("no account stops, cancels or overwrites another", () => {
  expect(links.account.strategy["fail-fast"]).toBe(false);
  const steps: Step[] = [...account.plan.steps, ...account.apply.steps];
  const names = [
    account.plan.concurrency.group,
    account.apply.concurrency.group,
    ...steps.flatMap(({ with: { header, name } = {} }) => header ?? name ?? []),
  ];
  expect(names).toHaveLength(5);
  for (const name of names) expect(name).toContain("${{ inputs.account }}");
  expect(account.apply.concurrency["cancel-in-progress"]).toBe(false);
});

test("only the steps that talk to the account get key and passphrase", () => {
  const steps: Step[] = [
    ...links.accounts.steps,
    ...links.validate.steps,
    ...account.plan.steps,
    ...account.apply.steps,
  ];
  for (const step of steps) {
    const isTalking = /pulumi up |link-management review /.test(step.run ?? "");
    expect(JSON.stringify(step).match(/secrets\.\w+/g) ?? [], step.run).toHaveLength(isTalking ? 2 : 0);
  }
});
