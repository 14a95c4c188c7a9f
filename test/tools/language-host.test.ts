import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Sandbox, script, tools } from "./sandbox";

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = new Sandbox();
});

afterEach(() => sandbox.remove());

describe("the language host built with Go", () => {
  function argumentsIn(pulumiYaml: string | undefined, args: string[] = []): string {
    const bin = path.join(sandbox.temp, "host/bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(
      path.join(bin, "wrapper"),
      readFileSync(path.join(tools, "pulumi-cli/pulumi-language-nodejs.sh")),
      { mode: 0o755 },
    );
    script(path.join(sandbox.temp, "host/libexec/pulumi-language-nodejs"), 'echo "$@"');
    const cwd = path.join(sandbox.temp, "program/sub folder");
    mkdirSync(cwd, { recursive: true });
    if (pulumiYaml !== undefined) writeFileSync(path.join(sandbox.temp, "program/Pulumi.yaml"), pulumiYaml);
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

  it("starts Node with the arguments in Pulumi.yaml", () => {
    const expected = "-nodeargs=--import tsx 127.0.0.1:1";
    expect(argumentsIn("runtime:\n  name: nodejs\n  options:\n    nodeargs: --import tsx # ESM\n")).toBe(
      expected,
    );
    expect(argumentsIn('runtime:\n  name: nodejs\n  options:\n    nodeargs: "--import tsx"\n')).toBe(
      expected,
    );
    expect(argumentsIn("runtime: { name: nodejs, options: { nodeargs: '--import tsx' } }\n")).toBe(expected);
    expect(argumentsIn("runtime: {name: nodejs, options: {nodeargs: --import tsx}}\n")).toBe(expected);
    expect(argumentsIn("#   nodeargs: --import tsx\n")).toBe("127.0.0.1:1");
  });

  it("keeps an explicit -typescript argument", () => {
    expect(argumentsIn("typescript: false", ["-typescript=true"])).toBe("-typescript=true 127.0.0.1:1");
    expect(argumentsIn("typescript: false", ["--typescript"])).toBe("--typescript 127.0.0.1:1");
  });
});
