// What the runners of GitHub and GitLab share: a repository with a config and the pipelines, and clones of it for their jobs.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { parse } from "yaml";
import { DEMO_KEY, type Emulator, startEmulator } from "../../../src/emulator/index";
import { packed, quickStartFiles, run, userEnvironment } from "./package";
import { Command, packageRoot } from "./project";

export interface JobRun {
  /** Of the step that failed, else 0. `skipped` if the job did not run. */
  readonly code: number | string;
  readonly log: string;
  /** The job summary of GitHub. */
  readonly summary: string;
}

/** `fork`: a pull request from a fork. */
export type Event = "pull_request" | "fork" | "push" | "schedule";

export interface Platform {
  /** Runs the pipeline of an event, job after job. `approving` is called when a job waits for an approval. */
  run(event: Event, approving?: () => void): Promise<Record<string, JobRun>>;
  /** What a reviewer sees in the pull request. */
  review(): string | undefined;
}

/** The settings of a repository: what its owner sets on the website. */
export interface Settings {
  readonly secrets: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, string>>;
}

export class Repository {
  #jobs = 0;
  private constructor(
    readonly folder: string,
    readonly service: Emulator,
    readonly env: NodeJS.ProcessEnv,
    readonly settings: Settings,
  ) {}

  /** With a project and the files of examples/pipelines on `main`, and a stack that was never applied. */
  static async create(): Promise<Repository> {
    const service = await startEmulator({ rateLimit: 100_000 });
    onTestFinished(() => service.close());
    const { folder, tarball } = await packed();
    const settings = {
      secrets: { LINK_MANAGEMENT_API_KEY: DEMO_KEY, PULUMI_CONFIG_PASSPHRASE: "choose-one" },
      vars: { LINK_MANAGEMENT_BASE_URL: service.url, PULUMI_BACKEND_URL: `file://${folder}` },
    };
    const all = { ...(await userEnvironment(folder)), ...IDENTITY, CI: "true" };
    const env = Object.fromEntries(Object.entries(all).filter(([name]) => !SETTINGS.test(name)));
    const repository = new Repository(folder, service, env, settings);
    await cp(join(packageRoot, "examples/pipelines"), repository.source, { recursive: true });
    await repository.write({
      ...quickStartFiles(tarball),
      "link-management.yaml": CONFIG,
      ".gitignore": "node_modules\n",
    });
    const variables = { ...env, ...settings.vars, ...settings.secrets };
    await run(["npm", "install", "--ignore-scripts"], repository.source, variables);
    await run(["npx", "pulumi", "stack", "init", "acme"], repository.source, variables);
    await repository.#linkPackages();
    await run(["git", "init", "--quiet", "--initial-branch", "main"], repository.source, env);
    await repository.commit();
    return repository;
  }

  /** From now on, `npm ci` links the installed packages, because every job runs it. */
  async #linkPackages(): Promise<void> {
    const script = `#!/bin/sh\nln -s ${join(this.source, "node_modules")} node_modules\n`;
    await mkdir(join(this.folder, "bin"));
    await writeFile(join(this.folder, "bin/npm"), script, { mode: 0o755 });
    this.env.PATH = `${join(this.folder, "bin")}:${this.env.PATH}`;
  }

  get source(): string {
    return join(this.folder, "links");
  }

  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [file, text] of Object.entries(files)) await writeFile(join(this.source, file), text);
  }

  /** Commits a change of the config file. */
  async commitConfig(config: string): Promise<void> {
    await this.write({ "link-management.yaml": config });
    await this.commit();
  }

  async commit(): Promise<void> {
    await run(["git", "add", "--all"], this.source, this.env);
    await run(["git", "commit", "--quiet", "--message", "Change"], this.source, this.env);
  }

  async read<T>(file: string): Promise<T> {
    return parse(await readFile(join(this.source, file), "utf8")) as T;
  }

  /** A clone of the last commit in a new folder. */
  async clone(): Promise<string> {
    const workspace = join(this.folder, `job-${++this.#jobs}`);
    await run(["git", "clone", "--quiet", this.source, workspace], this.folder, this.env);
    onTestFinished(() => rm(workspace, { recursive: true, force: true }));
    return workspace;
  }
}

export const CONFIG = `
account: { expect: { username: acme } }
pixels:
  ads: { type: fbpixel, name: Shop ads, tag: "1234567890" }
channels:
  spring: { name: Spring, color: "#22AA66", items: [{ link: 4711 }] }
`;

const IDENTITY = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((who) => [
    [`GIT_${who}_NAME`, "Ada"],
    [`GIT_${who}_EMAIL`, "ada@example.com"],
  ]),
);

/** A job has only those that its pipeline gives it. */
const SETTINGS = /^(LINK_MANAGEMENT_|GITHUB_|CI_|PULUMI_(BACKEND_URL|CONFIG_PASSPHRASE))/;

/** Runs a script with the options of bash that the platform sets. */
export function bash(options: readonly string[], script: string, workspace: string, env: NodeJS.ProcessEnv) {
  return new Command(["bash", ...options, "-c", script], workspace, env).ended;
}

export async function copyFiles(files: readonly string[], from: string, to: string): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await cp(join(from, file), join(to, file), { recursive: true });
  }
}
