// `pulumi-link-management emulator`: runs the service of docs/service.md on localhost.
import { once } from "node:events";
import { Command, Option } from "commander";
import { DEMO_KEY, PRESETS, type PresetName, startEmulator } from "./index";

export function emulatorCommand(): Command {
  return new Command("emulator")
    .description("Run an emulator of the service on localhost until Ctrl-C.")
    .option("--port <number>", "port on 127.0.0.1; 0 takes any free port", Number, 4010)
    .option("--state <file>", "JSON file that keeps the account across restarts")
    .addOption(
      new Option("--preset <name>", "the API document, or what deployments of the API do")
        .choices(Object.keys(PRESETS))
        .default("document"),
    )
    .action(run);
}

async function run({ port, state, preset }: { port: number; state?: string; preset: PresetName }) {
  const emulator = await startEmulator({ port, preset, ...(state !== undefined && { stateFile: state }) });
  // Registered before the address is printed: a script may send the signal as soon as it reads it.
  const stopped = Promise.race(["SIGINT", "SIGTERM"].map((signal) => once(process, signal)));
  // Neither a listener of signals nor the emulator does that.
  const alive = setInterval(() => {}, 60_000);
  const { links, bios } = emulator.account();
  const ids = (pages: readonly { readonly id: number }[]) => pages.map(({ id }) => id).join(", ") || "none";
  process.stdout.write(
    `Emulator running at ${emulator.url} (Ctrl-C to stop). In another terminal:\n` +
      `  export LINK_MANAGEMENT_BASE_URL=${emulator.url} LINK_MANAGEMENT_API_KEY=${DEMO_KEY}\n` +
      `Links: ${ids(links.list())}\nBio pages: ${ids(bios.list())}\n`,
  );
  await stopped;
  clearInterval(alive);
  await emulator.close();
}
