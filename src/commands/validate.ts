// `pulumi-link-management validate`: checks a config file without network access and API key.

import * as path from "node:path";
import { styleText } from "node:util";
import { Command, Option } from "commander";
import { type Severity, summary } from "../config/report/diagnostics";
import { render, type Style } from "../config/report/render";
import { editorSchema } from "../config/schema/editor-schema";
import { ProjectFiles } from "../config/source/project-files";
import {
  ConfigFileError,
  NoConfigFileError,
  projectFolder,
  readConfigFile,
} from "../config/source/source-file";
import { readConfig } from "../config/validate/read-config";
import { configKinds } from "./config-kinds";
import { toAnnotations, toJson } from "./report-formats";
import { PREFIX, USAGE_ERROR } from "./usage-errors";

const FORMATS = ["text", "json", "github"] as const;

interface Options {
  readonly format: (typeof FORMATS)[number];
  readonly resolve?: true;
}

export function validateCommand(): Command {
  return new Command("validate")
    .description("Check a config file. Needs no network access and no API key.")
    .argument("[file]", "the config file (default: LINK_MANAGEMENT_FILE, else link-management.yaml)")
    .addOption(
      new Option("--format <format>", "text for people, json for programs, github for annotations")
        .choices(FORMATS)
        .default("text"),
    )
    .option("--resolve", "fill in ${env:…} from the environment, and report variables that are not set")
    .addHelpText(
      "after",
      "\nExit codes: 0 no errors (warnings are possible), 1 errors, 2 wrong usage or missing file.",
    )
    .action((file: string | undefined, options: Options) => {
      process.exitCode = run(file, options);
    });
}

function run(file: string | undefined, options: Options): number {
  try {
    const { text, exitCode } = validateFile(process.cwd(), file || process.env.LINK_MANAGEMENT_FILE, options);
    process.stdout.write(`${text}\n`);
    return exitCode;
  } catch (error) {
    if (!(error instanceof ConfigFileError)) throw error;
    process.stderr.write(`${PREFIX}${error.message}\n`);
    return error instanceof NoConfigFileError ? USAGE_ERROR : 1;
  }
}

/**
 * @param folder where the search for the file starts
 * @throws ConfigFileError if it cannot be read
 */
function validateFile(
  folder: string,
  file: string | undefined,
  { format, resolve }: Options,
): { text: string; exitCode: number } {
  const root = projectFolder(folder);
  const source = readConfigFile(folder, file);
  const report = readConfig(source, configKinds, {
    files: new ProjectFiles(root),
    ...(resolve && { values: { environment: (name) => process.env[name] } }),
  });
  const outcome = summary(report.counts, source.file, report.fileCount);
  const text = {
    text: () => paragraphs(render(report, isTerminal() ? STYLE : undefined), outcome),
    json: () => toJson(report),
    github: () =>
      paragraphs(
        toAnnotations(report, (name) => pathInRepository(root, name)),
        outcome,
      ),
  }[format]();
  return { text, exitCode: report.counts.errors > 0 ? 1 : 0 };
}

function paragraphs(report: string, outcome: string): string {
  return report === "" ? outcome : `${report}\n\n${outcome}`;
}

/** Annotations need paths from the root of the repository. The project may be a folder inside it. */
function pathInRepository(root: string, name: string): string {
  const repository = process.env.GITHUB_WORKSPACE || process.cwd();
  return path.relative(repository, path.join(root, name)).split(path.sep).join("/");
}

/** Some pipelines run commands in a terminal of their own, and log what it shows. */
function isTerminal(): boolean {
  return process.stdout.isTTY && !process.env.CI;
}

/** `styleText` colors only a terminal, and respects NO_COLOR and FORCE_COLOR. */
const STYLE: Style = {
  location: (text) => styleText("bold", text),
  severity: (text, severity) => styleText(COLORS[severity], text),
  help: (text) => styleText("dim", text),
};

const COLORS: Readonly<Record<Severity, "red" | "yellow">> = { error: "red", warning: "yellow" };

export function schemaCommand(): Command {
  return new Command("schema")
    .description("Print the JSON Schema of the config file, for completion, help and validation in editors.")
    .action(() => {
      process.stdout.write(`${JSON.stringify(editorSchema(configKinds), null, 2)}\n`);
    });
}
