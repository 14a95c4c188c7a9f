// Reading and validating a large config file, compared with the bare parse. Each reads it in a fresh process.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compare } from "./support/compare.mjs";
import { newFolder } from "./support/project.mjs";

/** An entry of each section, as a user writes it. */
const SECTIONS = {
  pixels: (i) => `  pixel${i}: { type: fbpixel, name: Shop ads ${i}, tag: "${1e9 + i}" }`,
  domains: (i) =>
    `  domain${i}:\n    domain: https://go${i}.example.com\n    redirectRoot: https://example.com/${i}`,
  qrCodes: (i) =>
    `  code${i}:\n    type: link\n    data: https://example.com/menu/${i}\n    foreground: "rgb(16,42,67)"`,
  channels: (i) =>
    `  channel${i}:\n    name: Spring ${i}\n    color: "#22AA66"\n    items: [ { qr: code${i} }, { link: ${4711 + i} } ]`,
  campaigns: (i) =>
    `  campaign${i}: { name: Launch ${i}, slug: launch-${i}, public: true, links: [${4711 + 2 * i}, ${4712 + 2 * i}] }`,
};

export async function loader({ rounds }) {
  const file = join(newFolder(), "link-management.yaml");
  writeFileSync(file, configFile(10_000));
  const script = fileURLToPath(new URL("support/read-config.mjs", import.meta.url));
  const read = (reader) => async () =>
    Number((await promisify(execFile)(process.execPath, [script, reader, file])).stdout);
  const { ratio, detail } = await compare(read("load"), read("parse"), rounds(7), "ms");
  return [{ name: "load and validate 10,000 entries over the bare parse", value: ratio, max: 1.5, detail }];
}

function configFile(entries) {
  const sections = Object.entries(SECTIONS);
  const numbers = Array.from({ length: entries / sections.length }, (_, i) => i);
  return sections.map(([section, entry]) => `${section}:\n${numbers.map(entry).join("\n")}\n`).join("");
}
