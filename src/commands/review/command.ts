// `review`: a preview for a pull request, and the check that an apply does what was reviewed.
import { spawn } from "node:child_process";
import { createReadStream, existsSync, fstatSync, readFileSync } from "node:fs";
import { Command, Option } from "commander";
import { ApiError, SettingsError } from "../../api/errors";
import { sanitize } from "../../api/sanitize";
import { objectsIn } from "../../api/settings";
import { qrCode } from "../../resources/kinds";
import * as queries from "../../resources/queries";
import { withSession } from "../account/session";
import { UsageError } from "../command";
import { jsonText } from "../json-text";
import { configPlan, placesIn, settingOf } from "./config";
import { dangersOf, isDeletable, isLost } from "./dangers";
import { Preview, type PreviewedResource, STREAMING } from "./events";
import {
  type Change,
  changesOf,
  definitionOf,
  effectsOf,
  FINGERPRINT,
  fingerprintOf,
  hasDrift,
} from "./plan";
import { asMarkdown, asText, headlineOf, type Review } from "./render";

const { version } = require("../../../package.json") as { version: string };

const EXIT_OTHER_PLAN = 3;
const EXIT_TOO_MANY = 4;
/** As `pulumi preview --expect-no-changes`. */
const EXIT_DRIFT = 7;

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
    .argument("[preview.json]", "events of a preview (default: standard input; without it, runs the preview)")
    .argument("[options...]", "after --: options of `pulumi preview`, which it runs")
    .addOption(new Option("--format <format>").choices(["text", "markdown", "json"]).default("text"))
    .option("--source-url <url>", "address of the files in the repository, for links in Markdown")
    .option("--expect <fingerprint>", "the reviewed fingerprint, or a file that --format json has printed")
    .addOption(new Option("--fail-on <what>", "whether the account was changed by hand").choices(["drift"]))
    .option("--max-changes <limit>", "how many objects may change: a number, or a percentage such as 30%")
    .addHelpText(
      "after",
      `\nEvents: ${STREAMING}=1 pulumi preview --refresh --json` +
        "\nExit codes: 0 reviewed, 1 the preview failed, 2 wrong usage, 3 not the expected plan, 4 too many changes, 7 drift.",
    )
    .action(review);
}

async function review(file: string | undefined, args: readonly string[], options: Options): Promise<void> {
  const preview = await previewFrom(file, args);
  if (!preview?.isComplete || preview.errors.size > 0) {
    for (const error of preview?.errors ?? []) process.stderr.write(`${sanitize(error, 2000)}\n`);
    throw new ApiError("the preview failed or is not complete: there is nothing to review");
  }
  const isUnread = ({ operation = "", recorded, live }: PreviewedResource) =>
    !["same", "read"].includes(operation) && recorded && live === undefined;
  if (preview.resources.some(isUnread))
    throw new UsageError("the preview needs --refresh: without it, nobody knows what the account has");
  const changes = changesOf(preview.resources);
  const made = await reviewOf(preview, changes);
  process.stdout.write(`${textOf(made, options)}\n`);
  process.exitCode = exitCode(made, preview.resources.length, options);
}

async function previewFrom(file: string | undefined, args: readonly string[]): Promise<Preview | undefined> {
  if (file !== undefined && !file.startsWith("-")) {
    if (!existsSync(file)) throw new UsageError(`there is no file ${sanitize(file)}`);
    if (args.length > 0)
      throw new UsageError("options of `pulumi preview` need no file: review runs the preview");
    return Preview.read(createReadStream(file));
  }
  const own = file === undefined ? args : [file, ...args];
  const input = fstatSync(0);
  // A pipeline may give an empty standard input.
  const isPiped = own.length === 0 && (input.isFIFO() || input.isFile());
  return (isPiped ? await Preview.read(process.stdin) : undefined) ?? runPreview(own);
}

