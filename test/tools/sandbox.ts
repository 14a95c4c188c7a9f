// A temporary home for the CLI cache, with short shell scripts that act as the CLI, Go and the npm package `pulumi`.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

export const tools = path.resolve(__dirname, "../../tools");
/** Imports a module of tools/pulumi-cli. */
export const load = (file: string) => import(path.join(tools, "pulumi-cli", file));
const manifest = JSON.parse(readFileSync(path.join(tools, "../package.json"), "utf8"));
export const pinned: string = manifest.devDependencies.pulumi;

export class Sandbox {
  readonly temp = mkdtempSync(path.join(os.tmpdir(), "ensure-pulumi-"));
  readonly versions = path.join(this.temp, "home/versions");
  /** The folder of the pinned version in the cache. */
  readonly root = path.join(this.versions, pinned);
  readonly env: NodeJS.ProcessEnv = {
    PULUMI_HOME: path.join(this.temp, "home"),
    PATH: [path.join(this.temp, "go"), "/usr/bin", "/bin"].join(":"),
  };
  readonly buildOnly = { ...this.env, LINK_MANAGEMENT_PULUMI_CLI: "build" };
  readonly downloadOnly = { ...this.env, LINK_MANAGEMENT_PULUMI_CLI: "download" };

  remove(): void {
    rmSync(this.temp, { recursive: true, force: true });
  }

  /** A fake Go: it builds a script that prints the pinned version. `buildCount` counts its builds. */
  fakeGo(build = `printf '#!/bin/sh\\necho v${pinned}\\n' > "$out"; chmod +x "$out"`): void {
    script(
      path.join(this.temp, "go/go"),
      `[ "$1" = env ] && { echo go1.99; exit; }
       echo build >> ${this.temp}/builds
       while [ $# -gt 0 ]; do [ "$1" = -o ] && out=$2; shift; done
       echo $$ > ${this.temp}/pid
       echo some/package >&2
       ${build}`,
    );
  }

  buildCount(): number {
    return readFileSync(path.join(this.temp, "builds"), "utf8").split("\n").length - 1;
  }

  /** The process id of the last build. */
  buildPid(): number {
    return Number(readFileSync(path.join(this.temp, "pid"), "utf8"));
  }

  /** Creates a project with an npm package `pulumi` whose installer runs `body`. Returns its folder. */
  fakeProject(body: string): string {
    const dir = path.join(this.temp, "project");
    const put = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
      writeFileSync(path.join(dir, file), text);
    };
    put("package.json", JSON.stringify({ devDependencies: { pulumi: pinned } }));
    put("node_modules/pulumi/lib/download.js", `exports.installCLI = async (version, root) => {${body}};`);
    put("node_modules/@pulumi/pulumi/pulumi-resource-pulumi-nodejs", "#!/bin/sh\n");
    return dir;
  }

  /** Creates a project whose installer installs this version of the CLI. */
  projectThatInstalls(version: string): string {
    const cli = path.join(this.temp, "official");
    fakeCli(cli, version);
    return this.fakeProject(
      `require("fs").cpSync(${JSON.stringify(cli)}, root + "/bin", { recursive: true })`,
    );
  }

  /** Acquires the lock for another process. Returns the file of its claim. */
  claimLock(owner: { pid: number; host?: string }): string {
    const file = path.join(this.versions, `.${pinned}.lock/claim`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ host: os.hostname(), ...owner }));
    return file;
  }
}

export function script(file: string, body: string, shell = "/bin/sh"): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!${shell}\n${body}\n`);
  chmodSync(file, 0o755);
}

export function fakeCli(bin: string, version: string): void {
  script(path.join(bin, "pulumi"), `echo v${version}`);
  script(path.join(bin, "pulumi-language-nodejs"), "exit 0");
  script(path.join(bin, "pulumi-resource-pulumi-nodejs"), "exit 0");
}

/** The id of a process that has exited. */
export function deadPid(): number {
  return spawnSync("/bin/sh", ["-c", "exit"]).pid;
}
