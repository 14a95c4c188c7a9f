// Runs .github/workflows/links.yml of a repository as GitHub does: its scripts in bash, and the effects of its actions.
// gh.mjs stands in for GitHub's API.
import { existsSync, readFileSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { basename, join, normalize } from "node:path";
import { globSync } from "tinyglobby";
import { evaluate } from "./expressions";
import { bash, type JobRun, type Repository, type Texts } from "./pipeline";

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

/** What starts a run. */
interface Event {
  readonly name: "pull_request" | "push" | "schedule" | "workflow_dispatch";
  readonly commit: string;
  readonly pull?: Pull;
  readonly inputs?: Texts;
}

const OWNER = "acme/links";
export const FORK = "eve/links";
/** As `shell: bash` says in its documentation. */
const SHELL = ["--noprofile", "--norc", "-e", "-o", "pipefail"];

export class GitHub {
  readonly #pulls: Pull[] = [];
  /** As in the API, and with the folder and the time of their artifacts. */
  readonly #runs: object[] = [];
  #minutes = 0;

  private constructor(readonly repository: Repository) {}

  static async create(repository: Repository): Promise<GitHub> {
    const standIn = `exec ${process.execPath} ${join(__dirname, "gh.mjs")} ${repository.folder} "$@"`;
    await repository.addCommand("gh", standIn);
    // GitHub knows every merge at once.
    await repository.addCommand("sleep", "true");
    return new GitHub(repository);
  }

  /** The comment of the review in a pull request, or what a run of main has said there. */
  comment({ number }: Pull, by: "review" | "main" = "review"): string | undefined {
    const file = join(this.repository.folder, `${by}-${number}.md`);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  }

  /** Opens a pull request that changes the config. @param from the fork, unless it is a branch of this repository */
  async open(config: string | Texts, from = OWNER): Promise<Pull & { readonly review: JobRun }> {
    const { repository } = this;
    const number = this.#pulls.length + 1;
    await repository.git("checkout", "--quiet", "-b", `pull-${number}`, "main");
    const sha = await repository.commitConfig(config);
    await repository.git("checkout", "--quiet", "main");
    const head = { sha, repo: { full_name: from } };
    // An open pull request has the merge that GitHub tries. Here nothing differs from its head.
    const pull: Pull = { number, base: { ref: "main" }, head, merged_at: null, merge_commit_sha: sha };
    this.#pulls.push(pull);
    const review = await this.#run({ name: "pull_request", commit: sha, pull });
    return Object.assign(pull, { review });
  }

  /** @returns the run of main */
  async merge(pull: Pull): Promise<JobRun> {
    await this.repository.git("merge", "--quiet", "--no-ff", pull.head.sha);
    pull.merge_commit_sha = await this.repository.git("rev-parse", "HEAD");
    pull.merged_at = this.#now();
    return this.push(pull.merge_commit_sha);
  }

  /** The run of a commit on main. */
  push(commit: string): Promise<JobRun> {
    return this.#run({ name: "push", commit });
  }

  dispatch(inputs: Texts): Promise<JobRun> {
    return this.#run({ name: "workflow_dispatch", commit: "main", inputs });
  }

  night(): Promise<JobRun> {
    return this.#run({ name: "schedule", commit: "main" });
  }

  /** A minute later at each call. */
  #now(): string {
    return new Date(Date.UTC(2026, 0, 15, 9, ++this.#minutes)).toISOString();
  }

  async #run(event: Event): Promise<JobRun> {
    const { folder } = this.repository;
    await writeFile(join(folder, "github.json"), JSON.stringify({ pulls: this.#pulls, runs: this.#runs }));
    const id = this.#runs.length + 1;
    const artifact = join(folder, `artifact-${id}`);
    const ran = await this.#runJob(event, artifact);
    const { sha: head_sha, repo: head_repository } = event.pull?.head ?? { sha: event.commit };
    const conclusion = ran.code === 0 ? "success" : "failure";
    this.#runs.push({
      ...{ id, event: event.name, head_sha, head_repository, conclusion },
      ...{ artifact, written: this.#now() },
    });
    return ran;
  }

  async #runJob(event: Event, artifact: string): Promise<JobRun> {
    const { repository } = this;
    const { env, jobs } = await repository.read<Workflow>(".github/workflows/links.yml");
    const workspace = await repository.clone(event.commit);
    const github = contextOf({ ...event, commit: await repository.git("rev-parse", event.commit) });
    const isFork = event.pull?.head.repo.full_name === FORK;
    const { vars, secrets } = isFork ? { vars: {}, secrets: {} } : repository.settings;
    const steps: Record<string, { outputs: Texts; conclusion: string }> = {};
    const contexts = {
      ...{ github, inputs: event.inputs ?? {}, vars, secrets, env, steps },
      cancelled: () => false,
      format: (text: string, one: string) => text.replace("{0}", one),
      hashFiles: (pattern: string) => filesIn(workspace, pattern).join(),
    };
    const files = { GITHUB_STEP_SUMMARY: `${workspace}.summary`, GITHUB_OUTPUT: `${workspace}.output` };
    const place = {
      ...{ GITHUB_WORKSPACE: workspace, ...files, GITHUB_SHA: github.sha, GITHUB_EVENT_NAME: event.name },
      ...{ GITHUB_REF: "refs/heads/main", GITHUB_REPOSITORY: OWNER, GITHUB_RUN_ATTEMPT: "1" },
      ...{ GITHUB_WORKFLOW_REF: `${OWNER}/.github/workflows/links.yml@refs/heads/main` },
    };
    let [code, log]: [number | string, string] = [0, ""];
    await writeFile(files.GITHUB_STEP_SUMMARY, "");
    const job = Object.values(jobs).find((one) => evaluate(one.if ?? "true", contexts));
    for (const { id = "", if: condition = "true", run, uses, ...step } of job!.steps) {
      steps[id] = { outputs: {}, conclusion: "skipped" };
      const isDue = code === 0 || condition.includes("cancelled()");
      if (!isDue || !evaluate(condition, contexts)) continue;
      if (!run) {
        await this.#act(uses!, filledIn(step.with, contexts), workspace, artifact, event.pull);
        continue;
      }
      await writeFile(files.GITHUB_OUTPUT, "");
      const variables = { ...repository.env, ...filledIn({ ...env, ...step.env }, contexts), ...place };
      const ran = await bash(SHELL, textOf(run, contexts), workspace, variables);
      log += ran.output;
      if (ran.code !== 0) code = ran.code;
      const lines = (await readFile(files.GITHUB_OUTPUT, "utf8")).matchAll(/^(\w+)=(.*)$/gm);
      const outputs = Object.fromEntries([...lines].map(([, name, text]) => [name, text]));
      steps[id] = { outputs, conclusion: ran.code === 0 ? "success" : "failure" };
    }
    return { code, log, summary: await readFile(files.GITHUB_STEP_SUMMARY, "utf8") };
  }

  async #act(action: string, { name, path = "" }: Texts, workspace: string, artifact: string, pull?: Pull) {
    const [what] = action.split("@");
    if (what === "marocchino/sticky-pull-request-comment")
      await cp(join(workspace, path), join(this.repository.folder, `review-${pull!.number}.md`));
    else if (what === "actions/upload-artifact" && name === "review")
      for (const file of filesIn(workspace, path))
        await cp(join(workspace, file), join(artifact, basename(file)));
  }
}

function filesIn(workspace: string, pattern: string): readonly string[] {
  return globSync(normalize(pattern), { cwd: workspace });
}

/** The context `github` of expressions. */
function contextOf({ name, commit, pull }: Event) {
  const base = `${commit}^`;
  return {
    event_name: name,
    sha: commit,
    server_url: "https://github.com",
    repository: OWNER,
    token: "token",
    event: name === "push" ? { before: base } : { pull_request: pull && { ...pull, base: { sha: base } } },
  };
}

function textOf(text: string, contexts: Readonly<Record<string, unknown>>): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression) => String(evaluate(expression, contexts) ?? ""));
}

function filledIn(texts: Texts = {}, contexts: Readonly<Record<string, unknown>>): Texts {
  const entries = Object.entries(texts);
  return Object.fromEntries(entries.map(([name, text]) => [name, textOf(String(text), contexts)]));
}
