// Runs a job of examples/pipelines/.gitlab-ci.yml as GitLab does: its script in bash. test/docs/pipelines.test.ts has the jobs
// that an event runs.
import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { bash, type JobRun, type Repository, type Texts } from "./pipeline";

interface Pipeline {
  readonly variables: Texts;
  readonly default: { readonly before_script: readonly string[] };
  readonly plan: { readonly artifacts: { readonly paths: readonly string[] } };
}

export interface GitLabRun extends JobRun {
  readonly commit: string;
  /** With its artifacts. */
  readonly workspace: string;
}

/** @param reviewed the job before it in its pipeline. @default the first job of a pipeline of main */
export async function runJob(repository: Repository, name: string, reviewed?: GitLabRun): Promise<GitLabRun> {
  const pipeline = await repository.read<Pipeline & Record<string, { script: string[] }>>(".gitlab-ci.yml");
  const commit = reviewed?.commit ?? (await repository.git("rev-parse", "main"));
  const workspace = await repository.clone(commit);
  // The CLI, as an earlier pipeline has left it in the cache.
  await mkdir(join(workspace, ".pulumi"));
  await symlink(join(repository.env.PULUMI_HOME!, "versions"), join(workspace, ".pulumi/versions"));
  for (const file of reviewed ? pipeline.plan.artifacts.paths : [])
    await cp(join(reviewed!.workspace, file), join(workspace, file));
  const { vars, secrets } = repository.settings;
  const own = Object.entries(pipeline.variables).map(([variable, text]) => [
    variable,
    text.replace("$CI_PROJECT_DIR", workspace),
  ]);
  const predefined = { CI_PROJECT_DIR: workspace, CI_COMMIT_SHA: commit, CI_COMMIT_BRANCH: "main" };
  const env = { ...repository.env, ...vars, ...secrets, ...predefined, ...Object.fromEntries(own) };
  const script = [...pipeline.default.before_script, ...pipeline[name]!.script].join("\n");
  const { code, output } = await bash(["-e", "-o", "pipefail"], script, workspace, env);
  return { code, log: output, summary: "", commit, workspace };
}
