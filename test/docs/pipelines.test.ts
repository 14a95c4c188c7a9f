// examples/pipelines and examples/many-accounts: which steps get the key, and that no run of main is canceled.
// test/e2e/pipelines.test.ts and many-accounts.nightly.test.ts run their scripts.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { Folder } from "../config/support/folder";

const EXAMPLES = join(__dirname, "../../examples");
const text = (file: string) => readFileSync(join(EXAMPLES, file), "utf8");
const read = (file: string) => parse(text(file));

interface Defaults {
  readonly run: { readonly shell: string };
}

interface Workflow {
  readonly concurrency: { readonly queue: string; readonly "cancel-in-progress"?: unknown };
  readonly defaults?: Defaults;
  readonly jobs: Readonly<
    Record<string, { readonly defaults?: Defaults; readonly steps: readonly { readonly run?: string }[] }>
  >;
}

const TALKS_TO_THE_ACCOUNT = /pulumi up |link-management review |account\.sh /;

describe.each([
  ["pipelines", 3, "LINK_MANAGEMENT_API_KEY PULUMI_CONFIG_PASSPHRASE"],
  // The keys are in the configs of the stacks.
  ["many-accounts", 4, "PULUMI_CONFIG_PASSPHRASE"],
])("GitHub: the workflow of %s", (example, count, secrets) => {
  const content = text(`${example}/.github/workflows/links.yml`);
  const workflow = parse(content) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap(({ steps }) => steps);

  test("gives its secrets only to the steps that talk to the account", () => {
    for (const step of steps) {
      const isTalking = TALKS_TO_THE_ACCOUNT.test(step.run ?? "");
      const names = (JSON.stringify(step).match(/secrets\.\w+/g) ?? []).map((name) =>
        name.replace("secrets.", ""),
      );
      expect(names.sort().join(" "), step.run).toBe(isTalking ? secrets : "");
    }
    expect(steps.filter(({ run }) => TALKS_TO_THE_ACCOUNT.test(run ?? ""))).toHaveLength(count);
    const outside = { ...workflow, jobs: Object.values(workflow.jobs).map(({ steps, ...job }) => job) };
    expect(JSON.stringify(outside)).not.toContain("secrets.");
  });

  test("uses each action in one version, which nobody can change", () => {
    const used = content.match(/uses: .*/g) ?? [];
    for (const one of used) expect(one).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    expect(used.length).toBeGreaterThan(3);
  });

  test("cancels no run of main, and notices a failure in a pipe", () => {
    expect(workflow.concurrency.queue).toBe("max");
    expect(workflow.concurrency).not.toHaveProperty("cancel-in-progress");
    for (const { defaults = workflow.defaults } of Object.values(workflow.jobs))
      expect(defaults?.run.shell).toBe("bash");
  });
});

test.each([
  "pipelines/.github/workflows/links.yml",
  "many-accounts/.github/workflows/links.yml",
  "pipelines/.gitlab-ci.yml",
])("%s runs no scripts of packages", (file) => {
  const installs = text(file).match(/npm (ci|install)[^&\n]*/g) ?? [];
  expect(installs.map((one) => one.trim())).toEqual(["npm ci --ignore-scripts"]);
});

test("every validate names its stack", () => {
  for (const file of ["pipelines/.github/workflows/links.yml", "pipelines/.gitlab-ci.yml"]) {
    const calls = text(file).match(/link-management validate.*/g) ?? [];
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) expect(call).toContain('validate --stack "$STACK"');
  }
});

test("no summary or comment is beyond its limit, and it says where the rest is", () => {
  const folder = new Folder().write({ "a.txt": `${"ä".repeat(98)}\n`.repeat(10_000), "b.txt": "short\n" });
  const asCode = (file: string) =>
    execFileSync("bash", [join(EXAMPLES, "pipelines/.github/as-code.sh"), folder.at(file), "900000"]);
  const long = asCode("a.txt");
  expect(long.length).toBeGreaterThan(800_000);
  expect(long.length).toBeLessThan(1_000_000);
  expect(long.toString()).toMatch(/artifact of this run has the rest\.\n$/);
  expect(asCode("b.txt").toString()).toBe("    short\n");
  const workflows = ["pipelines", "many-accounts"].map((one) => text(`${one}/.github/workflows/links.yml`));
  for (const line of workflows.join("\n").match(/.*review\.txt.*SUMMARY.*|.*report\.txt.*SUMMARY.*/g) ?? [])
    expect(line).toContain("as-code.sh");
});

interface GitLabJob {
  readonly script?: readonly string[];
  readonly extends?: string;
  readonly environment?: { readonly name: string };
}

test("GitLab: only the jobs that talk to the account have an environment with the key", () => {
  const jobs = read("pipelines/.gitlab-ci.yml") as Record<string, GitLabJob>;
  for (const { script = [], extends: base = "", environment = jobs[base]?.environment } of Object.values(
    jobs,
  )) {
    const isTalking = TALKS_TO_THE_ACCOUNT.test(script.join("\n"));
    if (script.length > 0) expect(environment?.name.startsWith("links/") ?? false).toBe(isTalking);
  }
});
