// What the engine starts for the package `link-management`: it prints its port, and serves until the engine ends.
import "./start/exit-on-old-node";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeShutdown, watchEngine } from "./engine/connection";
import { engineAddress, engineLog } from "./engine/log";
import { PLUGIN_DOOR } from "./plugin/door";
import { bundledModules, serve } from "./plugin/server";
import { ProviderProcess } from "./provider/provider-process";
import { definitions } from "./resources/definitions";

const { version } = require("../package.json") as { version: string };

const address = engineAddress(process.argv);
const log = engineLog(address, bundledModules);
const provider = new ProviderProcess({ log: log.write, env: process.env, definitions, door: PLUGIN_DOOR });
if (address !== undefined) watchEngine(address, () => process.exit(1));
beforeShutdown(async () => {
  await provider.finish("warnings");
  await log.flush();
});

// The file is beside the bundle.
const schema = () => readFileSync(join(__dirname, "schema.json"), "utf8");
void serve(provider, { version, schema }).then(({ port }) => {
  process.stdout.write(`${port}\n`);
});
