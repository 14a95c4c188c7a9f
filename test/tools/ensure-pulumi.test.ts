import { type SpawnOptions, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ensurePulumi as EnsurePulumi, PulumiProgress } from "../../tools/ensure-pulumi.mjs" with {
  "resolution-mode": "import",
};

// The CLI, Go and the npm package `pulumi` are short shell scripts here. These tests cover what is chosen, installed,
// replaced and cleaned up. The real build takes too long for a test.

const tools = path.resolve(__dirname, "../../tools");
const load = (file: string) => import(path.join(tools, file));
const manifest = JSON.parse(readFileSync(path.join(tools, "../package.json"), "utf8"));
const pinned: string = manifest.devDependencies.pulumi;

let ensurePulumi: typeof EnsurePulumi;
let temp: string;
let versions: string;
let root: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  ({ ensurePulumi } = await load("ensure-pulumi.mjs"));
});

beforeEach(() => {
  temp = mkdtempSync(path.join(os.tmpdir(), "ensure-pulumi-"));
  versions = path.join(temp, "home/versions");
  root = path.join(versions, pinned);
  env = { PULUMI_HOME: path.join(temp, "home"), PATH: [path.join(temp, "go"), "/usr/bin", "/bin"].join(":") };
});

afterEach(() => rmSync(temp, { recursive: true, force: true }));

