// A repository with a pipeline: its checkout, its stack, its account, and the jobs that run in it.
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { DEMO_KEY, type Emulator } from "../../../src/emulator/index";
import { startEmulator } from "../support/emulator";
import { exampleFiles, lock } from "../support/example";
import { leaveFolder } from "../support/leavings";
import type { Packed } from "../support/package";
import { cliEnvironment, packageRoot, type Run, run } from "../support/project";
import { githubJobs, gitlabJobs, type Job, type Settings } from "../support/steps";

const PASSPHRASE = "four-words-of-a-pipeline";

/** What starts a pipeline, in the words of neither service. */
export type Event = "request" | "main" | "night";

/** The jobs that an event starts, of the files of the example. */
type JobsOf = (files: Record<string, string>, event: Event, settings: Settings) => Job[];

export const services: [string, JobsOf][] = [
  [
    "GitHub Actions",
    (files, event, settings) =>
      githubJobs(
        files[".github/workflows/links.yml"] ?? "",
        { request: "pull_request", main: "push", night: "schedule" }[event],
        settings,
      ),
  ],
  [
    "GitLab CI",
    (files, event, settings) => {
      const source = { request: "merge_request_event", main: "push", night: "schedule" }[event];
      const branch = { CI_COMMIT_BRANCH: "main", CI_DEFAULT_BRANCH: "main" };
      return gitlabJobs(files[".gitlab-ci.yml"] ?? "", { CI_PIPELINE_SOURCE: source, ...branch }, settings);
    },
  ],
];

/** One repository with its stack and its account. */
export class Pipeline {
  #isInstalled = false;

  private constructor(
    readonly checkout: string,
    readonly emulator: Emulator,
    readonly env: NodeJS.ProcessEnv,
    readonly jobsOf: (event: Event) => Job[],
  ) {}

  /** @param folder for all that it needs */
  static async create(folder: string, packed: Packed, jobsOf: JobsOf): Promise<Pipeline> {
    const checkout = await mkdtemp(join(folder, "checkout-"));
    const pipelines = await exampleFiles("pipelines");
    const files = { ...(await exampleFiles("config-repo")), ...pipelines };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(checkout, path)), { recursive: true });
      await writeFile(join(checkout, path), text);
    }
    await lock(checkout, packed);
    const emulator = await startEmulator({ rateLimit: 100_000 });
    const backend = await mkdtemp(join(folder, "backend-"));
    const settings: Settings = {
      vars: { LINK_MANAGEMENT_BASE_URL: emulator.url, PULUMI_BACKEND_URL: `file://${backend}` },
      secrets: { LINK_MANAGEMENT_API_KEY: DEMO_KEY, PULUMI_CONFIG_PASSPHRASE: PASSPHRASE },
    };
    const { PULUMI_CONFIG_PASSPHRASE: _, ...env } = cliEnvironment();
    // The CLI that `npx pulumi` would download is the one that is here already.
    env.PULUMI_HOME = await mkdtemp(join(folder, "home-"));
    const { version } = require(join(packageRoot, "node_modules/pulumi/package.json"));
    await mkdir(join(env.PULUMI_HOME, "versions", version), { recursive: true });
    await symlink(process.env.PULUMI_TEST_BIN ?? "", join(env.PULUMI_HOME, "versions", version, "bin"));
    const pipeline = new Pipeline(checkout, emulator, env, (event) => jobsOf(pipelines, event, settings));
    // Whoever sets the repository up makes its stack, once.
    const all = { ...env, ...settings.vars, ...settings.secrets };
    expect(await run(["pulumi", "stack", "init", "acme"], checkout, all)).toMatchObject({ code: 0 });
    return pipeline;
  }

  /** Runs the one job that an event starts. */
  async on(event: Event): Promise<Run> {
    const jobs = this.jobsOf(event);
    expect(jobs.map(({ name }) => name)).toHaveLength(1);
    const [{ env, steps }] = jobs as [Job];
    this.emulator.clearLog();
    let output = "";
    for (const step of steps) {
      const result = await this.#bash(step, env);
      output += result.output;
      if (result.code !== 0) return { ...result, output };
    }
    return { code: 0, output, stdout: output };
  }

  changes(): number {
    return this.emulator.log.filter((entry) => entry.changes).length;
  }

  async end(): Promise<void> {
    await this.emulator.close();
    await leaveFolder(this.checkout);
    await rm(this.checkout, { recursive: true });
  }

  /** As both services do: bash that stops at the first failure. */
  async #bash(step: string, env: Record<string, string>): Promise<Run> {
    expect(step).toMatch(/^npm ci$|^npx pulumi|^npm ci\n|^code=0\n/);
    // The jobs after the first find what it installed: the same step on the same lock file, 5 s each.
    const script = this.#isInstalled
      ? step.replace(/^npm ci(\n|$)/, ": npm ci, as in the job before$1")
      : step;
    this.#isInstalled = true;
    return run(["bash", "-eo", "pipefail", "-c", script], this.checkout, {
      ...this.env,
      npm_config_prefer_offline: "true",
      ...env,
    });
  }
}
