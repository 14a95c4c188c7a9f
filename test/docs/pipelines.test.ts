// examples/pipelines: which steps get the key, that no other job cancels a waiting apply, and the schemas.
// test/e2e/pipelines.nightly.test.ts runs their scripts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";

const text = (file: string) => readFileSync(join(__dirname, "../../examples/pipelines", file), "utf8");
const read = (file: string) => parse(text(file));

interface Step {
  readonly run?: string;
}
interface Job {
  readonly steps: readonly Step[];
  readonly concurrency: { readonly group: string; readonly "cancel-in-progress": boolean };
}

const TALKS_TO_THE_ACCOUNT = /pulumi up |link-management review /;

test("GitHub: only the steps that talk to the account get key and passphrase", () => {
  const { jobs, ...rest } = read(".github/workflows/links.yml") as { jobs: Record<string, Job> };
  const steps = Object.values(jobs).flatMap(({ steps }) => steps);
  for (const step of steps) {
    const isTalking = TALKS_TO_THE_ACCOUNT.test(step.run ?? "");
    const names = JSON.stringify(step).match(/secrets\.\w+/g) ?? [];
    expect(names, step.run).toHaveLength(isTalking ? 2 : 0);
    if (isTalking) expect(step.run).not.toMatch(/npm ci|validate/);
  }
  expect(steps.filter(({ run }) => TALKS_TO_THE_ACCOUNT.test(run ?? ""))).toHaveLength(3);
  const outsideSteps = Object.values(jobs).map(({ steps, ...job }) => job);
  expect(JSON.stringify([rest, outsideSteps])).not.toContain("secrets.");
});

test("GitHub: no other job has the concurrency group of the apply", () => {
  const { jobs } = read(".github/workflows/links.yml") as { jobs: Record<string, Job> };
  const groups = Object.values(jobs).map(({ concurrency }) => concurrency.group);
  expect(new Set(groups).size).toBe(groups.length);
  expect(jobs.apply?.concurrency["cancel-in-progress"]).toBe(false);
});

test("GitHub: the files match the schema of GitHub, and so do their expressions", async () => {
  const { NoOperationTraceWriter, parseWorkflow } = await import("@actions/workflow-parser");
  const errorsIn = (content: string) => {
    const { context } = parseWorkflow({ name: "links.yml", content }, new NoOperationTraceWriter());
    return context.errors.getErrors().map(({ message }) => message);
  };
  const content = text(".github/workflows/links.yml");
  const others = ["links.yml", "account.yml"].map((name) =>
    text(`../many-accounts/.github/workflows/${name}`),
  );
  const own = text("../../.github/workflows/test.yml");
  for (const one of [content, ...others, own]) expect(errorsIn(one)).toEqual([]);
  expect(errorsIn(content.replaceAll("secrets.", "secret."))).toHaveLength(6);
});

interface GitLabJob {
  readonly script?: readonly string[];
  readonly extends?: string;
  readonly environment?: { readonly name: string };
}

test("GitLab: only the jobs that talk to the account have an environment with the key", () => {
  const jobs = read(".gitlab-ci.yml") as Record<string, GitLabJob>;
  for (const { script = [], extends: base = "", environment = jobs[base]?.environment } of Object.values(
    jobs,
  )) {
    const isTalking = TALKS_TO_THE_ACCOUNT.test(script.join("\n"));
    if (script.length > 0) expect(environment?.name.startsWith("links/") ?? false).toBe(isTalking);
  }
});

test("GitLab: no job runs scripts of packages", () => {
  const installs = JSON.stringify(read(".gitlab-ci.yml")).match(/npm ci[^"]*/g);
  expect(installs).toEqual(["npm ci --ignore-scripts"]);
});

// app/assets/javascripts/editor/schema/ci.json of GitLab (MIT), as gitlab-ci-local 4.61.1 (MIT) has published it.
test("GitLab: the file matches the schema of GitLab", () => {
  const schema = JSON.parse(readFileSync(join(__dirname, "schemas/gitlab-ci.json"), "utf8"));
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  validate(read(".gitlab-ci.yml"));
  expect(validate.errors).toBeNull();
  expect(validate({ ...read(".gitlab-ci.yml"), apply: { script: [], whn: "manual" } })).toBe(false);
});
