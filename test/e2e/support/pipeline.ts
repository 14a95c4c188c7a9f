// What the runners of GitHub and GitLab share: a repository with a config and the pipelines, and clones of it for their jobs.
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { DEMO_KEY, type Emulator, type ServiceOptions } from "../../support/emulator";
import type { Faults } from "../../support/faults";
import { temporaryFolder } from "../../support/temporary-folder";
import { run, userEnvironment } from "./package";
import { Command, linkPackages, packageRoot, startService, writeFiles } from "./project";

export type Texts = Record<string, string>;

export interface JobRun {
  /** Of the step that failed, else 0. */
  readonly code: number | string;
  readonly log: string;
  /** The job summary of GitHub. */
  readonly summary: string;
}

export class Repository {
  #jobs = 0;

  private constructor(
    readonly folder: string,
    readonly service: Emulator,
    readonly env: NodeJS.ProcessEnv,
    /** What its owner sets on the website. */
    readonly settings: { readonly secrets: Texts; readonly vars: Texts },
    readonly faults: Faults,
  ) {}

  /** With a project and the files of examples/pipelines on `main`, and a stack that was never applied. */
  static async create(): Promise<Repository> {
    const repository = await Repository.empty();
    await cp(join(packageRoot, "examples/pipelines"), repository.source, { recursive: true });
    await repository.commitConfig({ ...PROJECT, "link-management.yaml": CONFIG });
    const workspace = await repository.clone("main");
    const { env, settings } = repository;
    await run(["npm", "ci"], workspace, env);
    const all = { ...env, ...settings.vars, ...settings.secrets };
    await run(["npx", "pulumi", "stack", "init", "acme"], workspace, all);
    return repository;
  }

  /** Without files, for commands that find this package and the CLI. */
  static async empty(options: ServiceOptions = {}): Promise<Repository> {
    const folder = temporaryFolder();
    const { faults, service } = await startService(options);
    const secrets = { LINK_MANAGEMENT_API_KEY: DEMO_KEY, PULUMI_CONFIG_PASSPHRASE: "choose-one" };
    const vars = { LINK_MANAGEMENT_BASE_URL: service.url, PULUMI_BACKEND_URL: `file://${folder}` };
    const all = { ...(await userEnvironment(folder)), CI: "true" };
    const env = Object.fromEntries(Object.entries(all).filter(([name]) => !SETTINGS.test(name)));
    const repository = new Repository(folder, service, env, { secrets, vars }, faults);
    // `npm ci` links the packages, because every job runs it. `npx` starts them without npm, which is slow.
    const modules = join(folder, "modules");
    await linkPackages(modules);
    await repository.addCommand("npm", `ln -s ${modules} node_modules`);
    await repository.addCommand("npx", 'export PATH="$PWD/node_modules/.bin:$PATH" && exec "$@"');
    await mkdir(repository.source);
    await repository.git("init", "--quiet", "--initial-branch", "main");
    await repository.git("config", "user.name", "Ada");
    await repository.git("config", "user.email", "ada@example.com");
    return repository;
  }

  /** Replaces a command for the scripts. */
  async addCommand(name: string, script: string): Promise<void> {
    const bin = join(this.folder, "bin");
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    if (!this.env.PATH?.startsWith(bin)) this.env.PATH = `${bin}:${this.env.PATH}`;
  }

  get source(): string {
    return join(this.folder, "links");
  }

  async git(...args: readonly string[]): Promise<string> {
    return (await run(["git", ...args], this.source, this.env)).trim();
  }

  /** Commits changed files to the branch that is checked out. @param change a text is the config file @returns the commit */
  async commitConfig(change: string | Texts): Promise<string> {
    await writeFiles(this.source, typeof change === "string" ? { "link-management.yaml": change } : change);
    await this.git("add", "--all");
    await this.git("commit", "--quiet", "--allow-empty", "--message", "Change");
    return this.git("rev-parse", "HEAD");
  }

  async read<T>(file: string): Promise<T> {
    return parse(await readFile(join(this.source, file), "utf8")) as T;
  }

  /** A clone in a new folder. @param commit also a branch */
  async clone(commit: string): Promise<string> {
    const workspace = join(this.folder, `job-${++this.#jobs}`);
    await run(["git", "clone", "--quiet", this.source, workspace], this.folder, this.env);
    await run(["git", "checkout", "--quiet", commit], workspace, this.env);
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

const PROJECT = {
  "package.json": '{ "main": "node_modules/pulumi-link-management/dist/program.js" }\n',
  "Pulumi.yaml": "name: links\nruntime: { name: nodejs, options: { typescript: false } }\n",
  ".gitignore": "node_modules\n",
};

/** A job has only those that its pipeline gives it. */
const SETTINGS = /^(LINK_MANAGEMENT_|GITHUB_|CI_|PULUMI_(BACKEND_URL|CONFIG_PASSPHRASE))/;

/** Runs a script with the options of bash that the platform sets. */
export function bash(options: readonly string[], script: string, workspace: string, env: NodeJS.ProcessEnv) {
  return new Command(["bash", ...options, "-c", script], workspace, env).ended;
}
