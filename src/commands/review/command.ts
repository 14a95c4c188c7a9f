// `review`: a preview for a pull request, and the check that an apply does what was reviewed.
import { spawn } from "node:child_process";
import { createReadStream, existsSync, fstatSync, readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { Command, Option } from "commander";
import { ApiError } from "../../api/errors";
import { sanitize } from "../../api/sanitize";
import { ProjectFiles } from "../../config/source/project-files";
import { NoConfigFileError, projectFolder } from "../../config/source/source-file";
import type { Plan } from "../../config/validate/plan";
import { readConfig } from "../../config/validate/read-config";
import { entryName } from "../../kind/entry";
import * as queries from "../../resources/queries";
import { withSession } from "../account/session";
import { UsageError } from "../command";
import { configKinds, configSource } from "../config-file";
import { dangersOf } from "./dangers";
import { type Preview, readEvents, STREAMING } from "./events";
import { type Change, changesOf, effectsOf, FINGERPRINT, fingerprintOf, hasDrift } from "./plan";
import { asMarkdown, asText, headline, type Review } from "./render";

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
    .description("Print what an apply will do: dangers, changes by cause, and a fingerprint.")
    .argument(
      "[preview.json]",
      "events of `pulumi preview --refresh --json` (default: standard input, else runs it)",
    )
    .argument("[pulumi options...]", "after --: for the preview that it runs")
    .addOption(
      new Option("--format <format>", "how to print it")
        .choices(["text", "markdown", "json"])
        .default("text"),
    )
    .option("--source-url <url>", "address of the repository's files, for links in Markdown")
    .option("--expect <fingerprint>", "the reviewed fingerprint, or the file of a review with --format json")
    .addOption(
      new Option("--fail-on <what>", "exit with 7 if the account was changed by hand").choices(["drift"]),
    )
    .option("--max-changes <limit>", "exit with 4 if more objects change: a number or a percentage")
    .addHelpText(
      "after",
      `\nThe events need ${STREAMING}=1.` +
        "\nExit codes: 0 reviewed, 1 the preview failed, 2 wrong usage, 3 not the expected plan, 4 too many changes, 7 drift.",
    )
    .action(review);
}

async function review(file: string | undefined, args: readonly string[], options: Options): Promise<void> {
  const preview = await previewFrom(file, args);
  if (!preview?.isComplete) {
    for (const error of preview?.errors ?? []) process.stderr.write(`${sanitize(error, 2000)}\n`);
    throw new ApiError("the preview failed or is not complete, so there is nothing to review");
  }
  const changes = changesOf(preview);
  const made = await reviewOf(preview, changes);
  process.stdout.write(`${textOf(made, options)}\n`);
  process.exitCode = exitCode(made, preview, options);
}

async function previewFrom(file: string | undefined, args: readonly string[]): Promise<Preview | undefined> {
  if (file !== undefined && !file.startsWith("-")) {
    if (!existsSync(file)) throw new UsageError(`there is no file ${sanitize(file)}`);
    return readEvents(createReadStream(file));
  }
  const own = file === undefined ? args : [file, ...args];
  const piped = own.length === 0 && isPiped() ? await readEvents(process.stdin) : undefined;
  return piped ?? runPreview(own);
}

/** A pipeline may give an empty standard input. */
function isPiped(): boolean {
  const status = fstatSync(0);
  return status.isFIFO() || status.isFile();
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
  return Promise.race([readEvents(child.stdout as Readable), failed]);
}

async function reviewOf(preview: Preview, changes: readonly Change[]): Promise<Review> {
  const plan = configPlan();
  const total = preview.resources.filter(({ recorded }) => recorded).length;
  const knowledge = {
    scans: await scansOf(changes),
    maxDeletions: process.env.LINK_MANAGEMENT_MAX_DELETIONS || plan?.maxDeletions,
    total,
  };
  return {
    stack: preview.stack,
    estimate: preview.estimate,
    isRefreshed: preview.isRefreshed,
    dangers: dangersOf(changes, preview.warnings, knowledge),
    changes,
    places: placesIn(plan),
    fingerprint: fingerprintOf(preview.stack, version, changes),
  };
}

