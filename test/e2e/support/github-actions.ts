// Runs .github/workflows/links.yml as GitHub does: its scripts in bash, the effects of its actions, and what GitHub's API
// says about pull requests and runs.
import { existsSync, readdirSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { bash, copyFiles, evaluate, type JobRun, type Repository, type Texts } from "./pipeline";

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Texts;
  readonly env?: Texts;
}

interface Workflow {
  readonly env: Texts;
  readonly jobs: Readonly<Record<string, { readonly if?: string; readonly steps: readonly Step[] }>>;
}

/** What GitHub calls a pull request in its API. */
interface Pull {
  readonly number: number;
  readonly base: { readonly ref: string };
  readonly head: { readonly sha: string; readonly repo: { readonly full_name: string } };
  merged_at: string | null;
  merge_commit_sha: string;
}

/** A run of the workflow, as in the API, and what is left of it. */
interface Run extends JobRun {
  readonly id: number;
  readonly event: string;
  readonly head_sha: string;
  readonly head_repository: { readonly full_name: string };
  readonly conclusion: "success" | "failure";
  /** Of this test kit: when its artifact was written. */
  readonly ended_at: string;
  /** The folder of its artifact. */
  readonly artifact: string;
}

/** What starts a run. */
interface Event {
  readonly name: "pull_request" | "merge_group" | "push" | "schedule" | "workflow_dispatch";
  readonly commit: string;
  readonly branch?: string;
  readonly pull?: Pull;
  readonly inputs?: Texts;
  /** @default 1 */
  readonly attempt?: number;
  readonly before?: string;
}

const OWNER = "acme/links";
const FORK = "eve/links";
/** As `shell: bash` says in its documentation. */
const SHELL = ["--noprofile", "--norc", "-e", "-o", "pipefail"];

export class GitHub {
  readonly #pulls: Pull[] = [];
  readonly #runs: Run[] = [];
  readonly #comments = new Map<number, string>();
  #numbers = 0;
  #minutes = 0;

  private constructor(readonly repository: Repository) {}

  static async create(repository: Repository): Promise<GitHub> {
    const standIn = `exec ${process.execPath} ${join(__dirname, "gh.mjs")} ${repository.folder}/github.json "$@"`;
    await repository.addCommand("gh", standIn);
    // GitHub knows every merge at once.
    await repository.addCommand("sleep", "true");
    const github = new GitHub(repository);
    await github.#publish();
    return github;
  }

  /** What a run of main has said in a pull request. */
  async lateComment({ number }: Pull): Promise<string | undefined> {
    const file = join(this.repository.folder, "comments", `${number}.md`);
    return existsSync(file) ? readFile(file, "utf8") : undefined;
  }

  /** The comment of the review in a pull request. */
  comment({ number }: Pull): string | undefined {
    return this.#comments.get(number);
  }

  /** Opens a pull request that changes the config. @param from the fork, unless it is a branch of this repository */
  async open(config: string | Texts, from = OWNER): Promise<Pull> {
    const { repository } = this;
    const branch = `pull-${this.#numbers + 1}`;
    await repository.git("checkout", "--quiet", "-b", branch, "main");
    await repository.commitConfig(config);
    await repository.git("checkout", "--quiet", "main");
    return this.openBranch(branch, from);
  }

  /** Opens a pull request for a branch that somebody pushed. */
  async openBranch(branch: string, from = OWNER): Promise<Pull> {
    const { repository } = this;
    const number = ++this.#numbers;
    const sha = await repository.git("rev-parse", branch);
    // A merge that GitHub tries: also an open pull request has this field.
    const test = await repository.git("commit-tree", "-p", "main", "-p", sha, "-m", "Test", `${sha}^{tree}`);
    await repository.git("branch", `test-${number}`, test);
    const head = { sha, repo: { full_name: from } };
    const pull: Pull = { number, base: { ref: "main" }, head, merged_at: null, merge_commit_sha: test };
    this.#pulls.push(pull);
    return pull;
  }

  openFromFork(config: string): Promise<Pull> {
    return this.open(config, FORK);
  }

  /** Opens a pull request, and reviews it. */
  async reviewed(config: string | Texts): Promise<Pull & { readonly review: Run }> {
    const pull = await this.open(config);
    return Object.assign(pull, { review: await this.review(pull) });
  }

