import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const source = readFileSync(join(__dirname, "../../../src/pulumi/lifetime/shutdown.ts"), "utf8");
const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
const compiled = ts.transpileModule(source, { compilerOptions: options }).outputText;

/** A process that runs until it is stopped, and then calls `finish`. */
async function startProcess(finish: string): Promise<ChildProcess> {
  const program = `${compiled}\nexports.beforeShutdown(${finish}); setInterval(() => {}, 1e6); console.log("ready");`;
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

test("finishes at the stop signal of the engine, and then ends by that signal", async () => {
  const child = await startProcess(
    `() => new Promise((done) => setTimeout(() => process.stdout.write("finished", done), 20))`,
  );
  let output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  child.kill("SIGINT");
  expect(await once(child, "close")).toEqual([null, "SIGINT"]);
  expect(output).toBe("finished");
});

test.each([
  ["hangs", "() => new Promise(() => {})"],
  ["fails", `() => Promise.reject(new Error("no"))`],
])("ends even if the work %s", async (_what, finish) => {
  const child = await startProcess(finish);
  child.kill("SIGINT");
  expect(await once(child, "close")).toEqual([null, "SIGINT"]);
});
