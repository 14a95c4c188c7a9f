// `review`: a preview for a pull request, and the check that an apply does what was reviewed.
import { rmSync } from "node:fs";
import { extname, resolve } from "node:path";
import { Command, Option } from "commander";
import { sanitize } from "../../api/sanitize";
import { Progress } from "../account/progress";
import { Project } from "../account/project";
import { UsageError } from "../command";
import { jsonText } from "../json-text";
import { checkWritable, writeFiles } from "../write-files";
import { askAccount } from "./account";
import {
  FINGERPRINT,
  FORMAT,
  fingerprintOf,
  NotApprovedError,
  notApproved,
  readReview,
  refusalOf,
} from "./approval";
import { placesOf } from "./places";
import { Preview } from "./preview";
import { asMarkdown, asText } from "./render";
import { countsOf, isDrift, notesOf, protectedTexts, type Review } from "./review";
import { type Row, rowsOf } from "./rows";

interface Options {
  readonly stack?: string;
  readonly configFile?: string;
  readonly parallel?: string;
  readonly output: readonly string[];
  readonly sourceUrl?: string;
  readonly approved: readonly string[];
  readonly expect?: string;
  readonly failOn?: "danger" | "drift" | "changes";
  readonly unmanaged?: true;
}

const add = (one: string, others: readonly string[]) => [...others, one];

export function reviewCommand(): Command {
  return new Command("review")
    .description("Run `pulumi preview --refresh`, and print what an apply will do: dangers, drift, changes.")
    .option("-s, --stack <name>", "default: the selected one")
    .option("--config-file <file>", "in place of Pulumi.<stack>.yaml")
    .option("-p, --parallel <number>", "how many resources Pulumi compares at a time")
    .option("--output <file>", "write the review: .txt, .md or .json (repeatable)", add, [])
    .option("--source-url <url>", "address of the files in the repository, for links in Markdown")
    .addOption(
      new Option("--approved <file>", "a review.json that was approved: print what it lacks (repeatable)")
        .argParser(add)
        .default([], "")
        .conflicts("expect"),
    )
    .option("--expect <fingerprint>", "of the review that was approved")
    .addOption(new Option("--fail-on <what>", "fail if there is any").choices(["danger", "drift", "changes"]))
    .option("--unmanaged", "also list objects of the account that the stack does not manage")
    .allowExcessArguments(false)
    .addHelpText(
      "after",
      "\nExit codes: 0 reviewed, 1 the preview failed, 2 wrong usage, 3 not the approved plan, " +
        "7 dangers, drift or changes (--fail-on), 130 stopped by Ctrl-C, 143 by SIGTERM.",
    )
    .action(review);
}

async function review(options: Options): Promise<void> {
  const files = options.output.map((file) => resolve(file));
  check(options, files);
  const approved = readApprovals(options);
  if (approved === "refused") return;
  // A review that a kill ends must not leave an earlier one.
  for (const file of files) rmSync(file, { force: true });
  const progress = new Progress(process.stderr);
  const project = new Project(options);
  const preview = new Preview(project, (reason) => progress.wait(reason));
  progress.show("previewing");
  await preview.run(options.parallel === undefined ? [] : [`--parallel=${options.parallel}`]);
  progress.show("");
  if (preview.interrupted !== undefined) {
    process.exitCode = preview.interrupted;
    return;
  }
  const all = preview.errors.length > 0 ? [] : rowsOf(preview.steps, placesOf(project));
  const made = await reviewOf(preview, all, project, options);
  writeFiles(new Map(files.map((file) => [file, textOf(made, file, options)])), undefined);
  const rows = approved ? notApproved(made, approved) : made.rows;
  process.stdout.write(`${asText({ ...made, rows }, process.stdout.columns || undefined)}\n`);
  const problem = problemOf(made, approved, options);
  if (problem === undefined) return;
  const [code, text] = problem;
  process.exitCode = code;
  process.stderr.write(`${text}\n`);
}

/** `undefined` if none is asked for. */
function readApprovals({ approved }: Options): readonly Review[] | "refused" | undefined {
  try {
    return approved.length === 0 ? undefined : approved.map(readReview);
  } catch (error) {
    if (!(error instanceof NotApprovedError)) throw error;
    process.exitCode = 3;
    process.stderr.write(`${error.message}\n`);
    return "refused";
  }
}

