// Reads a config file once, in a process of its own, as a program does: prints the ms that it took and the mistakes
// found, as JSON. `node read-config.mjs load FILE`: with all that `loadStack` does before the first resource;
// `node read-config.mjs parse FILE`: with the YAML library alone.
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { parseDocument } from "yaml";
import { dist } from "./context.mjs";

const { readConfigFile } = dist("config/source/config-file.js");
const { readConfig } = dist("config/validate/read-config.js");
const { render } = dist("config/report/render.js");
const { registry } = dist("resources/index.js");

const readers = {
  load(file) {
    const { diagnostics } = readConfig(readConfigFile(dirname(file), basename(file)), registry);
    render(diagnostics);
    return diagnostics.length;
  },
  parse: (file) => parseDocument(readFileSync(file, "utf8")).errors.length,
};

const [way, file] = process.argv.slice(2);
const began = performance.now();
const mistakes = readers[way](file);
console.log(JSON.stringify({ ms: performance.now() - began, mistakes }));
