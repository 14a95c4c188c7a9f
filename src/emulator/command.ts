// `link-management emulator`: runs the service of api.md on localhost.
import { Command, InvalidArgumentError } from "commander";
import { DEMO_KEY, startEmulator } from "./index";

export function emulatorCommand(): Command {
  return new Command("emulator")
    .description("Run an emulator of the service on localhost until Ctrl-C.")
    .option("--port <number>", "port on 127.0.0.1; 0 takes any free port", parsePort, 4010)
    .option("--state <file>", "JSON file that keeps the account across restarts")
    .option("--rate-limit <number>", "requests per minute and API key", parseRateLimit, 30)
    .option(
      "--faults <seed:rate>",
      "inject random faults into a share of the requests, such as 7:0.1; the same seed gives the same faults",
      parseFaults,
    )
    .action(run);
}

interface Options {
  port: number;
  state?: string;
  rateLimit: number;
  faults?: { seed: number; rate: number };
}

async function run({ port, state, rateLimit, faults }: Options): Promise<void> {
  // Registered before the URL is printed: a script may send the signal as soon as it reads the URL.
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  const emulator = await startEmulator({
    port,
    rateLimit,
    ...(state === undefined ? {} : { stateFile: state }),
    ...(faults === undefined ? {} : { faults }),
  });
  process.stdout.write(
    `Emulator running at ${emulator.url} (Ctrl-C to stop). In another terminal:\n` +
      `  export LINK_MANAGEMENT_BASE_URL=${emulator.url} LINK_MANAGEMENT_API_KEY=${DEMO_KEY}\n`,
  );
  await stopped;
  await emulator.close();
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new InvalidArgumentError("Use a port from 0 to 65535.");
  }
  return port;
}

function parseRateLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1) throw new InvalidArgumentError("Use an integer of at least 1.");
  return limit;
}

function parseFaults(text: string): { seed: number; rate: number } {
  const [, seed, rate] = /^(\d{1,9}):(0|1|0?\.\d{1,9})$/.exec(text) ?? [];
  if (seed === undefined) {
    throw new InvalidArgumentError("Use a seed and a rate from 0 to 1, such as 7:0.1.");
  }
  return { seed: Number(seed), rate: Number(rate) };
}
