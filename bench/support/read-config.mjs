// Reads a config file once and prints the milliseconds. `load` does what `validate` does, and `loadStack` before the first
// resource. `parse` only parses the YAML.
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { parseDocument } from "yaml";
import { dist } from "../../tools/dist.mjs";

const { readConfigFile } = dist("config/source/source-file.js");
const { Project } = dist("commands/account/project.js");

const readers = {
  load: (file) => new Project().read(readConfigFile(dirname(file), basename(file))).counts.errors,
  parse: (file) => parseDocument(readFileSync(file, "utf8")).errors.length,
};

const [reader, file] = process.argv.slice(2);
process.chdir(dirname(file));
const startedAt = performance.now();
const errors = readers[reader](file);
const durationMs = performance.now() - startedAt;
if (errors > 0) throw new Error(`${reader} found ${errors} errors`);
console.log(durationMs);
