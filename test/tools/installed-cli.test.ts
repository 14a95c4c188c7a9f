// Which installed CLI is used.
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ensurePulumi as EnsurePulumi, PulumiProgress } from "../../tools/ensure-pulumi.mjs" with {
  "resolution-mode": "import",
};
import { fakeCli, load, pinned, Sandbox, script } from "./sandbox";

let ensurePulumi: typeof EnsurePulumi;

beforeAll(async () => {
  ({ ensurePulumi } = await load("../ensure-pulumi.mjs"));
});

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = new Sandbox();
});

afterEach(() => sandbox.remove());

describe("an installed CLI", () => {
  it("is used without any progress output if the cache has the pinned version", async () => {
    fakeCli(path.join(sandbox.root, "bin"), pinned);
    const progress: PulumiProgress[] = [];
    const found = await ensurePulumi({ env: sandbox.env, onProgress: (event) => progress.push(event) });
    const bin = path.join(sandbox.root, "bin");
    expect(found).toEqual({ bin, cli: path.join(bin, "pulumi"), version: pinned, source: "cache" });
    expect(progress).toEqual([]);
  });

  it("is searched for where the npm package puts it, respecting PULUMI_VERSION and PULUMI_HOME", async () => {
    fakeCli(path.join(sandbox.versions, "3.300.1/bin"), "3.300.1");
    const found = await ensurePulumi({ env: { ...sandbox.env, PULUMI_VERSION: "3.300.1" } });
    expect(found.bin).toBe(path.join(sandbox.versions, "3.300.1/bin"));
  });

  it("is accepted only if it is complete, runs, and has the pinned version", async () => {
    const { inspectInstall, isExactly } = await load("inspect.mjs");
    const bin = path.join(sandbox.temp, "bin");
    const inspect = () => inspectInstall(bin, isExactly(pinned), sandbox.env);
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
    const { findOnPath } = await load("inspect.mjs");
    const bin = path.join(sandbox.temp, "bin");
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
    const { findOnPath } = await load("inspect.mjs");
    fakeCli(path.join(sandbox.temp, "opt"), pinned);
    mkdirSync(path.join(sandbox.temp, "bin"));
    symlinkSync(path.join(sandbox.temp, "opt/pulumi"), path.join(sandbox.temp, "bin/pulumi"));
    const found = await findOnPath(pinned, { PATH: path.join(sandbox.temp, "bin") });
    expect(found).toEqual({ bin: path.join(sandbox.temp, "bin"), version: pinned });
  });

  it("is never the npm package's command, which is not even started because it would download", async () => {
    const { findOnPath, pathWithoutNpmShims } = await load("inspect.mjs");
    const startedFile = path.join(sandbox.temp, "started");
    const run = path.join(sandbox.temp, "global/lib/node_modules/pulumi/run.js");
    script(run, `touch ${startedFile}; echo v${pinned}`);
    const npm = path.join(sandbox.temp, "project/node_modules/.bin");
    const pnpm = path.join(sandbox.temp, "pnpm/node_modules/.bin");
    const globalBin = path.join(sandbox.temp, "global/bin");
    const copied = path.join(sandbox.temp, "copied");
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
