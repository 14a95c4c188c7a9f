// A preview of unchanged resources, compared with no-op handlers, and the requests of a refresh.
import { readFileSync } from "node:fs";
import { startEmulator } from "../tools/emulator.mjs";
import { compare } from "./support/compare.mjs";
import { appliedProject } from "./support/project.mjs";

const COUNT = 1000;
/** The account, 9 pages of lists, and the items of 100 channels. */
const REQUESTS = 1 + 9 + 100;

export async function scale({ rounds }) {
  const emulator = await startEmulator({ rateLimit: 1_000_000 });
  const ours = await appliedProject(OURS, emulator);
  const noop = await appliedProject(NOOP, emulator);
  const seconds = (project) => () => project.pulumi("preview");
  const { ratio, detail } = await compare(seconds(ours), seconds(noop), rounds(5), "s");
  emulator.clearLog();
  await ours.pulumi("refresh", "--yes", "--skip-preview");
  const requests = emulator.log.length;
  return [
    { name: "preview of 1,000 over no-op handlers", value: ratio, max: 1.12, detail },
    { name: "requests of a refresh of 1,000", value: requests, max: REQUESTS, detail: "exact" },
  ];
}

const source = (name) => readFileSync(new URL(`support/${name}`, import.meta.url), "utf8");

/** A program that creates all resources with our classes. */
const OURS = program("pulumi-link-management");
const NOOP = {
  ...program("./noop"),
  "noop.js": source("noop.cjs"),
  "noop-provider.js": source("noop-provider.cjs"),
};

function program(classes) {
  const index = `require("./workload")(require("${classes}"), ${COUNT});\n`;
  return { "workload.js": source("workload.cjs"), "index.js": index };
}
