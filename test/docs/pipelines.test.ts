// examples/pipelines and examples/many-accounts: which steps get the key, which jobs an event runs, and that no run of main is
// canceled. test/e2e/pipelines.test.ts and many-accounts.nightly.test.ts run their scripts.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { Folder } from "../config/support/folder";
import { evaluate } from "../e2e/support/expressions";

const EXAMPLES = join(__dirname, "../../examples");
const text = (file: string) => readFileSync(join(EXAMPLES, file), "utf8");
const GITHUB = ["pipelines/.github/workflows/links.yml", "many-accounts/.github/workflows/links.yml"];
const GITLAB = "pipelines/.gitlab-ci.yml";

interface Job {
  readonly defaults?: { readonly run: { readonly shell: string } };
  readonly steps: readonly { readonly run?: string }[];
}

const TALKS_TO_THE_ACCOUNT = /pulumi up |link-management review |account\.sh /;

describe.each([
  [GITHUB[0]!, 3, "LINK_MANAGEMENT_API_KEY PULUMI_CONFIG_PASSPHRASE"],
  // The keys are in the configs of the stacks.
  [GITHUB[1]!, 4, "PULUMI_CONFIG_PASSPHRASE"],
])("%s", (file, count, secrets) => {
  const workflow = parse(text(file));
  const jobs: readonly Job[] = Object.values(workflow.jobs);
  const secretsIn = (part: unknown) => JSON.stringify(part).match(/(?<=secrets\.)\w+/g) ?? [];

  test("gives its secrets only to the steps that talk to the account", () => {
    const steps = jobs.flatMap((job) => job.steps);
    const talking = steps.filter(({ run = "" }) => TALKS_TO_THE_ACCOUNT.test(run));
    expect(talking.map((step) => secretsIn(step).sort().join(" "))).toEqual(Array(count).fill(secrets));
    expect(secretsIn(steps.filter((step) => !talking.includes(step)))).toEqual([]);
    expect(secretsIn({ ...workflow, jobs: jobs.map(({ steps: _, ...job }) => job) })).toEqual([]);
  });

  test("uses each action in one version, which nobody can change", () => {
    const used = text(file).match(/uses: .*/g) ?? [];
    for (const one of used) expect(one).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    expect(used.length).toBeGreaterThan(3);
  });

  test("cancels no run of main, and notices a failure in a pipe", () => {
    expect(workflow.concurrency.queue).toBe("max");
    expect(workflow.concurrency).not.toHaveProperty("cancel-in-progress");
    for (const { defaults = workflow.defaults } of jobs) expect(defaults.run.shell).toBe("bash");
  });
});

test.each([...GITHUB, GITLAB])(
  "%s runs no scripts of packages, and each validate names its stack",
  (file) => {
    const installs = text(file).match(/npm (ci|install)[^&\n]*/g) ?? [];
    expect(installs.map((one) => one.trim())).toEqual(["npm ci --ignore-scripts"]);
    const calls = text(file).match(/link-management validate.*/g);
    expect(calls).toEqual([expect.stringMatching(/validate --stack ("\$STACK"|\{\})/)]);
  },
);

test("no summary or comment is beyond its limit, and it says where the rest is", () => {
  const folder = new Folder().write({ "a.txt": `${"ä".repeat(98)}\n`.repeat(10_000), "b.txt": "short\n" });
  const asCode = (file: string) =>
    execFileSync("bash", [join(EXAMPLES, "pipelines/.github/as-code.sh"), folder.at(file), "900000"]);
  const long = asCode("a.txt");
  expect(long.length).toBeGreaterThan(800_000);
  expect(long.length).toBeLessThan(1_000_000);
  expect(long.toString()).toMatch(/artifact of this run has the rest\.\n$/);
  expect(asCode("b.txt").toString()).toBe("    short\n");
});

describe("GitLab", () => {
  type Rules = { readonly rules?: readonly { readonly if: string; readonly when?: string }[] };
  type GitLabJob = Rules & Partial<Record<"script" | "extends", string>> & { environment?: { name: string } };
  const pipeline: Record<string, GitLabJob> = parse(text(GITLAB));
  const jobs = Object.entries(pipeline).filter(([, { script }]) => script !== undefined);

  test("only the jobs that talk to the account have an environment with the key", () => {
    for (const [, { script, extends: base = "", environment = pipeline[base]?.environment }] of jobs) {
      const isTalking = TALKS_TO_THE_ACCOUNT.test(String(script));
      expect(environment?.name.startsWith("links/") ?? false).toBe(isTalking);
    }
  });

  const MAIN = { CI_DEFAULT_BRANCH: "main", CI_COMMIT_BRANCH: "main" };
  const REQUEST = { CI_PIPELINE_SOURCE: "merge_request_event", CI_MERGE_REQUEST_PROJECT_ID: "7" };

  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ["a merge request", { ...REQUEST, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "7" }, ["validate", "plan"]],
    ["one from a fork", { ...REQUEST, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "8" }, ["validate"]],
    ["a push", { ...MAIN, CI_PIPELINE_SOURCE: "push" }, ["validate", "plan", "apply by hand"]],
    ["by hand", { ...MAIN, CI_PIPELINE_SOURCE: "web" }, ["validate", "plan", "apply by hand"]],
    ["another branch", { ...MAIN, CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "next" }, []],
    ["a schedule", { ...MAIN, CI_PIPELINE_SOURCE: "schedule" }, ["validate", "drift"]],
  ])("runs for %s", (_, variables, expected) => {
    // Its conditions are JavaScript with variables of the shell.
    const matching = ({ rules = [{ if: "true" }] }: Rules) =>
      rules.find((rule) =>
        evaluate(
          rule.if.replace(/\$(\w+)/g, (name) => `all.${name.slice(1)}`),
          { all: variables },
        ),
      );
    const running = jobs.flatMap(([name, job]) => {
      const rule = matching(job);
      return rule ? [rule.when === "manual" ? `${name} by hand` : name] : [];
    });
    expect(matching(pipeline.workflow!) ? running : []).toEqual(expected);
  });
});
