// A repository with a pipeline: its checkout, stack and account, and the jobs that run in it.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { DEMO_KEY, type Emulator } from "../../../src/emulator/index";
import { homeOfCli } from "../support/cli-home";
import { startEmulator } from "../support/emulator";
import { exampleFiles, writeLockFile } from "../support/example";
import type { Packed } from "../support/package";
import { githubJobs, gitlabJobs, type Job, type Settings, type Step } from "../support/pipeline-jobs";
import { cliEnvironment, type Run, run } from "../support/project";
import { scanFolder } from "../support/scan-artifacts";

const PASSPHRASE = "four-words-of-a-pipeline";

/** What starts a pipeline, independent of the CI service. */
export type PipelineEvent = "pullRequest" | "pushToMain" | "schedule";

/** The jobs that an event starts. */
type JobsOf = (files: Record<string, string>, event: PipelineEvent, settings: Settings) => Job[];

export const ciServices: [string, JobsOf][] = [
  [
    "GitHub Actions",
    (files, event, settings) =>
      githubJobs(
        files[".github/workflows/links.yml"] ?? "",
        { pullRequest: "pull_request", pushToMain: "push", schedule: "schedule" }[event],
        settings,
      ),
  ],
  [
    "GitLab CI",
    (files, event, settings) => {
      const source = { pullRequest: "merge_request_event", pushToMain: "push", schedule: "schedule" }[event];
      const branch = { CI_COMMIT_BRANCH: "main", CI_DEFAULT_BRANCH: "main" };
      return gitlabJobs(files[".gitlab-ci.yml"] ?? "", { CI_PIPELINE_SOURCE: source, ...branch }, settings);
    },
  ],
];

export class Pipeline {
  #isInstalled = false;

  private constructor(
    readonly checkout: string,
    readonly emulator: Emulator,
    readonly env: NodeJS.ProcessEnv,
    readonly jobsOf: (event: PipelineEvent) => Job[],
  ) {}

  /** @param folder for the checkout, the backend and the CLI's home */
  static async create(folder: string, packed: Packed, jobsOf: JobsOf): Promise<Pipeline> {
    const checkout = await mkdtemp(join(folder, "checkout-"));
    const pipelines = await exampleFiles("pipelines");
    const files = { ...(await exampleFiles("config-repo")), ...pipelines };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(checkout, path)), { recursive: true });
      await writeFile(join(checkout, path), text);
    }
    await writeLockFile(checkout, packed);
    const emulator = await startEmulator({ rateLimit: 100_000 });
    const backend = await mkdtemp(join(folder, "backend-"));
    const settings: Settings = {
      vars: { LINK_MANAGEMENT_BASE_URL: emulator.url, PULUMI_BACKEND_URL: `file://${backend}` },
      secrets: { LINK_MANAGEMENT_API_KEY: DEMO_KEY, PULUMI_CONFIG_PASSPHRASE: PASSPHRASE },
    };
    const { PULUMI_CONFIG_PASSPHRASE: _, ...env } = cliEnvironment();
    // `npx pulumi` finds the CLI that is already installed, so it downloads nothing.
    env.PULUMI_HOME = await homeOfCli(await mkdtemp(join(folder, "home-")));
    const pipeline = new Pipeline(checkout, emulator, env, (event) => jobsOf(pipelines, event, settings));
    // A user creates the stack once.
    const userEnv = { ...env, ...settings.vars, ...settings.secrets };
    expect(await run(["pulumi", "stack", "init", "acme"], checkout, userEnv)).toMatchObject({ code: 0 });
    return pipeline;
  }

  /** Runs the jobs that an event starts, one after the other, in one checkout. */
  async runOn(event: PipelineEvent): Promise<Run> {
    const steps = this.jobsOf(event).flatMap((job) => job.steps);
    expect(steps).not.toEqual([]);
    this.emulator.clearLog();
    let output = "";
    for (const step of steps) {
      const result = await this.#bash(step);
      output += result.output;
      if (result.code !== 0) return { ...result, output };
    }
    return { code: 0, output, stdout: output };
  }

  /** Number of writing requests of the last job. */
  changes(): number {
    return this.emulator.log.filter((entry) => entry.changes).length;
  }

  async remove(): Promise<void> {
    await this.emulator.close();
    await scanFolder(this.checkout);
    await rm(this.checkout, { recursive: true });
  }

  /** Runs a step as both services do: in bash, which exits at the first failure. */
  async #bash({ script: step, env }: Step): Promise<Run> {
    expect(step).toMatch(/^npm ci$|^npx pulumi(-link-management)? |^npm ci\n|^code=0\n/);
    // `npm ci` takes 5 s. Later jobs reuse what the first one installed from the same lock file.
    const script = this.#isInstalled
      ? step.replace(/^npm ci(\n|$)/, ": npm ci, done by the first job$1")
      : step;
    this.#isInstalled = true;
    // The caches of this machine.
    const { npm_config_cache: _npm, PULUMI_HOME: _pulumi, ...settings } = env;
    return run(["bash", "-eo", "pipefail", "-c", script], this.checkout, {
      ...this.env,
      npm_config_prefer_offline: "true",
      ...settings,
    });
  }
}
