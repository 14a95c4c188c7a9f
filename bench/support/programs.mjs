// The files of a project whose program creates many resources, with our classes or those of a baseline.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { stringify } from "yaml";

const workload = createRequire(import.meta.url)("./workload.cjs");

/** How many resources of each kind are among `count` mixed ones. */
export const { sizes } = workload;

/**
 * @param count a multiple of 100
 * @param mix "mixed" (every kind) or "pixels"
 */
export const ourProgram = (count, mix = "mixed") => program("pulumi-link-management", count, mix);

/** The same mixed resources in a config file. */
export function ourConfig(count) {
  const sections = { pixels: {}, domains: {}, qrCodes: {}, channels: {}, campaigns: {} };
  const inSection = (section) =>
    class {
      constructor(key, fields) {
        this.key = key;
        this.fields = sections[section][key] = { ...fields };
      }
    };
  const kinds = {
    Pixel: inSection("pixels"),
    Domain: inSection("domains"),
    QrCode: inSection("qrCodes"),
    Channel: inSection("channels"),
    Campaign: inSection("campaigns"),
    ChannelItem: class {
      constructor(_name, { channel, item }) {
        channel.fields.items = [{ qr: item.key }];
      }
    },
  };
  workload.mixed(kinds, count);
  return { "link-management.yaml": stringify(sections) };
}

/** The same mixed resources with handlers that return at once. */
export const noopProgram = (count) => ({
  ...program("./noop", count, "mixed"),
  "noop.js": source("../baselines/noop.cjs"),
  "noop-provider.js": source("../baselines/noop-provider.cjs"),
});

/** The same pixels with a hand-written dynamic provider. */
export const handWrittenProgram = (count) => ({
  ...program("./hand-written", count, "pixels"),
  "hand-written.js": source("../baselines/hand-written.cjs"),
});

/** One pixel with a dynamic provider that does nothing. */
export const minimalDynamicProgram = () => ({
  ...program("./minimal-dynamic", 1, "pixels"),
  "minimal-dynamic.js": source("../baselines/minimal-dynamic.cjs"),
});

const source = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

const program = (classes, count, mix) => ({
  "workload.js": source("workload.cjs"),
  "index.js": `require("./workload").${mix}(require("${classes}"), ${count});\n`,
});
