// `review`: a preview for a pull request, and the check that an apply does what was reviewed.
import { spawn } from "node:child_process";
import { createReadStream, existsSync, fstatSync } from "node:fs";
import { Command, Option } from "commander";
import { ApiError } from "../../api/errors";
import { sanitize } from "../../api/sanitize";
import { MAX_DELETIONS_FORM, MAX_DELETIONS_RULE } from "../../api/settings";
import { objectsIn } from "../../config/schema/loader-fields";
import { qrCode } from "../../resources/kinds";
import * as queries from "../../resources/queries";
import { withSession } from "../account/session";
import { UsageError } from "../command";
import { jsonText } from "../json-text";
import { dangersOf } from "./dangers";
import { Preview, STREAMING } from "./events";
import { placesOf } from "./places";
import { type Change, changesOf, countsOf, FINGERPRINT, fingerprintOf, isDrift } from "./plan";
import { asMarkdown, asText, type Review } from "./render";

const { version } = require("../../../package.json") as { version: string };

interface Options {
  readonly format: "text" | "markdown" | "json";
  readonly sourceUrl?: string;
  readonly expect?: string;
  readonly failOn?: "drift";
  readonly maxChanges?: string;
}

export function reviewCommand(): Command {
  return new Command("review")
    .description("Print what an apply will do: dangers, drift, changes, and a fingerprint.")
    .argument(
      "[preview...]",
      "file with events (default: standard input), or options of `pulumi preview`, which it runs",
    )
    .allowUnknownOption()
    .addOption(new Option("--format <format>").choices(["text", "markdown", "json"]).default("text"))
    .option("--source-url <url>", "address of the files in the repository, for links in Markdown")
    .option("--expect <fingerprint>", "of the review that was approved")
    .addOption(new Option("--fail-on <what>", "whether the account was changed by hand").choices(["drift"]))
    .option("--max-changes <limit>", "how many objects may change: a number, or a percentage such as 30%")
    .addHelpText(
      "after",
      `\nEvents: ${STREAMING}=1 pulumi preview --refresh --json` +
        "\nExit codes: 0 reviewed, 1 the preview failed, 2 wrong usage, 3 not the expected plan, 4 too many changes, 7 drift.",
    )
    .action(review);
}

async function review(words: readonly string[], options: Options): Promise<void> {
  const { format, sourceUrl, expect, maxChanges } = options;
  if (maxChanges !== undefined && !MAX_DELETIONS_FORM.test(maxChanges))
    throw new UsageError(`--max-changes ${MAX_DELETIONS_RULE}`);
  if (expect !== undefined && !FINGERPRINT.test(expect))
    throw new UsageError("--expect needs the fingerprint of a review");
  const preview = await previewOf(words);
  const { stack, resources } = preview;
  const errors = preview.messages("error");
  if (!preview.isComplete || errors.size > 0) {
    for (const text of errors) process.stderr.write(`${sanitize(text, 2000)}\n`);
    throw new ApiError("the preview failed or is not complete: there is nothing to review");
  }
  const changes = changesOf(resources);
  const places = placesOf(stack);
  const made: Review = {
    headline: headlineOf(stack, changes, preview.messages("info")),
    dangers: dangersOf(changes, preview.messages("warning"), await scansOf(stack, changes)),
    rows: changes.flatMap(({ rows }) => rows.map((row) => ({ ...row, place: places.get(row.key) }))),
    fingerprint: fingerprintOf(stack, version, changes),
  };
  const width = process.stdout.columns || Number.POSITIVE_INFINITY;
  const text = {
    text: () => asText(made, width),
    markdown: () => asMarkdown(made, sourceUrl),
    json: () => jsonText(made),
  };
  process.stdout.write(`${text[format]()}\n`);
  process.exitCode = exitCodeOf(made, changes, resources.size, options);
}

async function previewOf(words: readonly string[]): Promise<Preview> {
  const [file = "-", ...others] = words;
  if (!file.startsWith("-")) {
    if (others.length > 0)
      throw new UsageError("give a file of events, or options of `pulumi preview`, not both");
    if (!existsSync(file)) throw new UsageError(`there is no file ${sanitize(file)}`);
    return Preview.read(createReadStream(file));
  }
  const input = fstatSync(0);
  // A pipeline may give an empty one.
  const isPiped = words.length === 0 && (input.isFIFO() || input.isFile());
  const piped = isPiped ? await Preview.read(process.stdin) : undefined;
  if (piped?.hasEvents) return piped;
  const child = spawn("pulumi", ["preview", "--refresh", "--json", "--non-interactive", ...words], {
    env: { ...process.env, [STREAMING]: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const problem = new ApiError("the command `pulumi` is not installed, or not in the PATH");
  const failed = new Promise<never>((_, reject) => child.on("error", () => reject(problem)));
  return Promise.race([Preview.read(child.stdout), failed]);
}

function headlineOf(stack: string, changes: readonly Change[], messages: Iterable<string>): string {
  const estimates = [...messages].flatMap((text) => /^apply: (.*?)(?:, no wait.*)?$/m.exec(text)?.[1] ?? []);
  const estimate = estimates.at(-1);
  const drift = changes.filter(({ rows }) => rows.some(isDrift)).length;
  return [
    `${stack}: ${countsOf(changes).join(", ") || "no changes"}`,
    // It has one "about" for both figures.
    ...(estimate === undefined ? [] : [`about ${estimate.replace("about ", "")}`]),
    ...(drift === 0 ? [] : [`${drift} changed by hand`]),
  ].join(", ");
}

/** Only if the apply loses a QR code: the list has none that was deleted by hand. */
async function scansOf(stack: string, changes: readonly Change[]): Promise<ReadonlyMap<string, number>> {
  const isLost = ({ operation, definition }: Change) =>
    definition === qrCode && (operation === "delete" || operation === "replace");
  if (!changes.some(isLost)) return new Map();
  try {
    const codes = await withSession(stack, ({ session }) => queries.qrCodes.read(session));
    return new Map(codes.map(({ id, scans }) => [id, scans]));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    process.stderr.write(`scans are not known: ${sanitize(error.message)}\n`);
    return new Map();
  }
}

function exitCodeOf(made: Review, changes: readonly Change[], total: number, options: Options): number {
  const { fingerprint, rows } = made;
  const { expect = fingerprint, maxChanges = "100%", failOn } = options;
  if (expect !== fingerprint) {
    const counts = (one: string) =>
      one.split("_").slice(0, -1).join(", ").replaceAll("-", " ") || "no changes";
    process.stderr.write(`not the reviewed plan. Reviewed: ${counts(expect)}. Now: ${counts(fingerprint)}\n`);
    return 3;
  }
  const changed = changes.filter(({ operation }) => operation !== "gone" && operation !== "record").length;
  const max = objectsIn(maxChanges.endsWith("%") ? maxChanges : Number(maxChanges), total);
  if (changed > max) {
    process.stderr.write(`${changed} objects change, and --max-changes allows ${max}\n`);
    return 4;
  }
  return failOn === "drift" && rows.some(isDrift) ? 7 : 0;
}