/** Those of display, which no call of the CLI gets. */
const OF_DISPLAY = /^(COLOR|EMOJI|VERBOSE|SUPPRESS_.*|SHOW_.*)$/;

/** Such a variable would make the review another plan than the apply. @throws UsageError */
function checkEnvironment(): void {
  const prefix = "PULUMI_OPTION_";
  const names = Object.keys(process.env).filter((name) => name.startsWith(prefix));
  const other = names
    .map((name) => name.slice(prefix.length))
    .find((name) => name !== "STACK" && !OF_DISPLAY.test(name));
  if (other !== undefined)
    throw new UsageError(`the variable ${prefix}${sanitize(other, 80)} would change the plan: unset it`);
}

/** @throws UsageError before anything is sent */
function check({ expect }: Options, files: readonly string[]): void {
  checkEnvironment();
  if (expect !== undefined && !FINGERPRINT.test(expect))
    throw new UsageError("--expect needs the fingerprint of a review");
  const other = files.find((file) => ![".txt", ".md", ".json"].includes(extname(file)));
  if (other !== undefined)
    throw new UsageError(`--output ${sanitize(other)} does not end in .txt, .md or .json`);
  checkWritable(files, undefined);
}

/** @param all also the rows of what stays as it is */
async function reviewOf(
  preview: Preview,
  all: readonly Row[],
  project: Project,
  options: Options,
): Promise<Review> {
  const { stack = options.stack, account, errors } = preview;
  const where = account === undefined ? "" : `, account ${account.replace(/ registered .* at /, " at ")}`;
  const name = `${stack ?? "review"}${where}`;
  const base = { format: FORMAT, stack, account, errors };
  if (errors.length > 0) return { ...base, headline: `${name}: the preview failed`, rows: [], notes: [] };
  const { rows, notes = [], unmanaged } = await askAccount(all, project, options.unmanaged);
  if (preview.protected.size > 0) {
    const refused = rows.filter((row) => preview.protected.has(row.urn));
    return {
      ...{ ...base, errors: protectedTexts(refused), notes },
      headline: `${name}: the preview failed, because ${preview.protected.size} protected entries would lose their objects`,
      rows: rows.filter((row) => !refused.includes(row)),
    };
  }
  const doubts = [...preview.doubts];
  const summary = rows.length + doubts.length > 0 ? countsOf(rows, doubts) : ["no changes"];
  return {
    ...{ ...base, headline: `${name}: ${summary.join(", ")}`, rows, unmanaged },
    ...(doubts.length > 0 && { doubts }),
    notes: [...notesOf(rows, preview.warnings), ...notes],
    fingerprint: fingerprintOf({ stack, account, rows }),
  };
}

function textOf(made: Review, file: string, { sourceUrl }: Options): string {
  if (file.endsWith(".json")) return `${jsonText(made)}\n`;
  return `${file.endsWith(".md") ? asMarkdown(made, sourceUrl) : asText(made)}\n`;
}

/** @returns the exit code, and why */
function problemOf(
  made: Review,
  approved: readonly Review[] | undefined,
  { expect = made.fingerprint, failOn }: Options,
): readonly [number, string] | undefined {
  if (made.errors.length > 0) return [1, "the preview failed: there is nothing to review"];
  const refusal = approved && refusalOf(made, approved);
  if (refusal !== undefined) return [3, refusal];
  if (expect !== made.fingerprint)
    return [3, `not the expected plan: its fingerprint is ${made.fingerprint}`];
  // What was approved is expected.
  const rows = approved ? notApproved(made, approved) : made.rows;
  const isDangerous = rows.some(({ danger }) => danger !== undefined) || (made.doubts ?? []).length > 0;
  if (failOn === "danger" && isDangerous) return [7, "the plan has dangers"];
  if (failOn === "drift" && rows.some(isDrift)) return [7, "somebody changed the account"];
  return failOn === "changes" && rows.length > 0 ? [7, "the account and the config differ"] : undefined;
}
