import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const source = readFileSync(join(__dirname, "../../src/pulumi/shutdown.ts"), "utf8");
const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
const compiled = ts.transpileModule(source, { compilerOptions: options }).outputText;

/** A process that serves until it is stopped, with these last words. */
async function served(lastWords: string): Promise<ChildProcess> {
  const program = `${compiled}\nexports.beforeStop(${lastWords}); setInterval(() => {}, 1e6); console.log("ready");`;
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

test("the engine's stop signal lets the last words be said, and then ends the process as it would have without", async () => {
  const child = await served(
    `() => new Promise((said) => setTimeout(() => process.stdout.write("words", said), 20))`,
  );
  let output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  child.kill("SIGINT");
  expect(await once(child, "close")).toEqual([null, "SIGINT"]);
  expect(output).toBe("words");
});

test.each([
  ["are never finished", "() => new Promise(() => {})"],
  ["fail", `() => Promise.reject(new Error("no"))`],
])("last words that %s keep nobody alive", async (_what, lastWords) => {
  const child = await served(lastWords);
  child.kill("SIGINT");
  expect(await once(child, "close")).toEqual([null, "SIGINT"]);
});
