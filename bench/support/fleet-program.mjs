// The files of a project whose program makes many resources, with our classes or a rival's.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const rival = (path) => readFileSync(new URL(`../rivals/${path}`, import.meta.url), "utf8");

/** How many of each kind are among `count` mixed resources. */
export const { sizes } = createRequire(import.meta.url)("../rivals/fleet.cjs");

/**
 * @param classes module with the classes, as the program requires it
 * @param count of resources, a multiple of 100
 * @param fleet "mixed" (every kind) or "pixels"
 */
export function fleetProgram(classes, count, fleet = "mixed") {
  return {
    "fleet.js": rival("fleet.cjs"),
    "index.js": `require("./fleet").${fleet}(require(${JSON.stringify(classes)}), ${count});\n`,
  };
}

/** The same pixels with the provider that most people would write. */
export function handWrittenProgram(count) {
  return { ...fleetProgram("./hand-written", count, "pixels"), "hand-written.js": rival("hand-written.cjs") };
}
