// The files of a project whose program creates many resources, with our classes or with no-op handlers.
import { readFileSync } from "node:fs";

/** @param count a multiple of 100 */
export const ourProgram = (count) => program("pulumi-link-management", count);

export const noopProgram = (count) => ({
  ...program("./noop", count),
  "noop.js": source("noop.cjs"),
  "noop-provider.js": source("noop-provider.cjs"),
});

const program = (classes, count) => ({
  "workload.js": source("workload.cjs"),
  "index.js": `require("./workload")(require("${classes}"), ${count});\n`,
});

const source = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
