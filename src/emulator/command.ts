// `pulumi-link-management emulator`: runs the service of api.md on localhost.
import { Command, InvalidArgumentError, Option } from "commander";
import {
  type Account,
  DEMO_KEY,
  DIALECT_PRESETS,
  type DialectPreset,
  SEEDED_LINKS,
  startEmulator,
} from "./index";

/** Every new account has these links, so there cannot be fewer. */
const MIN_LINKS = SEEDED_LINKS.length;
const MAX_LINKS = 10_000;

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
    .addOption(
      new Option("--dialect <name>", "the API document, or what installations of the API do")
        .choices(Object.keys(DIALECT_PRESETS))
        .default("document"),
    )
    .option("--links <number>", "short links of the account", parseLinks, MIN_LINKS)
    .action(run);
}

interface Options {
  port: number;
  state?: string;
  rateLimit: number;
  faults?: { seed: number; rate: number };
  dialect: DialectPreset;
  links: number;
}

async function run({ port, state, rateLimit, faults, dialect, links }: Options): Promise<void> {
  // Registered before the URL is printed: a script may send the signal as soon as it reads the URL.
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  const emulator = await startEmulator({
    port,
    rateLimit,
    dialect,
    ...(state === undefined ? {} : { stateFile: state }),
    ...(faults === undefined ? {} : { faults }),
  });
  const account = emulator.store.account("acme");
  addLinks(account, links);
  process.stdout.write(
    `Emulator running at ${emulator.url} (Ctrl-C to stop). In another terminal:\n` +
      `  export LINK_MANAGEMENT_BASE_URL=${emulator.url} LINK_MANAGEMENT_API_KEY=${DEMO_KEY}\n` +
      `Links: ${idRanges(account.links.list())}\nBio pages: ${idRanges(account.bios.list())}\n`,
  );
  await stopped;
  await emulator.close();
}

/** Creates the links that are missing: a state file may have fewer. */
function addLinks({ links }: Account, count: number): void {
  const firstId = SEEDED_LINKS[0]!.id;
  for (let id = firstId + MIN_LINKS; id < firstId + count; id++)
    if (links.get(id) === undefined) links.create({ id });
}

/** Ids such as `12, 20 to 23`. */
function idRanges(objects: readonly { readonly id: number }[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const id of objects.map((object) => object.id).sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range?.last === id - 1) range.last = id;
    else ranges.push({ first: id, last: id });
  }
  const texts = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`));
  return texts.join(", ") || "none";
}

function parseLinks(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < MIN_LINKS || count > MAX_LINKS) {
    throw new InvalidArgumentError(`Use an integer from ${MIN_LINKS} to ${MAX_LINKS}.`);
  }
  return count;
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