async function runPreview(args: readonly string[]): Promise<Preview | undefined> {
  const child = spawn("pulumi", ["preview", "--refresh", "--json", "--non-interactive", ...args], {
    env: { ...process.env, [STREAMING]: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const failed = new Promise<never>((_, reject) =>
    child.on("error", () =>
      reject(new ApiError("the command `pulumi` is not installed, or not in the PATH")),
    ),
  );
  return Promise.race([Preview.read(child.stdout), failed]);
}

async function reviewOf(
  { stack, warnings, estimate, resources }: Preview,
  changes: readonly Change[],
): Promise<Review> {
  const plan = configPlan(stack);
  const setting = process.env.LINK_MANAGEMENT_MAX_DELETIONS || settingOf(stack, "maxDeletions");
  const maxDeletions = setting ?? plan?.maxDeletions;
  const total = resources.filter(({ type, recorded }) => recorded && isDeletable(definitionOf(type))).length;
  return {
    headline: headlineOf(stack, changes, estimate),
    stack,
    dangers: dangersOf(changes, { warnings, scans: await scansOf(stack, changes), maxDeletions, total }),
    changes,
    places: placesIn(plan),
    fingerprint: fingerprintOf(stack, version, changes),
  };
}

/** Only if a QR code will be lost. Without a key, the review says nothing about scans. */
async function scansOf(
  stack: string,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, number> | undefined> {
  if (!changes.some((one) => one.definition === qrCode && isLost(one))) return undefined;
  try {
    const codes = await withSession(stack, ({ session }) => queries.qrCodes.read(session));
    return new Map(codes.map(({ id, scans }) => [id, scans]));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!(error instanceof SettingsError))
      process.stderr.write(`scans are not known: ${sanitize(error.message)}\n`);
    return undefined;
  }
}

function textOf(made: Review, { format, sourceUrl }: Options): string {
  if (format === "markdown") return asMarkdown(made, sourceUrl);
  if (format === "text") return asText(made, process.stdout.columns || Number.POSITIVE_INFINITY);
  const { changes, places: _, ...rest } = made;
  return jsonText({ ...rest, effects: effectsOf(changes) });
}

function exitCode(made: Review, total: number, { expect, failOn, maxChanges }: Options): number {
  if (expect !== undefined && !isExpected(made, expect)) return EXIT_OTHER_PLAN;
  const changed = made.changes.filter(({ operation }) => operation !== "gone").length;
  if (maxChanges !== undefined && changed > limitOf(maxChanges, total)) {
    process.stderr.write(`${changed} objects change, and --max-changes allows ${maxChanges}\n`);
    return EXIT_TOO_MANY;
  }
  return failOn === "drift" && made.changes.some(hasDrift) ? EXIT_DRIFT : 0;
}

function limitOf(maxChanges: string, total: number): number {
  const match = /^(\d+)(%?)$/.exec(maxChanges);
  if (!match) throw new UsageError("--max-changes must be a number such as 5, or a percentage such as 30%");
  return objectsIn(match[2] === "%" ? maxChanges : Number(maxChanges), total);
}

function isExpected({ fingerprint, changes }: Review, expect: string): boolean {
  const reviewed = expectedIn(expect);
  if (reviewed.fingerprint === fingerprint) return true;
  const counts = (one: string) => one.split("_").slice(0, -1).join(", ").replaceAll("-", " ") || "no changes";
  const effects = new Set(effectsOf(changes));
  const before = new Set(reviewed.effects ?? effects);
  const lines = [
    `this is not the reviewed plan. Reviewed: ${counts(reviewed.fingerprint)}. Now: ${counts(fingerprint)}`,
    ...[...before].filter((one) => !effects.has(one)).map((one) => `- ${one}`),
    ...[...effects].filter((one) => !before.has(one)).map((one) => `+ ${one}`),
  ];
  process.stderr.write(lines.map((line) => `${sanitize(line)}\n`).join(""));
  return false;
}

function expectedIn(expect: string): { readonly fingerprint: string; readonly effects?: readonly string[] } {
  if (FINGERPRINT.test(expect)) return { fingerprint: expect };
  try {
    const reviewed = JSON.parse(readFileSync(expect, "utf8"));
    if (FINGERPRINT.test(reviewed.fingerprint)) return reviewed;
  } catch {
    // No file, or another one.
  }
  throw new UsageError(
    `--expect: ${sanitize(expect)} is no fingerprint, and no file of a review with --format json`,
  );
}
