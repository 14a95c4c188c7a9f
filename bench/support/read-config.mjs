// Reads a config file once in a fresh process and prints the duration and the number of errors as JSON.
// `node read-config.mjs load FILE` does what `loadStack` does before the first resource.
// `node read-config.mjs parse FILE` only parses the YAML.
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { parseDocument } from "yaml";
import { dist } from "./package.mjs";

const { readConfigFile } = dist("config/source/source-file.js");
const { FileSchema } = dist("config/schema/file-schema.js");
const { readConfig } = dist("config/validate/read-config.js");
const { render } = dist("config/report/render.js");
const { registry } = dist("resources/index.js");

const readers = {
  load(file) {
    const report = readConfig(readConfigFile(dirname(file), basename(file)), new FileSchema(registry));
    render(report);
    return report.counts.errors;
  },
  parse: (file) => parseDocument(readFileSync(file, "utf8")).errors.length,
};

const [reader, file] = process.argv.slice(2);
const startedAt = performance.now();
const errors = readers[reader](file);
console.log(JSON.stringify({ durationMs: performance.now() - startedAt, errors }));
