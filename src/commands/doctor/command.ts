// `doctor`: what this service does where its API document says nothing.
import { Command, Option } from "commander";
import { checkExpected } from "../../api/account";
import { systemClock } from "../../api/clock";
import { ApiError, StoppedError } from "../../api/errors";
import { HttpTransport } from "../../api/transport";
import { withSession } from "../account/session";
import { PREFIX } from "../command";
import { jsonText } from "../json-text";
import { Experiments } from "./experiments";
import { type Context, OwnObjects } from "./own-objects";
import { Reading, readingAnswers } from "./reading";
import { askWith, Recorder } from "./requests";
import { rowsOf } from "./rows";

interface Options {
  readonly format: "text" | "json";
  readonly write?: string;
  readonly stack?: string;
}

export function doctorCommand(): Command {
  return new Command("doctor")
    .description("Print what the service does where its API document says nothing. Changes nothing.")
    .addOption(new Option("--format <format>").choices(["text", "json"]).default("text"))
    .option(
      "--write <username>",
      "also create, change and delete objects of its own on the account with this name",
    )
    .option("--stack <name>", "the stack whose config is used (default: the selected one)")
    .addHelpText(
      "after",
      "\nAt most 15 GET requests without --write." +
        "\nExit codes: 0 printed, 1 an object is left or any other error, 2 wrong usage, 130 Ctrl-C.",
    )
    .action(doctor);
}

async function doctor({ format, write, stack }: Options): Promise<void> {
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  // What was created is deleted. The second Ctrl-C ends the process.
  if (write !== undefined) process.once("SIGINT", onInterrupt);
  let recorder!: Recorder;
  try {
    const { rows, isClean } = await withSession(
      stack,
      ({ session, progress }) => {
        progress.show("asking the service");
        const note = (line: string) => progress.note(PREFIX + line);
        const context = { session, clock: systemClock, random: Math.random, signal: stop.signal, note };
        return examine(context, recorder, write);
      },
      ({ baseUrl, apiKey }) => {
        recorder = new Recorder(new HttpTransport(baseUrl, apiKey));
        return recorder;
      },
    );
    const text = rows.map((row) => `${row.id}: ${row.question}\n  ${row.answer}\n  ${row.meaning}`);
    process.stdout.write(`${format === "json" ? jsonText({ rows }) : text.join("\n")}\n`);
    process.exitCode = !isClean ? 1 : stop.signal.aborted ? 130 : 0;
  } finally {
    process.off("SIGINT", onInterrupt);
  }
}

/** @param username of the account, if it may be changed @throws ApiError if the account cannot be read, or is another one */
export async function examine(context: Context, recorder: Recorder, username?: string) {
  const { session, clock, signal, note } = context;
  const account = await session.account();
  if (username !== undefined) checkExpected(account, { username }, session.settings);
  const ask = askWith(session, recorder);
  const reading = new Reading(
    { ...recorder.last!, isSuccess: true, body: JSON.parse(recorder.last!.text) },
    clock.now(),
  );
  const own = new OwnObjects(context);
  const experiments = new Experiments(own, ask, clock);
  if (username !== undefined) recorder.left = Number.POSITIVE_INFINITY;
  signal.addEventListener("abort", () => {
    recorder.left = 0;
  });
  try {
    await reading.read(ask);
    await own.printLeft(username === undefined ? reading : undefined);
    if (username !== undefined) await experiments.run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Ctrl-C, or 15 requests were not enough.
    if (!(error instanceof StoppedError)) note(error.message);
  }
  recorder.left = Number.POSITIVE_INFINITY;
  const isClean = await own.cleanUp();
  const answers = { ...readingAnswers(reading), ...(username !== undefined && experiments.answers) };
  return { rows: rowsOf(answers), isClean };
}