  review(pull: Pull): Promise<Run> {
    return this.#run({ name: "pull_request", commit: pull.merge_commit_sha, pull });
  }

  /** @returns the commit on main, whose run has not started yet */
  async merge(pull: Pull, how: "--no-ff" | "--squash" = "--no-ff"): Promise<string> {
    const { repository } = this;
    await repository.git("merge", "--quiet", how, pull.head.sha);
    if (how === "--squash") await repository.commit();
    pull.merge_commit_sha = await repository.git("rev-parse", "HEAD");
    pull.merged_at = this.#now();
    return pull.merge_commit_sha;
  }

  /** The run of a commit on main. @param before of the push. @default its parent */
  push(commit: string, attempt = 1, before = `${commit}^`): Promise<Run> {
    return this.#run({ name: "push", commit, attempt, before });
  }

  /** The run of a merge queue, before it merges a pull request. */
  queue(pull: Pull): Promise<Run> {
    return this.#run({ name: "merge_group", commit: pull.merge_commit_sha });
  }

  async mergeAndPush(pull: Pull): Promise<Run> {
    return this.push(await this.merge(pull));
  }

  async dispatch(inputs: Texts, branch = "main"): Promise<Run> {
    const commit = await this.repository.git("rev-parse", branch);
    return this.#run({ name: "workflow_dispatch", commit, branch, inputs });
  }

  async night(): Promise<Run> {
    return this.#run({ name: "schedule", commit: await this.repository.git("rev-parse", "main") });
  }

  /** As after 90 days. */
  async expire(run: Run): Promise<void> {
    await rm(run.artifact, { recursive: true });
  }

  /** A run of a fork for a commit that it shares with this repository. */
  async addRunOfFork(head_sha: string, artifact: string): Promise<void> {
    const rest = { id: 900, head_repository: { full_name: FORK }, code: 0, log: "", summary: "" };
    const ended_at = this.#now();
    this.#runs.push({ event: "pull_request", head_sha, conclusion: "success", artifact, ended_at, ...rest });
  }

  /** A minute later at each call. */
  #now(): string {
    return new Date(Date.UTC(2026, 0, 15, 9, ++this.#minutes)).toISOString().replace(".000", "");
  }

  /** What the stand-in of `gh` knows. */
  async #publish(comment?: string): Promise<void> {
    const state = JSON.stringify({ pulls: this.#pulls, runs: this.#runs, comment });
    await writeFile(join(this.repository.folder, "github.json"), state);
  }

  async #run(event: Event): Promise<Run> {
    await this.#publish();
    const workflow = await this.repository.read<Workflow>(".github/workflows/links.yml");
    const jobs = Object.values(workflow.jobs);
    const job = jobs.find((one) => evaluate(one.if ?? "true", { github: contextOf(event) }));
    const id = 100 + this.#runs.length;
    const artifact = join(this.repository.folder, `artifact-${id}`);
    const ran = await this.#runJob(job!.steps, workflow.env, event, artifact);
    const { sha: head_sha, repo: head_repository } = event.pull?.head ?? {
      sha: event.commit,
      repo: { full_name: OWNER },
    };
    const conclusion = ran.code === 0 ? "success" : "failure";
    const about = { id, event: event.name, head_sha, head_repository };
    const run: Run = { ...ran, ...about, conclusion, ended_at: this.#now(), artifact };
    this.#runs.push(run);
    await this.#publish(event.pull && this.comment(event.pull));
    return run;
  }

  async #runJob(steps: readonly Step[], env: Texts, event: Event, artifact: string): Promise<JobRun> {
    const { repository } = this;
    const workspace = await repository.clone(event.commit);
    const files = { GITHUB_STEP_SUMMARY: `${workspace}.summary`, GITHUB_OUTPUT: `${workspace}.output` };
    const isFork = event.pull?.head.repo.full_name === FORK;
    const contexts = {
      github: contextOf(event),
      inputs: event.inputs ?? {},
      vars: isFork ? {} : repository.settings.vars,
      secrets: isFork ? {} : repository.settings.secrets,
      env,
      steps: {} as Record<string, { outputs: Texts; conclusion: string }>,
      cancelled: () => false,
      format: (text: string, one: string) => text.replace("{0}", one),
      hashFiles: (file: string) => (filesIn(workspace, file).length > 0 ? "hash" : ""),
    };
    let [code, log]: [number | string, string] = [0, ""];
    await writeFile(files.GITHUB_STEP_SUMMARY, "");
    for (const step of steps) {
      const { id = "", if: condition = "true", run, uses } = step;
      const isDue = code === 0 || condition.includes("cancelled()");
      contexts.steps[id] = { outputs: {}, conclusion: "skipped" };
      if (!isDue || !evaluate(condition, contexts)) continue;
      if (uses) {
        await this.#act(uses, filledIn(step.with, contexts), workspace, artifact, event.pull);
        continue;
      }
      await writeFile(files.GITHUB_OUTPUT, "");
      const own = filledIn({ ...env, ...step.env }, contexts);
      const place = { GITHUB_WORKSPACE: workspace };
      const variables = { ...repository.env, ...variablesOf(event), ...own, ...place, ...files };
      const ran = await bash(SHELL, textOf(run!, contexts), workspace, variables);
      log += ran.output;
      if (ran.code !== 0) code = ran.code;
      const outputs = outputsIn(await readFile(files.GITHUB_OUTPUT, "utf8"));
      contexts.steps[id] = { outputs, conclusion: ran.code === 0 ? "success" : "failure" };
    }
    return { code, log, summary: await readFile(files.GITHUB_STEP_SUMMARY, "utf8") };
  }

  async #act(action: string, { path = "" }: Texts, workspace: string, artifact: string, pull?: Pull) {
    const [what] = action.split("@");
    if (what === "actions/upload-artifact")
      await copyFiles(filesIn(workspace, path), join(workspace, dirname(path)), artifact);
    else if (what === "marocchino/sticky-pull-request-comment")
      this.#comments.set(pull!.number, await readFile(join(workspace, path), "utf8"));
    else if (!WITHOUT_EFFECT.includes(what!)) throw new Error(`unknown action ${action}`);
  }
}

