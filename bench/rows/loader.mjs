// The config file's loader beside the YAML library that it stands on: the same file, read once in a fresh process.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { largeConfig } from "../support/large-config.mjs";
import { compared } from "../support/row.mjs";
import { inTurn, median, medianRatio } from "../support/side-by-side.mjs";

export const name = "loader";

const ENTRIES = 10_000;
const MISTAKES = 400;
const ROUNDS = 7;
/** Largest ratio to the bare parse. */
const BOUND = 2.5;

const reader = fileURLToPath(new URL("../support/read-config.mjs", import.meta.url));

export async function measure(context) {
  const rows = [];
  for (const mistakes of [0, MISTAKES]) {
    const file = join(await context.folder(), "link-management.yaml");
    await writeFile(file, largeConfig(ENTRIES, mistakes));
    const contender = (way, expected) => async (round) => {
      context.progress(`${way} of ${ENTRIES} entries with ${mistakes} mistakes, ${round + 1}`);
      const read = await readOnce(way, file, context.signal);
      if (read.mistakes !== expected)
        throw new Error(`${way} found ${read.mistakes} mistakes, not ${expected}`);
      return read.ms;
    };
    const { load, parse } = await inTurn(
      { load: contender("load", mistakes), parse: contender("parse", 0) },
      context.rounds(ROUNDS),
    );
    rows.push(
      compared({
        row: `load and validate ${ENTRIES} entries, ${mistakes === 0 ? "all right" : `${mistakes} mistakes`}`,
        figure: median(load),
        unit: "ms",
        rival: "parseDocument",
        rivalFigure: median(parse),
        ratio: medianRatio(load, parse),
        bound: BOUND,
      }),
    );
  }
  return rows;
}

async function readOnce(way, file, signal) {
  const { stdout } = await promisify(execFile)(process.execPath, [reader, way, file], { signal });
  return JSON.parse(stdout);
}
