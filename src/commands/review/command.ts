// `review`: a preview for a pull request, and the check that an apply does what was reviewed.
import { rmSync } from "node:fs";
import { extname } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { sanitize, toLine } from "../../api/sanitize";
import { NoConfigFileError } from "../../config/source/source-file";
import { entryName } from "../../kind/entry";
import { Project } from "../account/project";
import { CommandError, jsonText, note, writeFile } from "../command";
import { askAccount } from "./account";
import { checkApproved, FORMAT, fingerprintOf, notApproved, readReview } from "./approval";
import { mergedReport } from "./merge";
import { Preview } from "./preview";
import { asMarkdown, asText, type Report } from "./render";
import { countsOf, notesOf, partsOf, protectedTexts, type Review } from "./review";
import { isDrift } from "./row";
import { rowsOf } from "./rows";
import { settledNotes } from "./sides";

interface Options {
  readonly stack?: string;
  readonly configFile?: string;
  readonly parallel?: string;
  readonly output?: readonly string[];
  readonly sourceUrl?: string;
  readonly approved?: readonly string[];
  readonly expect?: string;
  readonly failOn?: "danger" | "drift" | "changes";
  readonly unmanaged?: true;
  readonly merge?: readonly string[];
}

/** By the ending of a file. @param value for JSON */
const FORMATS: Readonly<Record<string, (report: Report, value: unknown, sourceUrl?: string) => string>> = {
  ".txt": asText,
  ".md": (report, _, sourceUrl) => asMarkdown(report, sourceUrl),
  ".json": (_, value) => jsonText(value),
};

const add = (one: string, others: readonly string[] = []) => [...others, one];

function addOutput(file: string, others?: readonly string[]): readonly string[] {
  if (extname(file) in FORMATS) return add(file, others);
  throw new InvalidArgumentError("Name a file that ends in .txt, .md or .json.");
}

export function reviewCommand(): Command {
  return new Command("review")
    .description("Run `pulumi preview --refresh`, and print what an apply will do: dangers, drift, changes.")
    .option("--stack <name>", "default: the selected one")
    .option("--config-file <file>", "in place of Pulumi.<stack>.yaml")
    .option("--parallel <number>", "how many resources Pulumi compares at a time")
    .option("--output <file>", "write the review: .txt, .md or .json (repeatable)", addOutput)
    .option("--source-url <url>", "address of the files in the repository, for links in Markdown")
    .addOption(
      new Option("--approved <file>", "a review.json that was approved: print what it lacks (repeatable)")
        .argParser(add)
        .conflicts("expect"),
    )
    .option("--expect <fingerprint>", "of the review that was approved")
    .addOption(new Option("--fail-on <what>", "fail if there is any").choices(["danger", "drift", "changes"]))
    .addOption(
      new Option("--merge <files...>", "no preview: one report about reviews of several accounts").conflicts([
        ...["approved", "expect", "failOn", "unmanaged"],
      ]),
    )
    .option("--unmanaged", "also list objects of the account that the stack does not manage")
    .addHelpText(
      "after",
      "\nMore exit codes: 3 not the approved plan, 7 --fail-on found some, 130 stopped by Ctrl-C, 143 by SIGTERM.",
    )
    .action(review);
}

async function review(options: Options): Promise<void> {
  const { output = [], parallel, failOn, expect, merge } = options;
  if (merge) return mergeReviews(merge.map(readReview), options);
  checkEnvironment();
  const approved = (options.approved ?? []).map(readReview);
  // A review that a kill ends must not leave an earlier one.
  for (const file of output) rmSync(file, { force: true });
  const project = new Project(options);
  const preview = new Preview();
  note("running pulumi preview --refresh");
  await preview.run(project.stack, parallel === undefined ? [] : [`--parallel=${parallel}`]);
  const made = await reviewOf(preview, project, options);
  writeReport({ ...made, parts: partsOf(made) }, made, options);
  const rows = notApproved(
    made.rows,
    // That of a failed preview approves nothing.
    approved.flatMap(({ errors, rows }) => (errors.length > 0 ? [] : rows)),
  );
  process.stdout.write(`${asText({ ...made, parts: partsOf({ ...made, rows }) })}\n`);
  if (made.errors.length > 0) throw new CommandError("the preview failed: there is nothing to review", 1);
  checkApproved(made, approved, rows);
  if (expect !== undefined && expect !== made.fingerprint)
    throw new CommandError(`not the expected plan: its fingerprint is ${made.fingerprint}`, 3);
  // What was approved is expected.
  const found = {
    danger: rows.some(({ danger }) => danger !== undefined),
    drift: rows.some(isDrift),
    changes: rows.length > 0,
  };
  if (failOn && found[failOn]) throw new CommandError(`the review found ${failOn} (--fail-on)`, 7);
}

function mergeReviews(reviews: readonly Review[], options: Options): void {
  const report = mergedReport(reviews);
  writeReport(report, reviews, options);
  process.stdout.write(`${asText(report)}\n`);
}

function writeReport(report: Report, value: unknown, { output = [], sourceUrl }: Options): void {
  for (const file of output) writeFile(file, `${FORMATS[extname(file)]!(report, value, sourceUrl)}\n`);
}

/** Not those of display, which no call of the CLI gets. */
const PLAN_VARIABLE = /^PULUMI_OPTION_(?!(STACK|COLOR|EMOJI|VERBOSE|SUPPRESS_.*|SHOW_.*)$)/;

/** Such a variable would make the review another plan than the apply. @throws CommandError */
function checkEnvironment(): void {
  const name = Object.keys(process.env).find((one) => PLAN_VARIABLE.test(one));
  if (name) throw new CommandError(`the variable ${sanitize(name, 80)} would change the plan: unset it`);
}

async function reviewOf(preview: Preview, project: Project, options: Options): Promise<Review> {
  const { stack = options.stack, account, errors } = preview;
  const where = account === undefined ? "" : `, account ${account.replace(/ registered .* at /, " at ")}`;
  const name = `${stack ?? "review"}${where}`;
  const base = { format: FORMAT, stack, account };
  const headline = `${name}: the preview failed`;
  if (errors.length > 0) return { ...base, headline, errors, rows: [], notes: [] };
  const all = rowsOf(preview.steps, placesIn(new Project({ ...options, stack })));
  const { rows, notes, unmanaged } = await askAccount(all, project, options.unmanaged);
  const refused = rows.filter((row) => preview.isRefused(row));
  if (refused.length > 0) {
    const others = rows.filter((row) => !refused.includes(row));
    return { ...base, headline, errors: protectedTexts(refused), rows: others, notes };
  }
  return {
    ...{ ...base, headline: `${name}: ${countsOf(rows)}`, errors, rows, unmanaged },
    notes: [...notesOf(rows, preview.warnings), ...settledNotes(preview.steps), ...notes],
    fingerprint: fingerprintOf({ stack, account, rows }),
  };
}

/** `file:line` of each entry by key, in the order of the config. Empty if no config file is found. */
function placesIn(project: Project): ReadonlyMap<string, string> {
  try {
    const { plan } = project.read(project.configFile());
    const places = plan?.resources.map(({ definition, name, node: { file, keyRange } }) => {
      const { line } = file.source.position(keyRange.start);
      return [entryName(definition, name), `${toLine(file.source.file)}:${line}`] as const;
    });
    return new Map(places);
  } catch (error) {
    // The stack may have no settings file, and the program no config file.
    if (error instanceof NoConfigFileError || error instanceof CommandError) return new Map();
    throw error;
  }
}
