// `npm run bench`: measures what a user waits for, and compares each figure with its limit. See README.md.
import { parseArgs } from "node:util";
import { loader } from "./loader.mjs";
import { scale } from "./over-noop.mjs";

const suites = { loader, scale };

const { values } = parseArgs({
  options: { only: { type: "string" }, quick: { type: "boolean", default: false } },
});
const names = values.only?.split(",") ?? Object.keys(suites);
for (const name of names) {
  if (!Object.hasOwn(suites, name)) throw new Error(`"${name}" is none of ${Object.keys(suites).join(", ")}`);
}
process.on("SIGINT", () => process.exit(130));

let exceeded = 0;
for (const name of names) {
  console.log(name);
  for (const figure of await suites[name]({ rounds: (full) => (values.quick ? 1 : full) })) {
    const { value, max, detail } = figure;
    if (value > max) exceeded++;
    const verdict = value > max ? "EXCEEDED" : "ok";
    console.log(`  ${figure.name}: ${value.toFixed(2)} of at most ${max} (${detail})  ${verdict}`);
  }
}
// Emulators of the suites still listen.
process.exit(exceeded > 0 ? 1 : 0);
