// `link-management emulator`: the service of the API document on localhost, to try things on.
import { Command, InvalidArgumentError } from "commander";
import { DEMO_KEY, startEmulator } from "../emulator/index";

export function emulatorCommand(): Command {
  return new Command("emulator")
    .description("Run an emulator of the service on localhost until Ctrl-C.")
    .option("--port <number>", "port on 127.0.0.1; 0 takes any free one", toPort, 4010)
    .option("--state <file>", "JSON file that keeps the account over restarts")
    .option("--rate-limit <number>", "requests per minute and key", toCount, 30)
    .option(
      "--faults <seed:rate>",
      "let a share of the requests go wrong, such as 7:0.1; the same seed gives the same faults",
      toFaults,
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
  // Before anything is printed: whoever reads the address may send the signal at once.
  const asked = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  const emulator = await startEmulator({
    port,
    rateLimit,
    ...(state === undefined ? {} : { stateFile: state }),
    ...(faults === undefined ? {} : { faults }),
  });
  process.stdout.write(
    `The service is emulated at ${emulator.url} (Ctrl-C ends it). In another terminal:\n` +
      `  export LINK_MANAGEMENT_BASE_URL=${emulator.url} LINK_MANAGEMENT_API_KEY=${DEMO_KEY}\n`,
  );
  await asked;
  await emulator.close();
}

function toPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new InvalidArgumentError("0 to 65535.");
  return port;
}

function toCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError("A whole number from 1.");
  return count;
}

function toFaults(text: string): { seed: number; rate: number } {
  const [, seed, rate] = /^(\d{1,9}):(0|1|0?\.\d{1,9})$/.exec(text) ?? [];
  if (seed === undefined) throw new InvalidArgumentError("A seed and a share from 0 to 1, such as 7:0.1.");
  return { seed: Number(seed), rate: Number(rate) };
}
