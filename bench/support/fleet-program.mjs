// The files of a project whose program makes many resources, with our classes or a rival's.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { stringify } from "yaml";

const fleet = createRequire(import.meta.url)("../rivals/fleet.cjs");

/** How many of each kind are among `count` mixed resources. */
export const { sizes } = fleet;

/** @param count a multiple of 100; `fleet` is "mixed" (every kind) or "pixels" */
export const ourProgram = (count, fleet = "mixed") => program("pulumi-link-management", count, fleet);

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
  fleet.mixed(
    {
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
    },
    count,
  );
  return { "link-management.yaml": stringify(sections) };
}

/** The same resources with handlers that return at once. */
export const floorProgram = (count, fleet = "mixed") => ({
  ...program("./floor", count, fleet),
  "floor.js": rival("floor.cjs"),
  "floor-provider.js": rival("floor-provider.cjs"),
});

/** The same pixels with the provider that most people would write. */
export const handWrittenProgram = (count) => ({
  ...program("./hand-written", count, "pixels"),
  "hand-written.js": rival("hand-written.cjs"),
});

/** One pixel with a provider that does nothing. */
export const emptyProgram = () => ({
  ...program("./empty", 1, "pixels"),
  "empty.js": rival("empty.cjs"),
});

const rival = (path) => readFileSync(new URL(`../rivals/${path}`, import.meta.url), "utf8");

const program = (classes, count, fleet) => ({
  "fleet.js": rival("fleet.cjs"),
  "index.js": `require("./fleet").${fleet}(require("${classes}"), ${count});\n`,
});