/** `undefined` for a program without a config file, or if it has errors, which the preview has reported. */
function configPlan(): Plan | undefined {
  try {
    const files = new ProjectFiles(projectFolder(process.cwd()));
    return readConfig(configSource(), configKinds, { files }).plan;
  } catch (error) {
    if (error instanceof NoConfigFileError) return undefined;
    throw error;
  }
}

function placesIn(plan: Plan | undefined): ReadonlyMap<string, string> {
  const withoutColumn = (location: string) => location.replace(/:\d+$/, "");
  return new Map(
    (plan?.entries ?? []).flatMap(({ definition, key, location, members }) => [
      [entryName(definition, key), withoutColumn(location)] as const,
      ...members.map(
        ({ list, name, location }) => [entryName(list.definition, name), withoutColumn(location)] as const,
      ),
    ]),
  );
}

/** Only if a QR code will be lost. Without a key, and if the list cannot be read, the review says nothing about scans. */
async function scansOf(changes: readonly Change[]): Promise<ReadonlyMap<string, number> | undefined> {
  const isLost = ({ operation, definition }: Change) =>
    definition?.type === "QrCode" && (operation === "delete" || operation === "replace");
  if (!process.env.LINK_MANAGEMENT_API_KEY || !changes.some(isLost)) return undefined;
  try {
    const codes = await withSession(undefined, ({ session }) => queries.qrCodes.read(session));
    return new Map(codes.map(({ id, scans }) => [id, scans]));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    process.stderr.write(`scans are not known: ${sanitize(error.message)}\n`);
    return undefined;
  }
}

function textOf(made: Review, { format, sourceUrl }: Options): string {
  if (format === "markdown") return asMarkdown(made, sourceUrl);
  if (format === "text") return asText(made, process.stdout.columns || Number.POSITIVE_INFINITY);
  const { stack, dangers, fingerprint, changes } = made;
  const effects = effectsOf(changes);
  return JSON.stringify({ headline: headline(made), stack, dangers, fingerprint, effects }, null, 2);
}

function exitCode(made: Review, { resources }: Preview, { expect, failOn, maxChanges }: Options): number {
  if (expect !== undefined && !isExpected(made, expect)) return EXIT_OTHER_PLAN;
  const changed = made.changes.filter(({ operation }) => operation !== "gone").length;
  if (maxChanges !== undefined && changed > limitOf(maxChanges, resources.length)) {
    process.stderr.write(`${changed} objects change, and --max-changes allows ${maxChanges}\n`);
    return EXIT_TOO_MANY;
  }
  return failOn === "drift" && made.changes.some(hasDrift) ? EXIT_DRIFT : 0;
}

function limitOf(maxChanges: string, total: number): number {
  const match = /^(\d+)(%?)$/.exec(maxChanges);
  if (!match) throw new UsageError("--max-changes must be a number such as 5, or a percentage such as 30%");
  const limit = Number(match[1]);
  return match[2] === "%" ? Math.floor((total * limit) / 100) : limit;
}

interface Expected {
  readonly fingerprint: string;
  readonly effects?: readonly string[];
}

function isExpected({ fingerprint, changes }: Review, expect: string): boolean {
  const expected = expectedIn(expect);
  if (expected.fingerprint === fingerprint) return true;
  if (!FINGERPRINT.test(expected.fingerprint))
    throw new UsageError(`--expect: ${sanitize(expect)} is no fingerprint and no file of a review`);
  const effects = effectsOf(changes);
  const differences = [
    ...(expected.effects ?? []).filter((one) => !effects.includes(one)).map((one) => `- ${one}`),
    ...effects.filter((one) => expected.effects && !expected.effects.includes(one)).map((one) => `+ ${one}`),
  ];
  const shown = (one: string) => one.split("_").slice(0, -1).join(", ").replaceAll("-", " ") || "no changes";
  const counted = `reviewed: ${shown(expected.fingerprint)}; now: ${shown(fingerprint)}`;
  const lines = [
    `this is not the plan that was reviewed (${counted})`,
    ...differences.map((one) => sanitize(one)),
  ];
  process.stderr.write(`${lines.join("\n")}\n`);
  return false;
}

function expectedIn(expect: string): Expected {
  if (FINGERPRINT.test(expect) || !existsSync(expect)) return { fingerprint: expect };
  try {
    return JSON.parse(readFileSync(expect, "utf8"));
  } catch {
    throw new UsageError(`${sanitize(expect)} is not the file of a review with --format json`);
  }
}
