// examples/pipelines: which jobs an event starts, which steps get secrets, and how jobs queue.
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { githubJobs, gitlabJobs, type Job, type Settings, type Step } from "../e2e/support/pipeline-jobs";
import { readPage } from "./support/pages";

const github = readPage("examples/pipelines/.github/workflows/links.yml");
const gitlab = readPage("examples/pipelines/.gitlab-ci.yml");

const SECRETS = { LINK_MANAGEMENT_API_KEY: "the key", PULUMI_CONFIG_PASSPHRASE: "the passphrase" };
const SETTINGS: Settings = {
  vars: { LINK_MANAGEMENT_BASE_URL: "https://links.example.com", PULUMI_BACKEND_URL: "s3://acme" },
  secrets: SECRETS,
};
const onGitlab = (source: string, branch = "main") =>
  gitlabJobs(
    gitlab,
    { CI_PIPELINE_SOURCE: source, CI_COMMIT_BRANCH: branch, CI_DEFAULT_BRANCH: "main" },
    SETTINGS,
  );

/** The jobs of a pull request, of a push to main, and of a schedule. */
const SERVICES: readonly [string, readonly Job[][]][] = [
  [
    "GitHub Actions",
    ["pull_request", "push", "schedule"].map((event) => githubJobs(github, event, SETTINGS)),
  ],
  ["GitLab CI", ["merge_request_event", "push", "schedule"].map((source) => onGitlab(source))],
];

const scripts = (steps: readonly Step[]) => steps.map(({ script }) => script).join("\n");
const secretsIn = ({ env }: Step) => Object.keys(SECRETS).filter((name) => name in env);

describe.each(SERVICES)("%s", (_, [preview = [], apply = [], drift = []]) => {
  const events = [preview, apply, drift];

  test("an event starts its own job, after the one that validates", () => {
    expect(events.map((jobs) => jobs.at(-1)?.name)).toEqual(["preview", "apply", "drift"]);
    for (const jobs of events) {
      const all = scripts(jobs.flatMap(({ steps }) => steps));
      expect(all).toMatch(
        /^npm ci\nnpx pulumi version\nnpx pulumi-link-management validate.*\n[\s\S]*npx pulumi (preview|up|refresh) /,
      );
    }
  });

  test("only the steps that talk to the account get key and passphrase", () => {
    for (const step of events.flat().flatMap(({ steps }) => steps)) {
      const isTalking = /pulumi (preview|up|refresh) /.test(step.script);
      expect(secretsIn(step), step.script).toEqual(isTalking ? Object.keys(SECRETS) : []);
      if (isTalking) expect(step.script).not.toMatch(/npm ci|validate/);
    }
  });
});

describe("GitHub Actions", () => {
  interface Step {
    uses?: string;
    with?: Record<string, unknown>;
  }
  interface JobFile {
    concurrency: Record<string, unknown>;
    steps: Step[];
  }
  const { jobs, concurrency } = parse(github) as { jobs: Record<string, JobFile>; concurrency?: unknown };

  // A waiting run is canceled when another one of its group begins to wait.
  test("no other job has the concurrency group of the apply", () => {
    expect(concurrency).toBeUndefined();
    const groups = Object.values(jobs).map((job) => job.concurrency.group);
    expect(new Set(groups).size).toBe(3);
    expect(jobs.apply?.concurrency).toEqual({ group: "links-apply", "cancel-in-progress": false });
  });

  test.each(Object.entries(jobs))("%s caches npm and the CLI, and annotates errors", (_, { steps }) => {
    const options = (action: string) => steps.find(({ uses }) => uses?.startsWith(action))?.with;
    expect(options("actions/setup-node@")).toMatchObject({ cache: "npm" });
    expect(options("actions/cache@")).toMatchObject({
      path: "~/.pulumi/versions",
      key: expect.stringContaining("hashFiles('package-lock.json')"),
    });
    expect(JSON.stringify(steps)).toContain("validate --format github");
  });

  test("no other event starts a job", () => {
    expect(githubJobs(github, "workflow_dispatch", SETTINGS)).toEqual([]);
  });
});

describe("GitLab CI", () => {
  test("apply and drift check queue in one resource group, whose process mode the README sets", () => {
    expect(onGitlab("push").at(-1)?.group).toBe("links");
    expect(onGitlab("schedule").at(-1)?.group).toBe("links");
    expect(readPage("examples/pipelines/README.md")).toMatch(
      /process_mode=oldest_first \\\n .*\/resource_groups\/links"/,
    );
  });

  test("every job caches npm and the CLI", () => {
    const file = parse(gitlab) as Record<string, { cache?: object }>;
    for (const name of ["validate", ".pulumi"]) {
      expect(file[name]?.cache).toMatchObject({ paths: [".npm/", ".pulumi/versions/"] });
    }
    expect(file.variables).toMatchObject({
      npm_config_cache: "$CI_PROJECT_DIR/.npm",
      PULUMI_HOME: "$CI_PROJECT_DIR/.pulumi",
    });
  });

  test("no other event starts a job", () => {
    expect(onGitlab("push", "feature")).toEqual([]);
    expect(onGitlab("web")).toEqual([]);
  });
});

test.each(["README.md", "examples/config-repo/package.json", "examples/typescript/package.json"])(
  "%s names the exact version of the CLI that this project tests with",
  (page) => {
    const { devDependencies } = JSON.parse(readPage("package.json"));
    expect(devDependencies.pulumi).toMatch(/^\d+\.\d+\.\d+$/);
    expect(readPage(page)).toContain(`"pulumi": "${devDependencies.pulumi}"`);
  },
);
