// examples/pipelines: which steps get the key, and that no other job cancels a waiting apply.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const read = (file: string) => parse(readFileSync(join(__dirname, "../../examples/pipelines", file), "utf8"));

interface Step {
  readonly run?: string;
}
interface Job {
  readonly steps: readonly Step[];
  readonly concurrency: { readonly group: string; readonly "cancel-in-progress": boolean };
}

const TALKS_TO_THE_ACCOUNT = /pulumi (preview|up|refresh) /;

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

test("GitLab: only the jobs that talk to the account have the environment of the key", () => {
  const jobs = read(".gitlab-ci.yml") as Record<
    string,
    { script?: string[]; extends?: string; environment?: object }
  >;
  expect(jobs[".pulumi"]?.environment).toMatchObject({ name: "links" });
  for (const { script = [], extends: base, environment } of Object.values(jobs)) {
    if (script.length === 0) continue;
    const isTalking = TALKS_TO_THE_ACCOUNT.test(script.join("\n"));
    expect({ base, environment }).toEqual({
      base: isTalking ? ".pulumi" : undefined,
      environment: undefined,
    });
    if (isTalking) expect(script.join("\n")).not.toMatch(/npm ci|validate/);
  }
});
