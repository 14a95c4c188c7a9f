// `doctor`: what this service does where its API document says nothing.
import { readFileSync } from "node:fs";
import * as path from "node:path";
import { Command, Option } from "commander";
import { checkExpected, expiryWarning } from "../../api/account";
import { systemClock } from "../../api/clock";
import { ApiError, StoppedError } from "../../api/errors";
import { withSession } from "../account/session";
import { PREFIX, UsageError } from "../command";
import { jsonText } from "../json-text";
import { tryChanges } from "./changes";
import { type Context, OwnObjects } from "./own-objects";
import { type Answers, readingAnswers } from "./reading";

/** Its questions and meanings are the ones of the rows, so that both say the same. */
const PAGE = path.join(__dirname, "../../../docs/assumptions.md");
const QUESTION = /^- `([a-z-]+)`: (.+)\n((?: {2}- .+\n)*)/gm;
const MEANING = /^ {2}- (?:\*(.+?)\*: )?(.+)$/gm;

export function doctorCommand(): Command {
  return new Command("doctor")
    .description("Print what the service does where its API document says nothing. Changes nothing.")
    .addOption(new Option("--format <format>").choices(["text", "json"]).default("text"))
    .option(
      "--write <username>",
      "try changes, too, on new objects of this account, which are deleted at the end",
    )
    .option("--stack <name>", "the stack whose config is used (default: the selected one)")
    .addHelpText(
      "after",
      "\nExit codes: 0 printed, 1 an object is left or any other error, 2 wrong usage, 130 Ctrl-C.",
    )
    .action(doctor);
}

async function doctor({ format, write, stack }: Record<string, string | undefined>): Promise<void> {
  if (write?.trim() === "") throw new UsageError("--write needs the user name of the account");
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  // The second one ends the process.
  if (write !== undefined) process.once("SIGINT", onInterrupt);
  try {
    const { rows, isClean } = await withSession(stack, ({ session, progress }) => {
      progress.show("asking the service");
      const note = (line: string) => progress.note(PREFIX + line);
      return examine({ session, clock: systemClock, signal: stop.signal, note }, write);
    });
    const lines = rows.map((row) => `${row.id}: ${row.question}\n  ${row.answer}\n  ${row.meaning}`);
    process.stdout.write(`${format === "json" ? jsonText({ rows }) : lines.join("\n")}\n`);
    process.exitCode = !isClean ? 1 : stop.signal.aborted ? 130 : 0;
  } finally {
    process.off("SIGINT", onInterrupt);
  }
}

/**
 * @param username of the account whose objects may be changed. @default nothing is changed
 * @throws ApiError if the account cannot be read, or is another one
 */
export async function examine(context: Context, username?: string) {
  const { session, note } = context;
  const account = await session.account();
  const soon = expiryWarning(account, session.now());
  if (soon !== undefined) note(`warning: ${soon}`);
  if (username !== undefined) checkExpected(account, { username }, session.settings);
  const answers: Answers = {};
  const own = new OwnObjects(context);
  let isClean = false;
  try {
    Object.assign(answers, await readingAnswers(context));
    if (username !== undefined) await tryChanges(own, answers);
  } catch (error) {
    // At Ctrl-C, or without a clear response to a create, the answers so far count.
    if (!(error instanceof ApiError) || (error.session && !(error instanceof StoppedError))) throw error;
    note(error.message);
  } finally {
    isClean = await own.cleanUp();
  }
  return { rows: rowsOf(answers, username !== undefined), isClean };
}

/** In the order of the page. A meaning belongs to the answers that contain its text; the first one counts. */
function rowsOf(answers: Answers, isWriting: boolean) {
  const [reading = "", changes = ""] = readFileSync(PAGE, "utf8").split("\n## Changes\n");
  return [...(isWriting ? reading + changes : reading).matchAll(QUESTION)].map(
    ([, id = "", question, meanings = ""]) => {
      const answer = answers[id] ?? "unknown";
      const found = [...meanings.matchAll(MEANING)].find(([, text = ""]) => answer.includes(text));
      const meaning = answer === "unknown" ? "No response showed it." : (found?.[2] ?? "Nothing to do.");
      return { id, question, answer, meaning: meaning.replace(/\[(.+?)\]\(.+?\)/g, "$1") };
    },
  );
}
