// What is installed, replaced and cleaned up. The real build takes too long for a test.
import { type SpawnOptions, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ensurePulumi as EnsurePulumi, PulumiProgress } from "../../tools/ensure-pulumi.mjs" with {
  "resolution-mode": "import",
};
import { deadPid, fakeCli, load, pinned, Sandbox, script, tools } from "./sandbox";

let ensurePulumi: typeof EnsurePulumi;

beforeAll(async () => {
  ({ ensurePulumi } = await load("../ensure-pulumi.mjs"));
});

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = new Sandbox();
});

afterEach(() => sandbox.remove());

describe("installing", () => {
  it("builds with Go once when two processes start at the same time", async () => {
    sandbox.fakeGo();
    const found = await Promise.all([1, 2].map(() => ensurePulumi({ env: sandbox.buildOnly })));
    expect(found.map(({ source }) => source).sort()).toEqual(["build", "cache"]);
    expect(sandbox.buildCount()).toBe(2); // the CLI and its language host
    expect(readdirSync(sandbox.versions)).toEqual([pinned]);
    expect((await ensurePulumi({ env: sandbox.buildOnly })).source).toBe("cache");
  });

  it("updates the script of an earlier build without another build", async () => {
    sandbox.fakeGo();
    await ensurePulumi({ env: sandbox.buildOnly });
    const host = path.join(sandbox.root, "bin/pulumi-language-nodejs");
    const text = readFileSync(host, "utf8");
    script(host, "exit 0");
    expect((await ensurePulumi({ env: sandbox.env })).source).toBe("cache");
    expect(readFileSync(host, "utf8")).toBe(text);
    expect(statSync(host).mode & 0o111).toBe(0o111);
    expect(sandbox.buildCount()).toBe(2);
  });

  it("replaces a wrong version in the cache and reports it", async () => {
    sandbox.fakeGo();
    fakeCli(path.join(sandbox.root, "bin"), "3.1.0");
    const progress: PulumiProgress[] = [];
    const found = await ensurePulumi({ env: sandbox.buildOnly, onProgress: (event) => progress.push(event) });
    expect(found).toMatchObject({ source: "build", version: pinned });
    expect(progress).toContainEqual({ kind: "note", text: expect.stringContaining("is version 3.1.0") });
    expect(readdirSync(sandbox.versions)).toEqual([pinned]);
  });

  it("keeps the CLI in the cache if every method fails", async () => {
    sandbox.fakeGo("exit 1");
    fakeCli(path.join(sandbox.root, "bin"), "3.1.0");
    await expect(ensurePulumi({ env: sandbox.buildOnly })).rejects.toThrow(/go build failed with 1/);
    expect(readdirSync(path.join(sandbox.root, "bin"))).toHaveLength(3);
    expect(readdirSync(sandbox.versions)).toEqual([pinned]);
  });

  it("installs the official download", async () => {
    const projectDir = sandbox.projectThatInstalls(pinned);
    const found = await ensurePulumi({ env: sandbox.downloadOnly, projectDir });
    expect(found.source).toBe("download");
    expect(readdirSync(sandbox.versions)).toEqual([pinned]);
  });

  it("rejects a downloaded CLI that is not usable", async () => {
    const projectDir = sandbox.projectThatInstalls("3.1.0");
    const attempt = ensurePulumi({ env: sandbox.downloadOnly, projectDir });
    await expect(attempt).rejects.toThrow(/not usable: .* is version 3\.1\.0/);
    expect(readdirSync(sandbox.versions)).toEqual([]);
  });

  it("builds after a failed download, and reports both causes if the build fails too", async () => {
    const projectDir = sandbox.fakeProject(`throw new Error("no route to there")`);
    const notes: PulumiProgress[] = [];
    const failure = await ensurePulumi({
      env: sandbox.env,
      projectDir,
      onProgress: (event) => notes.push(event),
    }).catch((e) => e);
    expect(notes).toContainEqual({ kind: "note", text: expect.stringContaining("no route to there") });
    expect(failure.name).toBe("SetupError");
    expect(failure.message).toContain("The official download: no route to there");
    expect(failure.message).toContain("Building with Go: Go is not installed");
    sandbox.fakeGo();
    expect((await ensurePulumi({ env: sandbox.env, projectDir })).source).toBe("build");
  });

  it("rejects a version range and an unknown method", async () => {
    const projectDir = sandbox.fakeProject("");
    writeFileSync(
      path.join(projectDir, "package.json"),
      JSON.stringify({ devDependencies: { pulumi: "^3.0.0" } }),
    );
    await expect(ensurePulumi({ env: sandbox.env, projectDir })).rejects.toThrow(/exact version/);
    await expect(
      ensurePulumi({ env: { ...sandbox.env, LINK_MANAGEMENT_PULUMI_CLI: "magic" } }),
    ).rejects.toThrow(/"build"/);
  });

  it("can build the version that package.json pins", async () => {
    const { buildableVersion } = await load("build.mjs");
    expect(buildableVersion()).toBe(pinned);
  });
});

