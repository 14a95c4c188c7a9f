// `npm run bench`: compares each value with a limit, or with a baseline measured in the same run. See README.md.
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { createReporter } from "../tools/pulumi-cli/progress.mjs";
import { Context } from "./support/context.mjs";
import { isExceeded } from "./support/result.mjs";
import { table } from "./support/table.mjs";

const suitesFolder = join(dirname(fileURLToPath(import.meta.url)), "suites");
const suites = readdirSync(suitesFolder)
  .filter((file) => file.endsWith(".mjs"))
  .map((file) => file.replace(/\.mjs$/, ""))
  .sort();

const USAGE = `Usage: npm run bench -- [--only SUITE,...] [--quick] [--json]

Measures this package on this machine. Each value is compared with a limit, or with a baseline measured in the
same run.

  --only SUITE,...  run only these suites: ${suites.join(", ")}
  --quick           repeat less often: a few minutes instead of half an hour, with noisier ratios
  --json            print the results as JSON. Use \`npm run --silent bench -- --json\`, because npm prints lines
                    of its own before them
  --help            print this text

Exit codes: 0 every limit is met, 1 a limit is exceeded, 2 the arguments are invalid, 3 the build or a measurement
failed, 130 interrupted.
`;

async function main() {
  const options = readOptions();
  if (options.help) return void process.stdout.write(USAGE);

  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => interrupted.abort(new Error("interrupted; cleaned up")));
  }
  // Nobody watches progress in a pipe.
  const reporter = process.stderr.isTTY ? createReporter(process.stderr, process.env) : undefined;
  const context = new Context({ quick: options.quick, signal: interrupted.signal, reporter });
  try {
    const results = await runSuites(options.only, context);
    reporter?.stop();
    process.stdout.write(options.json ? `${JSON.stringify(results, null, 2)}\n` : table(results, process));
    process.exitCode = results.some(isExceeded) ? 1 : 0;
  } catch (error) {
    reporter?.stop();
    process.stderr.write(`bench: ${interrupted.signal.aborted ? error.message : error.stack}\n`);
    process.exitCode = interrupted.signal.aborted ? 130 : 3;
  } finally {
    await context.cleanUp();
  }
}

async function runSuites(names, context) {
  const results = [];
  for (const name of names) {
    const { measure } = await import(pathToFileURL(join(suitesFolder, `${name}.mjs`)));
    context.startSuite(name);
    results.push(...(await measure(context)).map((result) => ({ suite: name, ...result })));
    await context.cleanUp();
  }
  return results;
}

function readOptions() {
  const flag = { type: "boolean", default: false };
  try {
    const { values } = parseArgs({
      options: { only: { type: "string" }, quick: flag, json: flag, help: flag },
    });
    const only = values.only?.split(",") ?? suites;
    const unknown = only.filter((name) => !suites.includes(name));
    if (unknown.length > 0) throw new Error(`unknown suite: ${unknown.join(", ")}`);
    return { ...values, only };
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

await main();
