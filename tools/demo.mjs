// `npm run demo`: the life of a config repo, with the real Pulumi CLI and the emulator. Applies the
// link-management.yaml of the root, changes objects outside Pulumi, shows the drift, fixes it, and destroys the stack.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./dist.mjs";
import { emulatorEnvironment, startEmulator } from "./emulator.mjs";

const backend = join(root, ".pulumi-demo");
const print = (text) => process.stdout.write(`${text}\n`);

/** The state, and the file of the stack. Git ignores both. */
function removeFiles() {
  rmSync(backend, { recursive: true, force: true });
  rmSync(join(root, "Pulumi.demo.yaml"), { force: true });
}

/** Returns a function that explains and runs one command. */
function stepsWith(emulator, env) {
  return async (title, command) => {
    print(`\n# ${title}\n$ pulumi ${command}`);
    emulator.clearLog();
    const startedAt = Date.now();
    const args = [...command.split(" "), "--stack", "demo"];
    const child = spawn("pulumi", args, { cwd: root, env, stdio: "inherit" });
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`pulumi ${command} failed`);
    const writes = emulator.log.filter(({ changes }) => changes).length;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    print(`# ${emulator.log.length} requests, ${writes} of them writes, in ${seconds} s`);
  };
}

async function live(account, step) {
  await step("Apply link-management.yaml", "up --yes --skip-preview --suppress-outputs");
  await step("Nothing to change", "preview --expect-no-changes");

  const [pixel, other] = account.pixels.list();
  const [channel] = account.channels.list();
  account.pixels.update(pixel.id, { name: "Renamed by hand" });
  account.channels.update(channel.id, { color: "#000000" });
  account.pixels.delete(other.id);
  print(`\n# Somebody renames the pixel "${pixel.name}", changes the color of the channel "${channel.name}"`);
  print(`# and deletes the pixel "${other.name}"`);

  await step("Show the drift", "preview --diff --suppress-outputs");
  await step("Fix it", "up --yes --skip-preview --suppress-outputs");
  await step("Verify", "preview --expect-no-changes");
  await step("Destroy everything", "destroy --yes --skip-preview --suppress-outputs");
}

// Ctrl-C reaches the CLI, too: it ends its command, which fails, and the files are removed.
process.on("SIGINT", () => {});
removeFiles();
mkdirSync(backend);
// With the real limit of 30 requests per minute, the demo would have to wait.
const emulator = await startEmulator({ rateLimit: 1000 });
try {
  const step = stepsWith(emulator, await emulatorEnvironment(backend, emulator));
  await step("A stack of its own", "stack init");
  await live(emulator.account(), step);
  print("\nThe account is empty again. The demo now removes its stack.");
} catch (error) {
  process.stderr.write(`demo: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  await emulator.close();
  removeFiles();
}
