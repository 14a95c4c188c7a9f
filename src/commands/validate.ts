// `validate`: checks a config file without network access and API key.
import * as path from "node:path";
import { Command, Option } from "commander";
import { toLine, visible } from "../api/sanitize";
import { type Report, render, summary } from "../config/report/report";
import { readConfigFile } from "../config/source/source-file";
import { Project } from "./account/project";

interface Options {
  readonly format: "text" | "github";
  readonly resolve?: true;
  readonly stack?: string;
}

export function validateCommand(): Command {
  return new Command("validate")
    .description("Check a config file. Needs no network access and no API key.")
    .argument("[file]", "the config file (default: the one that `pulumi up` reads)")
    .addOption(
      new Option("--format <format>", "text for people, github for annotations")
        .choices(["text", "github"])
        .default("text"),
    )
    .option("--resolve", "fill in ${env:…} from the environment, and report variables that are not set")
    .option("--stack <name>", "the stack whose file is checked (default: PULUMI_STACK, or the only one)")
    .action(validate);
}

/** @throws ConfigFileError if the file cannot be read */
function validate(file: string | undefined, { format, resolve, stack }: Options): void {
  const project = new Project({ stack });
  const source = file ? readConfigFile(process.cwd(), file) : project.configFile();
  const report = project.read(source, resolve && { environment: process.env });
  // Some pipelines run commands in a terminal of their own, and log what it shows.
  const isTerminal = process.stdout.isTTY && !process.env.CI;
  const text = format === "text" ? render(report, isTerminal) : annotations(report, project.folder);
  const outcome = toLine(summary(report.counts, source.file));
  process.stdout.write(`${[text, outcome].filter(Boolean).join("\n\n")}\n`);
  if (report.counts.errors > 0) process.exitCode = 1;
}

/**
 * Workflow commands of GitHub Actions: docs.github.com, "Workflow commands". The runner decodes these escapes.
 * @param root the project folder, to which the paths of sources are relative
 */
export function annotations({ diagnostics }: Report, root: string): string {
  const data = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const property = (text: string) => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
  const commands = diagnostics.map(({ severity, source, range, message, help }) => {
    // Relative to the repository.
    const file = path.relative(process.env.GITHUB_WORKSPACE || "", path.join(root, source.file));
    const { line, column } = source.position(range.start);
    const text = visible(help === undefined ? message : `${message}; ${help}`);
    return `::${severity} file=${property(visible(file))},line=${line},col=${column}::${data(text)}`;
  });
  return commands.join("\n");
}
