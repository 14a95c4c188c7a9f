// The files of a project whose program creates many resources, with our classes or with no-op handlers.
import { readFileSync } from "node:fs";

/**
 * @param count a multiple of 100 for all kinds
 * @param mix "mixed" (every kind) or "pixels"
 */
export const ourProgram = (count, mix = mixOf(count)) => program("pulumi-link-management", count, mix);

export const noopProgram = (count) => ({
  ...program("./noop", count, mixOf(count)),
  "noop.js": source("noop.cjs"),
  "noop-provider.js": source("noop-provider.cjs"),
});

/** Few resources are pixels only. */
const mixOf = (count) => (count < 100 ? "pixels" : "mixed");

const program = (classes, count, mix) => ({
  "workload.js": source("workload.cjs"),
  "index.js": `require("./workload").${mix}(require("${classes}"), ${count});\n`,
});

const source = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
