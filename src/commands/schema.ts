// `link-management schema`: the JSON Schema of the config file, for editors.
import { Command } from "commander";
import { configSchema } from "../config/schema/json-schema";
import { registry } from "../resources/index";

export function schemaCommand(): Command {
  return new Command("schema")
    .description("Print the JSON Schema of the config file, for completion, help and validation in editors.")
    .action(() => {
      process.stdout.write(`${JSON.stringify(configSchema(registry), null, 2)}\n`);
    });
}
