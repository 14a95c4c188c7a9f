// The config file's loader, compared with the YAML library it uses. Each reads the same file in a fresh process.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compare, interleave } from "../support/compare.mjs";
import { largeConfig } from "../support/large-config.mjs";
import { relativeResult } from "../support/result.mjs";

const ENTRIES = 10_000;
const ERRORS = 400;
const ROUNDS = 7;
/** Largest ratio to the bare parse. */
const MAX_RATIO = 2.5;

const script = fileURLToPath(new URL("../support/read-config.mjs", import.meta.url));

export async function measure(context) {
  const results = [];
  for (const errors of [0, ERRORS]) {
    const file = join(await context.folder(), "link-management.yaml");
    await writeFile(file, largeConfig(ENTRIES, errors));
    const contender = (reader, expectedErrors) => async (round) => {
      context.progress(`${reader} ${ENTRIES} entries with ${errors} errors, ${round + 1}`);
      const read = await readOnce(reader, file, context.signal);
      if (read.errors !== expectedErrors) {
        throw new Error(`${reader} found ${read.errors} errors instead of ${expectedErrors}`);
      }
      return read.durationMs;
    };
    const { load, parse } = await interleave(
      { load: contender("load", errors), parse: contender("parse", 0) },
      context.rounds(ROUNDS),
    );
    results.push(
      relativeResult({
        name: `load and validate ${ENTRIES} entries, ${errors === 0 ? "no" : errors} errors`,
        unit: "ms",
        baseline: "parseDocument",
        ...compare(load, parse),
        max: MAX_RATIO,
      }),
    );
  }
  return results;
}

async function readOnce(reader, file, signal) {
  const { stdout } = await promisify(execFile)(process.execPath, [script, reader, file], { signal });
  return JSON.parse(stdout);
}