describe("the lock", () => {
  it("recovers from a killed owner and removes its staging folder", async () => {
    sandbox.fakeGo();
    sandbox.claimLock({ pid: deadPid() });
    mkdirSync(path.join(sandbox.versions, `.${pinned}.stage-old/root/bin`), { recursive: true });
    expect((await ensurePulumi({ env: sandbox.buildOnly })).source).toBe("build");
    expect(readdirSync(sandbox.versions)).toEqual([pinned]);
  });

  it("recovers from an owner without a heartbeat for a minute, whatever runs under its process id", async () => {
    sandbox.fakeGo();
    const claim = sandbox.claimLock({ pid: process.pid, host: "another-host" });
    utimesSync(claim, new Date(Date.now() - 61_000), new Date(Date.now() - 61_000));
    expect((await ensurePulumi({ env: sandbox.buildOnly })).source).toBe("build");
  });

  it("waits for a running owner and uses its installation", async () => {
    const claim = sandbox.claimLock({ pid: process.pid });
    const onProgress = (event: PulumiProgress) => {
      expect(event).toMatchObject({ kind: "step", detail: `pid ${process.pid}` });
      fakeCli(path.join(sandbox.root, "bin"), pinned);
      rmSync(claim, { force: true });
    };
    expect((await ensurePulumi({ env: sandbox.buildOnly, onProgress })).source).toBe("cache");
  });
});

describe("an interruption", () => {
  // `sleep` acts as a compiler: it keeps the awaited pipe open, so it must end too.
  const endless = () => sandbox.fakeGo("sleep 1000 & wait");

  it("leaves neither files in the cache nor processes", async () => {
    endless();
    const controller = new AbortController();
    const onProgress = (event: PulumiProgress) => {
      if (event.kind === "step" && event.detail) controller.abort(new Error("enough"));
    };
    const attempt = ensurePulumi({ env: sandbox.buildOnly, onProgress, signal: controller.signal });
    await expect(attempt).rejects.toThrow("enough");
    expect(readdirSync(sandbox.versions)).toEqual([]);
    expect(() => process.kill(sandbox.buildPid(), 0)).toThrow(/ESRCH/);
  });

  it("by Ctrl-C ends the command with the signal", async () => {
    endless();
    const running = command([], { env: sandbox.buildOnly });
    running.child.stderr?.once("data", () => running.child.kill("SIGINT"));
    const { signal, stderr } = await running.ended;
    expect(signal).toBe("SIGINT");
    expect(stderr).toContain("Interrupted");
    expect(readdirSync(sandbox.versions)).toEqual([]);
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
    const bin = path.join(sandbox.root, "bin");
    fakeCli(bin, pinned);
    const [plain, printBin, quiet, wrong] = await Promise.all(
      [[], ["--print-bin"], ["--quiet"], ["--nonsense"]].map(
        (args) => command(args, { env: sandbox.env }).ended,
      ),
    );
    expect(plain).toMatchObject({ code: 0, stdout: `Pulumi CLI ${pinned}: ${bin}/pulumi\n`, stderr: "" });
    expect(printBin).toMatchObject({ code: 0, stdout: `${bin}\n`, stderr: "" });
    expect(quiet).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(wrong).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("Usage:") });
  });

  it("exits with 1 and without a stack if every method fails", async () => {
    const { code, stdout, stderr } = await command(["--quiet"], { env: sandbox.buildOnly }).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("Go is not installed");
    expect(stderr).not.toContain("    at ");
  });
});
