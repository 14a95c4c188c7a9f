// Diagnostics for programs. Each format has the escapes and the paths that its consumer documents.
import { createHash } from "node:crypto";
import * as path from "node:path";
import type { Diagnostic, Report } from "../config/report/diagnostics";
import { printable } from "../config/source/printable";

/** @param root the project folder, to which the paths of sources are relative */
type Format = (report: Report, root: string) => string;

/** Counts, and the reported problems. Lines and columns start at 1; a column is one UTF-16 unit. */
const json: Format = ({ diagnostics, counts }) => {
  const problems = diagnostics.map(({ severity, code, source, range, message, help }) => {
    const end = source.position(range.end);
    return {
      severity,
      code,
      file: source.file,
      ...source.position(range.start),
      endLine: end.line,
      endColumn: end.column,
      message: printable(message),
      ...(help !== undefined && { help: printable(help) }),
    };
  });
  return toText({ ...counts, problems });
};

/** Workflow commands of GitHub Actions: docs.github.com, "Workflow commands". The runner decodes these escapes. */
const github: Format = ({ diagnostics }, root) => {
  const data = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const property = (text: string) => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
  const commands = diagnostics.map((one) => {
    const file = printable(pathFrom(process.env.GITHUB_WORKSPACE, root, one));
    const { line, column } = one.source.position(one.range.start);
    return `::${one.severity} file=${property(file)},line=${line},col=${column}::${data(textOf(one))}`;
  });
  return commands.join("\n");
};

/** A Code Quality report: docs.gitlab.com, "Code Quality report format". */
const gitlab: Format = ({ diagnostics }, root) => {
  const seen = new Map<string, number>();
  const findings = diagnostics.map((one) => {
    const file = pathFrom(process.env.CI_PROJECT_DIR, root, one);
    // Without the line: GitLab compares two branches by fingerprints, which must be unique.
    const content = JSON.stringify([file, one.code, one.message]);
    const repeats = seen.get(content) ?? 0;
    seen.set(content, repeats + 1);
    return {
      description: textOf(one),
      check_name: one.code,
      fingerprint: createHash("sha256").update(`${content}${repeats}`).digest("hex"),
      severity: one.severity === "error" ? "major" : "minor",
      location: { path: file, lines: { begin: one.source.position(one.range.start).line } },
    };
  });
  return toText(findings);
};

/** A DiagnosticResult of reviewdog: proto/rdf/reviewdog.proto. Paths are relative to the working folder. */
const rdjson: Format = ({ diagnostics }, root) =>
  toText({
    source: { name: "pulumi-link-management" },
    diagnostics: diagnostics.map((one) => ({
      message: textOf(one),
      location: {
        path: pathFrom(undefined, root, one),
        range: { start: bytePosition(one, one.range.start), end: bytePosition(one, one.range.end) },
      },
      severity: one.severity.toUpperCase(),
      code: { value: one.code },
    })),
  });

export const FORMATS = { json, github, gitlab, rdjson } as const satisfies Record<string, Format>;

/** @param base of the consumer's paths. @default the working folder */
function pathFrom(base: string | undefined, root: string, { source }: Diagnostic): string {
  const file = path.relative(base || process.cwd(), path.join(root, source.file));
  return file.split(path.sep).join("/");
}

/** A column counts the bytes of UTF-8. */
function bytePosition({ source }: Diagnostic, offset: number) {
  const before = source.text.slice(source.lineAt(offset).start, offset);
  return { line: source.position(offset).line, column: Buffer.byteLength(before) + 1 };
}

function textOf({ message, help }: Diagnostic): string {
  return printable(help === undefined ? message : `${message}; ${help}`);
}

function toText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
