// Reading and validating a large config file, compared with the bare parse, and from CSV with the same YAML. Each reads the
// files in a fresh process.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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
  const read = (reader, one) => async () =>
    Number((await promisify(execFile)(process.execPath, [script, reader, one])).stdout);
  const { ratio, detail } = await compare(read("load", file), read("parse", file), rounds(7), "ms");
  const csv = file.replace(".yaml", "-csv.yaml");
  writeFileSync(csv, "include: codes.csv\n");
  writeFileSync(
    join(dirname(csv), "codes.csv"),
    codes("qrCodes,type,data,name\n", (n) => `c${n},link,https://example.com/${n},Code ${n}`),
  );
  const yaml = file.replace(".yaml", "-codes.yaml");
  writeFileSync(
    yaml,
    codes("qrCodes:\n", (n) => `  c${n}: { type: link, data: "https://example.com/${n}", name: Code ${n} }`),
  );
  const both = await compare(read("load", csv), read("load", yaml), rounds(7), "ms");
  return [
    { name: "load and validate 10,000 entries over the bare parse", value: ratio, max: 1.5, detail },
    { name: "10,000 entries from CSV over the same YAML", value: both.ratio, max: 1, detail: both.detail },
  ];
}

const codes = (head, row) => head + Array.from({ length: 10_000 }, (_, n) => `${row(n)}\n`).join("");

function configFile(entries) {
  const sections = Object.entries(SECTIONS);
  const numbers = Array.from({ length: entries / sections.length }, (_, i) => i);
  return sections.map(([section, entry]) => `${section}:\n${numbers.map(entry).join("\n")}\n`).join("");
}