function script(file: string, body: string, shell = "/bin/sh"): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!${shell}\n${body}\n`);
  chmodSync(file, 0o755);
}

function fakeCli(bin: string, version: string): void {
  script(path.join(bin, "pulumi"), `echo v${version}`);
  script(path.join(bin, "pulumi-language-nodejs"), "exit 0");
  script(path.join(bin, "pulumi-resource-pulumi-nodejs"), "exit 0");
}

/** A fake Go: it builds a script that prints the pinned version. `buildCount` counts its builds. */
function fakeGo(build = `printf '#!/bin/sh\\necho v${pinned}\\n' > "$out"; chmod +x "$out"`): void {
  script(
    path.join(temp, "go/go"),
    `[ "$1" = env ] && { echo go1.99; exit; }
     echo build >> ${temp}/builds
     while [ $# -gt 0 ]; do [ "$1" = -o ] && out=$2; shift; done
     echo $$ > ${temp}/pid
     echo some/package >&2
     ${build}`,
  );
}

const buildCount = () => readFileSync(path.join(temp, "builds"), "utf8").split("\n").length - 1;
const buildOnly = () => ({ ...env, LINK_MANAGEMENT_PULUMI_CLI: "build" });

/** A project with an npm package `pulumi` whose installer runs `body`. */
function fakeProject(body: string): string {
  const dir = path.join(temp, "project");
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(path.join(dir, file), text);
  };
  put("package.json", JSON.stringify({ devDependencies: { pulumi: pinned } }));
  put("node_modules/pulumi/lib/download.js", `exports.installCLI = async (version, root) => {${body}};`);
  put("node_modules/@pulumi/pulumi/pulumi-resource-pulumi-nodejs", "#!/bin/sh\n");
  return dir;
}

function deadPid(): number {
  return spawnSync("/bin/sh", ["-c", "exit"]).pid;
}

function claimLock(owner: { pid: number; host?: string }): string {
  const file = path.join(versions, `.${pinned}.lock/claim`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ host: os.hostname(), ...owner }));
  return file;
}

describe("an installed CLI", () => {
  it("is used without any progress output if the cache has the pinned version", async () => {
    fakeCli(path.join(root, "bin"), pinned);
    const progress: PulumiProgress[] = [];
    const found = await ensurePulumi({ env, onProgress: (event) => progress.push(event) });
    const bin = path.join(root, "bin");
    expect(found).toEqual({ bin, cli: path.join(bin, "pulumi"), version: pinned, source: "cache" });
    expect(progress).toEqual([]);
  });

  it("is searched for where the npm package puts it, respecting PULUMI_VERSION and PULUMI_HOME", async () => {
    fakeCli(path.join(versions, "3.300.1/bin"), "3.300.1");
    const found = await ensurePulumi({ env: { ...env, PULUMI_VERSION: "3.300.1" } });
    expect(found.bin).toBe(path.join(versions, "3.300.1/bin"));
  });

  it("is accepted only if it is complete, runs, and has the pinned version", async () => {
    const { inspectInstall, isExactly } = await load("pulumi-cli/inspect.mjs");
    const bin = path.join(temp, "bin");
    const inspect = () => inspectInstall(bin, isExactly(pinned), env);
    expect(await inspect()).toMatchObject({ ok: false, absent: true });
    fakeCli(bin, pinned);
    expect(await inspect()).toEqual({ ok: true, version: pinned });
    fakeCli(bin, "3.1.0");
    expect(await inspect()).toMatchObject({ ok: false, reason: expect.stringContaining("is version 3.1.0") });
    script(path.join(bin, "pulumi"), "exit 3");
    expect(await inspect()).toMatchObject({ ok: false, reason: expect.stringContaining("exit 3") });
    writeFileSync(path.join(bin, "pulumi"), "");
    expect(await inspect()).toMatchObject({ ok: false });
    fakeCli(bin, pinned);
    script(path.join(bin, "pulumi-language-nodejs"), "exec /nowhere/at-all");
    expect(await inspect()).toMatchObject({
      ok: false,
      reason: expect.stringContaining("pulumi-language-nodejs"),
    });
    rmSync(path.join(bin, "pulumi-language-nodejs"));
    expect(await inspect()).toMatchObject({ ok: false, reason: expect.stringContaining("missing") });
  });

  it("is used from PATH if it is complete and at least as new within the same major", async () => {
    const { findOnPath } = await load("pulumi-cli/inspect.mjs");
    const bin = path.join(temp, "bin");
    const onPath = () => findOnPath(pinned, { PATH: bin });
    for (const [version, accepted] of [
      ["3.1.0", false],
      [`${pinned}-alpha.1`, false],
      [pinned, true],
      ["3.999.0", true],
      ["4.0.0", false],
    ] as const) {
      fakeCli(bin, version);
      expect(await onPath(), version).toEqual(accepted ? { bin, version } : undefined);
    }
    fakeCli(bin, pinned);
    rmSync(path.join(bin, "pulumi-resource-pulumi-nodejs"));
    expect(await onPath()).toBeUndefined();
  });

  it("may be a symlink on PATH to the folder with the other parts", async () => {
    const { findOnPath } = await load("pulumi-cli/inspect.mjs");
    fakeCli(path.join(temp, "opt"), pinned);
    mkdirSync(path.join(temp, "bin"));
    symlinkSync(path.join(temp, "opt/pulumi"), path.join(temp, "bin/pulumi"));
    const found = await findOnPath(pinned, { PATH: path.join(temp, "bin") });
    expect(found).toEqual({ bin: path.join(temp, "bin"), version: pinned });
  });

  it("is never the npm package's command, which is not even started because it would download", async () => {
    const { findOnPath, pathWithoutNpmShims } = await load("pulumi-cli/inspect.mjs");
    const startedFile = path.join(temp, "started");
    const run = path.join(temp, "global/lib/node_modules/pulumi/run.js");
    script(run, `touch ${startedFile}; echo v${pinned}`);
    const npm = path.join(temp, "project/node_modules/.bin");
    const pnpm = path.join(temp, "pnpm/node_modules/.bin");
    const globalBin = path.join(temp, "global/bin");
    const copied = path.join(temp, "copied");
    for (const dir of [npm, pnpm, globalBin, copied]) fakeCli(dir, pinned);
    for (const dir of [npm, globalBin]) {
      rmSync(path.join(dir, "pulumi"));
      symlinkSync(run, path.join(dir, "pulumi"));
    }
    script(path.join(pnpm, "pulumi"), `touch ${startedFile}; echo v${pinned}`);
    script(path.join(copied, "pulumi"), `touch ${startedFile}`, "/usr/bin/env node");
    const shims = { PATH: [npm, pnpm, globalBin, copied, "/nowhere"].join(":") };
    expect(await findOnPath(pinned, shims)).toBeUndefined();
    expect(existsSync(startedFile)).toBe(false);
    expect(pathWithoutNpmShims(shims)).toBe("/nowhere");
  });
});

describe("installing", () => {
  it("builds with Go once when two processes start at the same time", async () => {
    fakeGo();
    const found = await Promise.all([1, 2].map(() => ensurePulumi({ env: buildOnly() })));
    expect(found.map(({ source }) => source).sort()).toEqual(["build", "cache"]);
    expect(buildCount()).toBe(2); // the CLI and its language host
    expect(readdirSync(versions)).toEqual([pinned]);
    expect((await ensurePulumi({ env: buildOnly() })).source).toBe("cache");
  });

  it("replaces a wrong version in the cache and reports it", async () => {
    fakeGo();
    fakeCli(path.join(root, "bin"), "3.1.0");
    const progress: PulumiProgress[] = [];
    const found = await ensurePulumi({ env: buildOnly(), onProgress: (event) => progress.push(event) });
    expect(found).toMatchObject({ source: "build", version: pinned });
    expect(progress).toContainEqual({ kind: "note", text: expect.stringContaining("is version 3.1.0") });
    expect(readdirSync(versions)).toEqual([pinned]);
  });

  it("keeps the CLI in the cache if every method fails", async () => {
    fakeGo("exit 1");
    fakeCli(path.join(root, "bin"), "3.1.0");
    await expect(ensurePulumi({ env: buildOnly() })).rejects.toThrow(/go build failed with 1/);
    expect(readdirSync(path.join(root, "bin"))).toHaveLength(3);
    expect(readdirSync(versions)).toEqual([pinned]);
  });

  it("prefers the official download", async () => {
    const cli = path.join(temp, "official");
    fakeCli(cli, pinned);
    const projectDir = fakeProject(
      `require("fs").cpSync(${JSON.stringify(cli)}, root + "/bin", { recursive: true })`,
    );
    const found = await ensurePulumi({ env: { ...env, LINK_MANAGEMENT_PULUMI_CLI: "download" }, projectDir });
    expect(found.source).toBe("download");
    expect(readdirSync(versions)).toEqual([pinned]);
  });

  it("rejects a downloaded CLI that is not usable", async () => {
    const cli = path.join(temp, "official");
    fakeCli(cli, "3.1.0");
    const projectDir = fakeProject(
      `require("fs").cpSync(${JSON.stringify(cli)}, root + "/bin", { recursive: true })`,
    );
    const attempt = ensurePulumi({ env: { ...env, LINK_MANAGEMENT_PULUMI_CLI: "download" }, projectDir });
    await expect(attempt).rejects.toThrow(/not usable: .* is version 3\.1\.0/);
    expect(readdirSync(versions)).toEqual([]);
  });

  it("builds after a failed download, and reports both causes if the build fails too", async () => {
    const projectDir = fakeProject(`throw new Error("no route to there")`);
    const notes: PulumiProgress[] = [];
    const failure = await ensurePulumi({ env, projectDir, onProgress: (event) => notes.push(event) }).catch(
      (e) => e,
    );
    expect(notes).toContainEqual({ kind: "note", text: expect.stringContaining("no route to there") });
    expect(failure.name).toBe("SetupError");
    expect(failure.message).toContain("The official download: no route to there");
    expect(failure.message).toContain("Building with Go: Go is not installed");
    fakeGo();
    expect((await ensurePulumi({ env, projectDir })).source).toBe("build");
  });

  it("rejects a version range and an unknown method", async () => {
    const projectDir = fakeProject("");
    writeFileSync(
      path.join(projectDir, "package.json"),
      JSON.stringify({ devDependencies: { pulumi: "^3.0.0" } }),
    );
    await expect(ensurePulumi({ env, projectDir })).rejects.toThrow(/exact version/);
    await expect(ensurePulumi({ env: { ...env, LINK_MANAGEMENT_PULUMI_CLI: "magic" } })).rejects.toThrow(
      /"build"/,
    );
  });

  it("can build the version that package.json pins", async () => {
    const { buildableVersion } = await load("pulumi-cli/build.mjs");
    expect(buildableVersion()).toBe(pinned);
  });
});

describe("the lock", () => {
  it("recovers from a killed owner and removes its staging folder", async () => {
    fakeGo();
    claimLock({ pid: deadPid() });
    mkdirSync(path.join(versions, `.${pinned}.stage-old/root/bin`), { recursive: true });
    expect((await ensurePulumi({ env: buildOnly() })).source).toBe("build");
    expect(readdirSync(versions)).toEqual([pinned]);
  });

  it("recovers from an owner without a heartbeat for a minute, whatever runs under its process id", async () => {
    fakeGo();
    const claim = claimLock({ pid: process.pid, host: "another-host" });
    utimesSync(claim, new Date(Date.now() - 61_000), new Date(Date.now() - 61_000));
    expect((await ensurePulumi({ env: buildOnly() })).source).toBe("build");
  });

  it("waits for a running owner and uses its installation", async () => {
    const claim = claimLock({ pid: process.pid });
    const onProgress = (event: PulumiProgress) => {
      expect(event).toMatchObject({ kind: "step", detail: `pid ${process.pid}` });
      fakeCli(path.join(root, "bin"), pinned);
      rmSync(claim, { force: true });
    };
    expect((await ensurePulumi({ env: buildOnly(), onProgress })).source).toBe("cache");
  });
});

describe("an interruption", () => {
  // `sleep` acts as a compiler: it keeps the awaited pipe open, so it must end too.
  const endless = () => fakeGo("sleep 1000 & wait");

  it("leaves neither files in the cache nor processes", async () => {
    endless();
    const controller = new AbortController();
    const onProgress = (event: PulumiProgress) => {
      if (event.kind === "step" && event.detail) controller.abort(new Error("enough"));
    };
    const attempt = ensurePulumi({ env: buildOnly(), onProgress, signal: controller.signal });
    await expect(attempt).rejects.toThrow("enough");
    expect(readdirSync(versions)).toEqual([]);
    const pid = Number(readFileSync(path.join(temp, "pid"), "utf8"));
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  });

  it("by Ctrl-C ends the command with the signal", async () => {
    endless();
    const running = command([], { env: { ...buildOnly(), PATH: `${env.PATH}` } });
    running.child.stderr?.once("data", () => running.child.kill("SIGINT"));
    const { signal, stderr } = await running.ended;
    expect(signal).toBe("SIGINT");
    expect(stderr).toContain("Interrupted");
    expect(readdirSync(versions)).toEqual([]);
  });
});

function command(args: string[], options: SpawnOptions) {
  const child = spawn(process.execPath, [path.join(tools, "ensure-pulumi.mjs"), ...args], options);
  const read = { stdout: "", stderr: "" };
  child.stdout?.on("data", (data) => (read.stdout += data));
  child.stderr?.on("data", (data) => (read.stderr += data));
  const ended = new Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>(
    (resolve) => child.once("close", (code, signal) => resolve({ code, signal, ...read })),
  );
  return { child, ended };
}

describe("the command", () => {
  it("prints the path, only the folder, or nothing", async () => {
    const bin = path.join(root, "bin");
    fakeCli(bin, pinned);
    const [plain, printBin, quiet, wrong] = await Promise.all(
      [[], ["--print-bin"], ["--quiet"], ["--nonsense"]].map((args) => command(args, { env }).ended),
    );
    expect(plain).toMatchObject({ code: 0, stdout: `Pulumi CLI ${pinned}: ${bin}/pulumi\n`, stderr: "" });
    expect(printBin).toMatchObject({ code: 0, stdout: `${bin}\n`, stderr: "" });
    expect(quiet).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(wrong).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("Usage:") });
  });

  it("exits with 1 and without a stack if every method fails", async () => {
    const { code, stdout, stderr } = await command(["--quiet"], { env: buildOnly() }).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("Go is not installed");
    expect(stderr).not.toContain("    at ");
  });
});

describe("progress", () => {
  async function reporter(isTTY: boolean, variables: NodeJS.ProcessEnv = {}) {
    const { createReporter } = await load("pulumi-cli/progress.mjs");
    const written: string[] = [];
    const clock = { seconds: 0, tick: () => {} };
    const stream = { isTTY, columns: 40, write: (text: string) => written.push(text) };
    const { report, stop } = createReporter(stream, variables, {
      now: () => clock.seconds * 1000,
      every: (tick: () => void) => {
        clock.tick = tick;
        return {};
      },
    });
    return { report, stop, written, clock };
  }

  it("is a plain line at most every 20 s in a pipe", async () => {
    const { report, written, clock } = await reporter(false);
    for (; clock.seconds < 65; clock.seconds++) {
      report({ kind: "step", step: "building", detail: `${clock.seconds} packages` });
      clock.tick();
    }
    expect(written).toEqual([
      "building (0:00, 0 packages)\n",
      "building (0:20, 20 packages)\n",
      "building (0:40, 40 packages)\n",
      "building (1:00, 60 packages)\n",
    ]);
  });

  it("is one updated line on a terminal that never wraps and is cleared at the end", async () => {
    const { report, stop, written, clock } = await reporter(true, { NO_COLOR: "1" });
    report({ kind: "step", step: "building", detail: "x".repeat(100) });
    clock.seconds = 61;
    clock.tick();
    stop();
    expect(written).toEqual([
      `\r\u001b[Kbuilding 0:00, ${"x".repeat(24)}`,
      `\r\u001b[Kbuilding 1:01, ${"x".repeat(24)}`,
      "\r\u001b[K",
    ]);
  });

  it("has color only on a terminal that supports it, and not with NO_COLOR", async () => {
    for (const [variables, hasColor] of [
      [{}, true],
      [{ NO_COLOR: "1" }, false],
      [{ TERM: "dumb" }, false],
    ] as const) {
      const { report, written } = await reporter(true, variables);
      report({ kind: "step", step: "building" });
      expect(written.join("").includes("\u001b[2m")).toBe(hasColor);
    }
  });
});

describe("the language host built with Go", () => {
  function argumentsIn(pulumiYaml: string | undefined, args: string[] = []): string {
    const bin = path.join(temp, "host/bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(
      path.join(bin, "wrapper"),
      readFileSync(path.join(tools, "pulumi-cli/pulumi-language-nodejs.sh")),
      { mode: 0o755 },
    );
    script(path.join(temp, "host/libexec/pulumi-language-nodejs"), 'echo "$@"');
    const cwd = path.join(temp, "program/sub folder");
    mkdirSync(cwd, { recursive: true });
    if (pulumiYaml !== undefined) writeFileSync(path.join(temp, "program/Pulumi.yaml"), pulumiYaml);
    return spawnSync(path.join(bin, "wrapper"), [...args, "127.0.0.1:1"], {
      cwd,
      encoding: "utf8",
    }).stdout.trim();
  }

  it("loads TypeScript unless Pulumi.yaml in this or a parent folder disables it", () => {
    expect(argumentsIn(undefined)).toBe("127.0.0.1:1");
    expect(argumentsIn("name: p\nruntime: nodejs\n")).toBe("127.0.0.1:1");
    expect(argumentsIn("runtime: { name: nodejs, options: { typescript: true } }\n")).toBe("127.0.0.1:1");
    const off = "-typescript=false 127.0.0.1:1";
    expect(argumentsIn("runtime:\n  name: nodejs\n  options:\n    typescript: false\n")).toBe(off);
    expect(argumentsIn("runtime: {name: nodejs, options: {typescript: false}}\n")).toBe(off);
    expect(argumentsIn("runtime:\n  name: nodejs\n#   typescript: false\n")).toBe("127.0.0.1:1");
  });

  it("keeps an explicit -typescript argument", () => {
    expect(argumentsIn("typescript: false", ["-typescript=true"])).toBe("-typescript=true 127.0.0.1:1");
    expect(argumentsIn("typescript: false", ["--typescript"])).toBe("--typescript 127.0.0.1:1");
  });
});
