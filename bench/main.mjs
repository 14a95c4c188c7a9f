// `npm run bench`: every figure beside its bound, or beside a rival measured in the same run. See README.md.
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { createReporter } from "../tools/pulumi-cli/progress.mjs";
import { Context } from "./support/context.mjs";
import { isMissed } from "./support/row.mjs";
import { table } from "./support/table.mjs";

const rowsFolder = join(dirname(fileURLToPath(import.meta.url)), "rows");
const groups = readdirSync(rowsFolder)
  .filter((file) => file.endsWith(".mjs"))
  .map((file) => file.replace(/\.mjs$/, ""))
  .sort();

const USAGE = `Usage: npm run bench -- [--only GROUP,...] [--quick] [--json]

Measures this package on this machine, beside bounds and rivals that are measured in the same run.

  --only GROUP,...  only these groups: ${groups.join(", ")}
  --quick           fewer repetitions: some minutes instead of half an hour, and noisier ratios
  --json            the rows as JSON on standard output, by itself with \`npm run --silent bench -- --json\`
                    (npm otherwise writes lines of its own before them)
  --help            this text

Exit code: 0 when every figure is reached, 1 when one is missed, 2 for arguments that make no sense, 130 when
interrupted, 3 when the build or a measurement fails.
`;

async function main() {
  const options = readOptions();
  if (options.help) return void process.stdout.write(USAGE);

  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => interrupted.abort(new Error("interrupted; nothing is left behind")));
  }
  // In a pipe nobody waits for progress.
  const reporter = process.stderr.isTTY ? createReporter(process.stderr, process.env) : undefined;
  const context = new Context({ quick: options.quick, signal: interrupted.signal, reporter });
  try {
    const rows = await measureAll(options.only, context);
    reporter?.stop();
    process.stdout.write(options.json ? `${JSON.stringify(rows, null, 2)}\n` : table(rows, process));
    process.exitCode = rows.some(isMissed) ? 1 : 0;
  } catch (error) {
    reporter?.stop();
    process.stderr.write(`bench: ${interrupted.signal.aborted ? error.message : error.stack}\n`);
    process.exitCode = interrupted.signal.aborted ? 130 : 3;
  } finally {
    await context.close();
  }
}

async function measureAll(names, context) {
  const rows = [];
  for (const name of names) {
    const group = await import(pathToFileURL(join(rowsFolder, `${name}.mjs`)));
    context.begin(group.name);
    rows.push(...(await group.measure(context)).map((row) => ({ group: name, ...row })));
    await context.clear();
  }
  return rows;
}

function readOptions() {
  const flag = { type: "boolean", default: false };
  try {
    const { values } = parseArgs({
      options: { only: { type: "string" }, quick: flag, json: flag, help: flag },
    });
    const only = values.only?.split(",") ?? groups;
    const unknown = only.filter((name) => !groups.includes(name));
    if (unknown.length > 0) throw new Error(`there is no group ${unknown.join(", ")}`);
    return { ...values, only };
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

await main();
