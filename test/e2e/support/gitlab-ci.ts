// Runs examples/pipelines/.gitlab-ci.yml as GitLab does: its scripts in bash, stage after stage.
import { mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { bash, copyFiles, evaluate, type JobRun, type Repository, type Texts } from "./pipeline";

/** `fork`: a merge request from a fork. */
type Event = "merge_request" | "fork" | "push" | "web" | "schedule";

interface Rule {
  readonly if: string;
  readonly when?: "manual";
}

interface Job {
  readonly extends?: string;
  readonly stage: string;
  readonly script: readonly string[];
  readonly rules?: readonly Rule[];
  readonly environment?: { readonly name: string };
  readonly artifacts?: {
    readonly when?: "always";
    readonly paths?: readonly string[];
  };
}

interface Pipeline {
  readonly workflow: { readonly rules: readonly Rule[] };
  readonly stages: readonly string[];
  readonly variables: Texts;
  readonly default: { readonly before_script: readonly string[] };
}

export class GitLabCi {
  #review: string | undefined;

  constructor(readonly repository: Repository) {}

  /** What a reviewer sees in the merge request. */
  review(): string | undefined {
    return this.#review;
  }

  /** Runs the pipeline of an event, job after job. `approving` is called when a job waits for an approval. */
  async run(event: Event, approving: () => unknown = () => {}): Promise<Record<string, JobRun>> {
    const pipeline = await this.repository.read<Pipeline & Record<string, Job>>(".gitlab-ci.yml");
    const commit = await this.repository.git("rev-parse", "HEAD");
    const runs: Record<string, JobRun> = {};
    if (!matching(pipeline.workflow.rules, eventVariables(event))) return runs;
    const jobs = Object.entries(pipeline)
      .filter(([name, { script }]) => script && !name.startsWith("."))
      .map(([name, job]) => [name, { ...pipeline[job.extends ?? ""], ...job }] as const)
      .toSorted(([, a], [, b]) => pipeline.stages.indexOf(a.stage) - pipeline.stages.indexOf(b.stage));
    const artifacts = new Map<string, string>();
    for (const [name, job] of jobs) {
      const rule = matching(job.rules ?? [{ if: "true" }], eventVariables(event));
      if (!rule || Object.values(runs).some(({ code }) => code !== 0 && code !== "skipped")) {
        runs[name] = { code: "skipped", log: "", summary: "" };
        continue;
      }
      if (rule.when === "manual") await approving();
      runs[name] = await this.#runJob(job, pipeline, { event, commit }, artifacts);
    }
    return runs;
  }

  /** @param artifacts the folders of earlier jobs of this pipeline, by file */
  async #runJob(
    job: Job,
    pipeline: Pipeline,
    { event, commit }: { event: Event; commit: string },
    artifacts: Map<string, string>,
  ): Promise<JobRun> {
    const workspace = await this.repository.clone(commit);
    await this.#restoreCache(workspace);
    for (const [file, from] of artifacts) await copyFiles([file], from, workspace);
    const { vars, secrets } = this.repository.settings;
    const scoped = job.environment?.name.startsWith("links/") ? secrets : {};
    const predefined = {
      ...eventVariables(event),
      CI_PROJECT_DIR: workspace,
      CI_COMMIT_SHA: commit,
    };
    const own = Object.entries(pipeline.variables).map(([name, text]) => [
      name,
      text.replaceAll("$CI_PROJECT_DIR", workspace),
    ]);
    const settings = event === "fork" ? {} : { ...vars, ...scoped };
    const env = { ...this.repository.env, ...predefined, ...Object.fromEntries(own), ...settings };
    const script = [...pipeline.default.before_script, ...job.script].join("\n");
    const { code, output } = await bash(["-e", "-o", "pipefail"], script, workspace, env);
    const { when, paths = [] } = job.artifacts ?? {};
    const files = code === 0 || when === "always" ? paths : [];
    for (const file of files) artifacts.set(file, workspace);
    if (code === 0 && files.includes("review.txt"))
      this.#review = await readFile(join(workspace, "review.txt"), "utf8");
    return { code, log: output, summary: "" };
  }

  /** The CLI, as an earlier pipeline has left it. */
  async #restoreCache(workspace: string): Promise<void> {
    await mkdir(join(workspace, ".pulumi"));
    await symlink(join(this.repository.env.PULUMI_HOME!, "versions"), join(workspace, ".pulumi/versions"));
  }
}

function eventVariables(event: Event): Texts {
  const main = { CI_DEFAULT_BRANCH: "main", CI_COMMIT_BRANCH: "main" };
  if (event === "push" || event === "web" || event === "schedule")
    return { ...main, CI_PIPELINE_SOURCE: event };
  return {
    CI_PIPELINE_SOURCE: "merge_request_event",
    CI_MERGE_REQUEST_PROJECT_ID: "7",
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: event === "fork" ? "8" : "7",
  };
}

/** The conditions of GitLab are JavaScript with variables of the shell. */
function matching(rules: readonly Rule[], variables: Texts): Rule | undefined {
  return rules.find(({ if: condition }) => {
    const script = condition.replace(/\$(\w+)/g, (_, name) => JSON.stringify(variables[name] ?? null));
    return evaluate(script, {});
  });
}
