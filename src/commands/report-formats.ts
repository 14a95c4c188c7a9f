// Diagnostics for programs. Each format has the escapes and the paths that its consumer documents.
import { createHash } from "node:crypto";
import * as path from "node:path";
import { visible } from "../api/sanitize";
import type { Diagnostic, Report } from "../config/report/diagnostics";

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
