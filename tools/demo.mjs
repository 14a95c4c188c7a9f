// `npm run demo`: the whole life of a config repo in under a minute, on the real Pulumi CLI and an emulator of the
// service: apply, change things behind Pulumi's back, see it in a preview, heal it, prove it, destroy.
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
const colour = isTerminal && !process.env.NO_COLOR;
const bold = (text) => (colour ? `\u001b[1m${text}\u001b[0m` : text);
const say = (text) => process.stdout.write(`${text}\n`);

/** Rows of the closing table. */
const rows = [];
const abort = new AbortController();
let pulumi;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    abort.abort(new Error("interrupted; nothing is left behind"));
    // A terminal's Ctrl-C went to the CLI too; the other signals went to this process alone.
    if (signal !== "SIGINT") pulumi?.interrupt();
  });
}

function clean() {
  rmSync(backend, { recursive: true, force: true });
  rmSync(stackFile, { force: true });
}

async function main() {
  const command = await findCli();
  abort.signal.throwIfAborted();
  clean();
  mkdirSync(backend);
  const { startEmulator, DEMO_KEY } = createRequire(import.meta.url)(join(root, "dist/emulator/index.js"));
  // The real limit of 30 requests a minute would make this demo wait.
  const emulator = await startEmulator({ port: 0, rateLimit: 1000 });
  const env = emulatorEnvironment({
    bin: dirname(command),
    backend,
    temporary: backend,
    url: emulator.url,
    key: DEMO_KEY,
  });
  pulumi = new Cli({ command, cwd: root, env, colour, signal: abort.signal, show: say });
  try {
    await tour(emulator);
  } finally {
    await emulator.close();
    clean();
  }
  table();
}

async function findCli() {
  const reporter = createReporter(process.stderr, process.env);
  try {
    return (await ensurePulumi({ onProgress: reporter.report, signal: abort.signal })).cli;
  } finally {
    reporter.stop();
  }
}

async function tour(emulator) {
  const account = emulator.store.account("acme");
  // In a pipe a command's result is enough; a terminal sees every resource.
  const results = isTerminal ? isResult : () => false;

  /** Runs one command, shows what it came to and notes a row of the table. */
  const step = async (title, command, filter = results) => {
    const args = command.split(" ");
    say(bold(`\n# ${title}\n$ pulumi ${command}`));
    emulator.clearLog();
    const began = Date.now();
    const result = counts(await pulumi.run([...args, "--suppress-outputs", "--stack", "demo"], filter));
    const changing = emulator.log.filter((entry) => entry.changes).length;
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    say(`  ${result} (${seconds} s)`);
    rows.push([`pulumi ${command}`, result, String(emulator.log.length), String(changing), `${seconds} s`]);
  };

  await pulumi.run(["stack", "init", "demo"]);
  await step("Apply link-management.yaml", "up --yes");
  await step("Again: nothing to do", "preview --expect-no-changes");

  const [pixel] = account.pixels.list();
  const [channel] = account.channels.list();
  const [domain] = account.domains.list();
  account.pixels.update(pixel.id, { name: "Renamed by hand" });
  account.channels.update(channel.id, { color: "#000000" });
  account.domains.delete(domain.id);
  say(
    bold(
      `\nBehind Pulumi's back somebody renames the pixel "${pixel.name}", recolours the channel "${channel.name}"\n` +
        `and deletes the domain ${domain.domain}.`,
    ),
  );

  await step("See the drift", "preview --refresh --diff", plannedChanges());
  await step("Heal it", "up --refresh --yes");
  await step("Prove it", "preview --refresh --expect-no-changes");
  await step("Take everything down", "destroy --yes");
  const left = ["pixels", "domains", "channels", "campaigns", "qrs"].flatMap((kind) => account[kind].list());
  if (left.length > 0) throw new Error(`destroy left ${left.length} objects in the account`);
}

function table() {
  const head = ["command", "resources", "requests", "changing", "time"];
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const isNumber = (column) => column > 1;
  say(bold("\nWhat happened"));
  for (const line of lines) {
    const cells = line.map((cell, column) =>
      isNumber(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
    );
    say(`  ${cells.join("  ")}`);
  }
  say(
    "\nPulumi counts the stack itself as a resource. The account is empty again, and nothing is left running.",
  );
}

main().catch((error) => {
  process.stderr.write(`\ndemo: ${error.message}\n`);
  process.exitCode = abort.signal.aborted ? 130 : 1;
});
