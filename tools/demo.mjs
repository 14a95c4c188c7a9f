// `npm run demo`: the whole life of a config repo in under a minute, on the real Pulumi CLI and an emulator of the
// service: apply, change things behind Pulumi's back, see it in a preview, heal it, prove it, destroy.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePulumi } from "./ensure-pulumi.mjs";
import { createReporter } from "./pulumi-cli/progress.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const backend = join(root, ".pulumi-demo");
const stackFile = join(root, "Pulumi.demo.yaml");
const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const bold = (text) => (colour ? `\u001b[1m${text}\u001b[0m` : text);
const say = (text) => process.stdout.write(`${text}\n`);

/** Rows of the closing table. */
const rows = [];
const abort = new AbortController();
let running;

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    // The CLI has had the terminal's Ctrl-C itself; a signal sent to this process alone is passed on.
    abort.abort();
    if (running && signal === "SIGTERM") running.kill("SIGINT");
  });
}

const clean = () => {
  rmSync(backend, { recursive: true, force: true });
  rmSync(stackFile, { force: true });
};

async function main() {
  const cli = await findCli();
  stopIfInterrupted();
  clean();
  mkdirSync(backend);
  const { startEmulator, DEMO_KEY } = createRequire(import.meta.url)(join(root, "dist/emulator/index.js"));
  // The real limit of 30 requests a minute would make this demo wait.
  const emulator = await startEmulator({ port: 0, rateLimit: 1000 });
  try {
    await tour(new Cli(cli, emulator, DEMO_KEY), emulator.store.account("acme"));
  } finally {
    await emulator.close();
    clean();
  }
  table();
}

async function findCli() {
  const reporter = createReporter(process.stderr, process.env);
  try {
    return await ensurePulumi({ onProgress: reporter.report, signal: abort.signal });
  } finally {
    reporter.stop();
  }
}

async function tour(pulumi, account) {
  await pulumi.quiet("stack", "init", "demo");

  await pulumi.step("apply link-management.yaml", "up", "--yes");
  await pulumi.step("nothing to do", "preview", "--expect-no-changes");

  say(
    bold("\n— Behind Pulumi's back somebody renames a pixel, recolours the channel and deletes the domain —"),
  );
  const [pixel] = account.pixels.list();
  const [channel] = account.channels.list();
  const [domain] = account.domains.list();
  account.pixels.update(pixel.id, { name: "Renamed by hand" });
  account.channels.update(channel.id, { color: "#000000" });
  account.domains.delete(domain.id);

  await pulumi.step("see the drift", "preview", "--refresh", "--diff");
  await pulumi.step("heal it", "up", "--refresh", "--yes");
  await pulumi.step("prove it", "preview", "--refresh", "--expect-no-changes");
  await pulumi.step("take everything down", "destroy", "--yes");
  const left = ["pixels", "domains", "channels", "campaigns", "qrs"].flatMap((kind) => account[kind].list());
  if (left.length > 0) throw new Error(`destroy left ${left.length} objects in the account`);
}

class Cli {
  constructor({ bin, cli }, emulator, key) {
    this.emulator = emulator;
    this.command = cli;
    this.env = {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      PULUMI_BACKEND_URL: `file://${backend}`,
      PULUMI_CONFIG_PASSPHRASE: "",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      LINK_MANAGEMENT_BASE_URL: emulator.url,
      LINK_MANAGEMENT_API_KEY: key,
    };
  }

  /** Runs one command, shows its output and notes a row of the table. */
  async step(title, ...args) {
    say(bold(`\n$ pulumi ${args.join(" ")}`));
    this.emulator.clearLog();
    const began = Date.now();
    const output = await this.run([...args, "--stack", "demo"], (chunk) => process.stdout.write(chunk));
    const changes = this.emulator.log.filter((entry) => entry.changes).length;
    rows.push([
      title,
      `pulumi ${args.join(" ")}`,
      summary(output),
      `${this.emulator.log.length} (${changes})`,
      `${((Date.now() - began) / 1000).toFixed(1)} s`,
    ]);
  }

  async quiet(...args) {
    await this.run(args, () => {});
  }

  async run(args, show) {
    stopIfInterrupted();
    const child = spawn(
      this.command,
      [...args, "--non-interactive", "--color", colour ? "always" : "never"],
      {
        cwd: root,
        env: this.env,
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    running = child;
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        output += chunk;
        show(chunk);
      });
    }
    const [code] = await once(child, "close");
    running = undefined;
    stopIfInterrupted();
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with exit code ${code}\n${output}`);
    return output;
  }
}

/** What the CLI's closing lines count, such as `+ 13 created`. */
function summary(output) {
  const plain = output.replace(/\u001b\[[0-9;]*m/g, "");
  const last = plain.slice(plain.lastIndexOf("\nResources:"));
  const counts = last.match(
    /^ {4}.*(to create|to update|to delete|to replace|created|updated|deleted|replaced|unchanged)$/gm,
  );
  return (counts ?? []).map((line) => line.trim()).join(", ") || "no changes";
}

function table() {
  const lines = [["step", "command", "resources", "requests (changing)", "time"], ...rows];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  say(bold("\nWhat happened"));
  for (const line of lines)
    say(
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    );
  say("\nNothing is left running, and the account is empty again.");
}

function stopIfInterrupted() {
  if (abort.signal.aborted) throw new Error("interrupted");
}

main().catch((error) => {
  process.stderr.write(`\ndemo: ${error.message}\n`);
  process.exitCode = abort.signal.aborted ? 130 : 1;
});