/** @param pattern such as `reviews/*.json`. @returns names */
function filesIn(workspace: string, pattern: string): readonly string[] {
  const folder = join(workspace, dirname(pattern));
  const [start = "", end] = basename(pattern).split("*");
  const isFitting = (name: string) =>
    end === undefined ? name === start : name.startsWith(start) && name.endsWith(end);
  return existsSync(folder) ? readdirSync(folder).filter(isFitting) : [];
}

/** The clone is there already, and so are Node and the caches. */
const WITHOUT_EFFECT = ["actions/checkout", "actions/setup-node", "actions/cache"];

function contextOf({ name, commit, branch = "main", pull, before }: Event): object {
  const base = `${commit}^`;
  // This repository is a fork itself, as many are: that says nothing about its pull requests.
  const head = pull && { repo: { ...pull.head.repo, fork: true } };
  return {
    event_name: name,
    ref: pull ? `refs/pull/${pull.number}/merge` : `refs/heads/${branch}`,
    sha: commit,
    server_url: "https://github.com",
    repository: OWNER,
    token: "token",
    event: {
      ...(pull && { pull_request: { number: pull.number, head, base: { sha: base } } }),
      ...(name === "merge_group" && { merge_group: { base_sha: base } }),
      before,
    },
  };
}

function variablesOf({ name, commit, branch = "main", attempt = 1 }: Event): Texts {
  return {
    GITHUB_EVENT_NAME: name,
    GITHUB_REF: `refs/heads/${branch}`,
    GITHUB_REPOSITORY: OWNER,
    GITHUB_RUN_ATTEMPT: String(attempt),
    GITHUB_SHA: commit,
    GITHUB_WORKFLOW_REF: `${OWNER}/.github/workflows/links.yml@refs/heads/${branch}`,
  };
}

function textOf(text: string, contexts: Readonly<Record<string, unknown>>): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression) => String(evaluate(expression, contexts) ?? ""));
}

function filledIn(texts: Texts = {}, contexts: Readonly<Record<string, unknown>>): Texts {
  const entries = Object.entries(texts);
  return Object.fromEntries(entries.map(([name, text]) => [name, textOf(String(text), contexts)]));
}

function outputsIn(file: string): Texts {
  return Object.fromEntries([...file.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, text]) => [name, text]));
}
