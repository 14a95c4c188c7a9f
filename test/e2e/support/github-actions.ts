// Runs examples/pipelines/.github/workflows/links.yml as GitHub does: its scripts in bash, and the effects of its actions.
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bash, copyFiles, type Event, type JobRun, type Platform, type Repository } from "./pipeline";

type Texts = Record<string, string>;

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Texts;
  readonly env?: Texts;
}

interface Job {
  readonly if: string;
  readonly needs?: string;
  readonly environment?: string;
  readonly outputs?: Texts;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly env: Texts;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** What expressions can read. */
interface Contexts {
  readonly github: object;
  readonly vars: Texts;
  readonly secrets: Texts;
  readonly needs: Record<string, { outputs: Texts }>;
  readonly steps: Record<string, { outputs: Texts }>;
  readonly hashFiles: (file: string) => string;
}

export class GitHubActions implements Platform {
  readonly #comments = new Map<string, string>();

  constructor(readonly repository: Repository) {}

  review(): string | undefined {
    return this.#comments.get("acme");
  }

  async run(event: Event, approving = () => {}): Promise<Record<string, JobRun>> {
    const workflow = await this.repository.read<Workflow>(".github/workflows/links.yml");
    const isFork = event === "fork";
    const runs: Record<string, JobRun> = {};
    const needs: Contexts["needs"] = {};
    for (const [name, job] of Object.entries(workflow.jobs)) {
      const workspace = await this.repository.clone();
      const contexts: Contexts = {
        github: githubContext(event),
        vars: isFork ? {} : this.repository.settings.vars,
        secrets: isFork ? {} : this.repository.settings.secrets,
        needs,
        steps: {},
        hashFiles: (file) => (existsSync(join(workspace, file)) ? "hash" : ""),
      };
      const isReady = job.needs === undefined || runs[job.needs]?.code === 0;
      if (!isReady || !evaluate(job.if, contexts)) {
        runs[name] = { code: "skipped", log: "", summary: "" };
        continue;
      }
      if (job.environment) approving();
      runs[name] = await this.#runJob(job, workspace, workflow.env, contexts);
      needs[name] = { outputs: filledIn(job.outputs, contexts) };
    }
    return runs;
  }

  async #runJob(job: Job, workspace: string, env: Texts, contexts: Contexts): Promise<JobRun> {
    const files = { GITHUB_STEP_SUMMARY: `${workspace}.summary`, GITHUB_OUTPUT: `${workspace}.output` };
    await Promise.all(Object.values(files).map((file) => writeFile(file, "")));
    let code: number | string = 0;
    let log = "";
    for (const step of job.steps) {
      const condition = step.if ?? "true";
      if (code !== 0 && !condition.includes("cancelled()")) continue;
      if (!evaluate(condition, contexts)) continue;
      if (step.uses) {
        await this.#act(step.uses, filledIn(step.with, contexts), workspace);
        continue;
      }
      const variables = {
        ...this.repository.env,
        ...filledIn({ ...env, ...step.env }, contexts),
        ...files,
        GITHUB_WORKSPACE: workspace,
      };
      const ran = await bash(["-e"], textOf(step.run!, contexts), workspace, variables);
      log += ran.output;
      code = ran.code;
      if (step.id)
        contexts.steps[step.id] = { outputs: outputsIn(await readFile(files.GITHUB_OUTPUT, "utf8")) };
    }
    return { code, log, summary: await readFile(files.GITHUB_STEP_SUMMARY, "utf8") };
  }

  async #act(action: string, inputs: Texts, workspace: string): Promise<void> {
    const { name = "", path = "", header = "" } = inputs;
    const artifact = join(this.repository.folder, "artifacts", name);
    const [what] = action.split("@");
    if (what === "actions/upload-artifact") await copyFiles([path], workspace, artifact);
    else if (what === "actions/download-artifact") await copyFiles(["."], artifact, workspace);
    else if (what === "marocchino/sticky-pull-request-comment")
      this.#comments.set(header, await readFile(join(workspace, path), "utf8"));
    else if (!WITHOUT_EFFECT.includes(what!)) throw new Error(`unknown action ${action}`);
  }
}

/** The clone is there already, and so are Node and the caches. */
const WITHOUT_EFFECT = ["actions/checkout", "actions/setup-node", "actions/cache"];

function githubContext(event: Event): object {
  const isPullRequest = event === "fork" || event === "pull_request";
  return {
    event_name: isPullRequest ? "pull_request" : event,
    ref: isPullRequest ? "refs/pull/7/merge" : "refs/heads/main",
    sha: "5f2d",
    server_url: "https://github.com",
    repository: "acme/links",
    event: isPullRequest ? { pull_request: { head: { repo: { fork: event === "fork" } } } } : {},
  };
}

/** The expressions of GitHub are JavaScript, but for a property of nothing, which is nothing. */
function evaluate(expression: string, contexts: Contexts): unknown {
  const script = expression
    .replace(/^\$\{\{(.*)\}\}$/, "$1")
    .replace(/'[^']*'|\.(?=\w)/g, (part) => (part === "." ? "?." : part));
  const functions = { cancelled: () => false, endsWith: (text = "", end: string) => text.endsWith(end) };
  const names = { ...contexts, ...functions };
  return new Function(...Object.keys(names), `return ${script}`)(...Object.values(names));
}

function textOf(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression) => String(evaluate(expression, contexts) ?? ""));
}

function filledIn(texts: Texts = {}, contexts: Contexts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, textOf(String(text), contexts)]),
  );
}

function outputsIn(file: string): Texts {
  return Object.fromEntries([...file.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, text]) => [name, text]));
}
