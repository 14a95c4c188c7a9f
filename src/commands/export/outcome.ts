// What a user reads after an export.
import * as path from "node:path";
import { formatList } from "../../api/suggest";
import { summary as problems, type Report } from "../../config/report/diagnostics";
import type { Documents } from "./documents/documents";

/** Paths are relative to the project folder, with "/". */
export interface Outcome {
  readonly documents: Documents;
  /** What the loader says about them. */
  readonly report: Pick<Report, "counts">;
  /** The main file of the export. */
  readonly file: string;
  /** The config that the next `pulumi up` reads. */
  readonly configFile: string;
  /** Whether LINK_MANAGEMENT_FILE names it. */
  readonly hasVariable: boolean;
  /** `--stdout` */
  readonly isPrinted: boolean;
  /** `--unmanaged` */
  readonly isAddition: boolean;
  /** `--only` or `--exclude` */
  readonly isSelection: boolean;
}

/** More of them are in the comments of the files. */
const MAX_OMISSIONS = 20;

/** One line for each omission. */
export function warnings({ omissions }: Documents): string[] {
  const more = omissions.length - MAX_OMISSIONS;
  return [...omissions.slice(0, MAX_OMISSIONS), ...(more > 0 ? [`${more} more: see the comments`] : [])];
}

/** Whether the files have anything to say. A config without entries expects the account. */
export function isNeeded({ documents: { counts, omissions }, isAddition }: Outcome): boolean {
  return !isAddition || counts.size > 0 || omissions.length > 0;
}

/** What was written, and what to do next. */
export function summary(outcome: Outcome): string[] {
  const { documents, report, file, isPrinted, isSelection } = outcome;
  const { files, counts } = documents;
  if (!isNeeded(outcome))
    return [`The stack manages every ${isSelection ? "selected " : ""}object. Nothing was written.`];
  const names = isPrinted
    ? ["standard output"]
    : [file, ...[...files.keys()].filter((name) => name !== file)];
  const errors = report.counts.errors === 0 ? "" : `, ${problems(report.counts)}`;
  const written = `${formatList(names)}: ${countsInWords(counts)}${errors}`;
  return counts.size === 0 ? [written] : [written, `Next: ${formatList(nextSteps(outcome))}`];
}

function nextSteps(outcome: Outcome): string[] {
  const { report, file, isPrinted } = outcome;
  const validated = isPrinted ? "" : ` ${file}`;
  return [
    ...(isPrinted ? [printedStep(outcome)] : []),
    ...(report.counts.errors === 0
      ? []
      : [`correct the errors that \`npx pulumi-link-management validate${validated}\` reports`]),
    ...(isPrinted ? [] : configStep(outcome)),
    "run npx pulumi preview",
    "run npx pulumi up",
  ];
}

function printedStep({ isAddition, configFile }: Outcome): string {
  return isAddition ? `save it as a file that ${configFile} includes` : "save it as the config file";
}

/** What lets `pulumi up` read the file. */
function configStep({ isAddition, file, configFile, hasVariable }: Outcome): string[] {
  if (isAddition) {
    const included = path.posix.relative(path.posix.dirname(configFile), file);
    return [`add include: ${included} to ${configFile}`];
  }
  if (file === configFile) return [];
  if (hasVariable) return [`set LINK_MANAGEMENT_FILE to ${file}`];
  return [`run pulumi config set link-management:file ${file}`];
}

/** `5 objects (2 channels, 3 pixels)` */
export function countsInWords(counts: ReadonlyMap<string, number>): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return "no objects";
  const kinds = [...counts].map(([section, count]) => `${count} ${section}`).join(", ");
  return `${total} object${total === 1 ? "" : "s"} (${kinds})`;
}
