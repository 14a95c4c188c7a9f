// `npm run demo`: the lifecycle of a config repo in under a minute, with the real Pulumi CLI and the emulator. Applies
// the config, changes objects outside Pulumi, shows the drift, fixes and verifies it, and destroys the stack.
import { mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Cli, counts, isResult, plannedChanges } from "./demo/cli.mjs";
import { ensurePulumi } from "./ensure-pulumi.mjs";
import { emulatorEnvironment } from "./pulumi-cli/environment.mjs";
import { createReporter } from "./pulumi-cli/progress.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const backend = join(root, ".pulumi-demo");
const stackFile = join(root, "Pulumi.demo.yaml");
const isTerminal = Boolean(process.stdout.isTTY);
const hasColor = isTerminal && !process.env.NO_COLOR;
const bold = (text) => (hasColor ? `\u001b[1m${text}\u001b[0m` : text);
const print = (text) => process.stdout.write(`${text}\n`);

/** Rows of the table at the end. */
const rows = [];
const abort = new AbortController();
let pulumi;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    abort.abort(new Error("interrupted; cleaned up"));
    // The terminal sends Ctrl-C to the CLI too. The other signals reach only this process.
    if (signal !== "SIGINT") pulumi?.interrupt();
  });
}

function removeFiles() {
  rmSync(backend, { recursive: true, force: true });
  rmSync(stackFile, { force: true });
}

async function main() {
  const command = await findCli();
  abort.signal.throwIfAborted();
  removeFiles();
  mkdirSync(backend);
  const { startEmulator, DEMO_KEY } = createRequire(import.meta.url)(join(root, "dist/emulator/index.js"));
  // With the real limit of 30 requests per minute, the demo would have to wait.
  const emulator = await startEmulator({ port: 0, rateLimit: 1000 });
  const env = emulatorEnvironment({
    bin: dirname(command),
    backend,
    tempFolder: backend,
    url: emulator.url,
    key: DEMO_KEY,
  });
  pulumi = new Cli({ command, cwd: root, env, hasColor, signal: abort.signal, show: print });
  try {
    await runSteps(emulator);
  } finally {
    await emulator.close();
    removeFiles();
  }
  printTable();
}

async function findCli() {
  const reporter = createReporter(process.stderr, process.env);
  try {
    return (await ensurePulumi({ onProgress: reporter.report, signal: abort.signal })).cli;
  } finally {
    reporter.stop();
  }
}

async function runSteps(emulator) {
  const account = emulator.account();
  // A terminal shows every resource; a pipe only the counts.
  const shownLines = isTerminal ? isResult : () => false;

  /** Runs one command, prints its result and adds a row to the table. */
  const step = async (title, command, filter = shownLines) => {
    const args = command.split(" ");
    print(bold(`\n# ${title}\n$ pulumi ${command}`));
    emulator.clearLog();
    const startedAt = Date.now();
    const result = counts(await pulumi.run([...args, "--suppress-outputs", "--stack", "demo"], filter));
    const writes = emulator.log.filter((entry) => entry.changes).length;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    print(`  ${result} (${seconds} s)`);
    rows.push([`pulumi ${command}`, result, String(emulator.log.length), String(writes), `${seconds} s`]);
  };

  await pulumi.run(["stack", "init", "demo"]);
  await step("Apply link-management.yaml", "up --yes");
  await step("Nothing to change", "preview --expect-no-changes");

  const [pixel] = account.pixels.list();
  const [channel] = account.channels.list();
  const [domain] = account.domains.list();
  account.pixels.update(pixel.id, { name: "Renamed by hand" });
  account.channels.update(channel.id, { color: "#000000" });
  account.domains.delete(domain.id);
  print(
    bold(
      `\nSomeone renames the pixel "${pixel.name}" outside Pulumi, changes the color of the channel\n` +
        `"${channel.name}" and deletes the domain ${domain.domain}.`,
    ),
  );

  await step("Show the drift", "preview --refresh --diff", plannedChanges());
  await step("Fix it", "up --refresh --yes");
  await step("Verify", "preview --refresh --expect-no-changes");
  await step("Destroy everything", "destroy --yes");
  const left = ["pixels", "domains", "channels", "campaigns", "qrs"].flatMap((kind) => account[kind].list());
  if (left.length > 0) throw new Error(`destroy left ${left.length} objects in the account`);
}

function printTable() {
  const head = ["command", "resources", "requests", "writes", "time"];
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const isNumber = (column) => column > 1;
  print(bold("\nSummary"));
  for (const line of lines) {
    const cells = line.map((cell, column) =>
      isNumber(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
    );
    print(`  ${cells.join("  ")}`);
  }
  print("\nThe counts include the stack itself. The account is empty again, and nothing is left running.");
}

main().catch((error) => {
  process.stderr.write(`\ndemo: ${error.message}\n`);
  process.exitCode = abort.signal.aborted ? 130 : 1;
});
