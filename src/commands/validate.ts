// `validate`: checks a config file without network access and API key. What it finds is text for people, or for programs, with
// the escapes and the paths that each documents.
import { createHash } from "node:crypto";
import * as path from "node:path";
import { Command, Option } from "commander";
import { toLine, visible } from "../api/sanitize";
import { type Diagnostic, type Report, summary } from "../config/report/diagnostics";
import { render } from "../config/report/render";
import { readConfigFile } from "../config/source/source-file";
import { Project } from "./account/project";

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
  const project = new Project({ stack });
  const source = file ? readConfigFile(process.cwd(), file) : project.configFile();
  const report = project.read(source, resolve && { environment: process.env });
  const text = format === "text" ? render(report, isTerminal()) : FORMATS[format](report, project.folder);
  const outcome = toLine(summary(report.counts, source.file, report.fileCount));
  // People read the other formats.
  process.stdout.write(`${format === "gitlab" ? text : [text, outcome].filter(Boolean).join("\n\n")}\n`);
  if (report.counts.errors > 0) process.exitCode = 1;
}

/** Some pipelines run commands in a terminal of their own, and log what it shows. */
function isTerminal(): boolean {
  return process.stdout.isTTY && !process.env.CI;
}

/** @param root the project folder, to which the paths of sources are relative */
type Format = (report: Report, root: string) => string;

/** Workflow commands of GitHub Actions: docs.github.com, "Workflow commands". The runner decodes these escapes. */
const github: Format = ({ diagnostics }, root) => {
  const data = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const property = (text: string) => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
  const commands = diagnostics.map((one) => {
    const file = visible(pathFrom(process.env.GITHUB_WORKSPACE, root, one));
    const { line, column } = one.source.position(one.range.start);
    return `::${one.severity} file=${property(file)},line=${line},col=${column}::${data(textOf(one))}`;
  });
  return commands.join("\n");
};

/** A Code Quality report: docs.gitlab.com, "Code Quality report format". */
const gitlab: Format = ({ diagnostics }, root) => {
  const findings = diagnostics.map((one) => {
    const file = pathFrom(process.env.CI_PROJECT_DIR, root, one);
    // GitLab compares two branches by it: without lines.
    const content = JSON.stringify([file, one.message.replace(/:\d+:\d+/g, "")]);
    return {
      description: textOf(one),
      check_name: "validate",
      fingerprint: createHash("sha256").update(content).digest("hex"),
      severity: one.severity === "error" ? "major" : "minor",
      location: { path: file, lines: { begin: one.source.position(one.range.start).line } },
    };
  });
  return JSON.stringify(findings, null, 2);
};

export const FORMATS = { github, gitlab } as const satisfies Record<string, Format>;

/** @param base of the consumer's paths. @default the working folder */
function pathFrom(base: string | undefined, root: string, { source }: Diagnostic): string {
  const file = path.relative(base || process.cwd(), path.join(root, source.file));
  return file.split(path.sep).join("/");
}

function textOf({ message, help }: Diagnostic): string {
  return visible(help === undefined ? message : `${message}; ${help}`);
}
