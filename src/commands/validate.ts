// `validate`: checks a config file without network access and API key. `schema`: what editors check it with.
import { Command, Option } from "commander";
import { toLine } from "../api/sanitize";
import { summary } from "../config/report/diagnostics";
import { render } from "../config/report/render";
import { editorSchema } from "../config/schema/editor-schema";
import { FileSchema } from "../config/schema/file-schema";
import { projectFolder, readConfigFile } from "../config/source/source-file";
import { definitions } from "../resources/definitions";
import { Project } from "./account/project";
import { readProjectConfig } from "./config-file";
import { FORMATS } from "./report-formats";

interface Options {
  readonly format: "text" | keyof typeof FORMATS;
  readonly resolve?: true;
  readonly stack?: string;
}

export function validateCommand(): Command {
  return new Command("validate")
    .description("Check a config file. Needs no network access and no API key.")
    .argument("[file]", "the config file (default: the one that `pulumi up` reads)")
    .addOption(
      new Option(
        "--format <format>",
        "text for people, github for annotations, gitlab for a Code Quality report",
      )
        .choices(["text", ...Object.keys(FORMATS)])
        .default("text"),
    )
    .option("--resolve", "fill in ${env:…} from the environment, and report variables that are not set")
    .option("--stack <name>", "the stack whose file is checked (default: PULUMI_STACK, or the only one)")
    .action(validate);
}

/** @throws ConfigFileError if the file cannot be read */
function validate(file: string | undefined, { format, resolve, stack }: Options): void {
  const source = file ? readConfigFile(process.cwd(), file) : new Project({ stack }).configFile();
  const root = projectFolder(process.cwd());
  const report = readProjectConfig(source, resolve && { environment: process.env });
  const text = format === "text" ? render(report, isTerminal()) : FORMATS[format](report, root);
  const outcome = toLine(summary(report.counts, source.file, report.fileCount));
  // People read the other formats.
  process.stdout.write(`${format === "gitlab" ? text : [text, outcome].filter(Boolean).join("\n\n")}\n`);
  if (report.counts.errors > 0) process.exitCode = 1;
}

/** Some pipelines run commands in a terminal of their own, and log what it shows. */
function isTerminal(): boolean {
  return process.stdout.isTTY && !process.env.CI;
}

export function schemaCommand(): Command {
  return new Command("schema")
    .description("Print the JSON Schema of the config file, for completion, help and validation in editors.")
    .action(() => {
      process.stdout.write(`${JSON.stringify(editorSchema(new FileSchema(definitions)), null, 2)}\n`);
    });
}
