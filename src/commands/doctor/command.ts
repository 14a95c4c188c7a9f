// `doctor`: what this service does where its API document says nothing. It only reads.
import { Command, Option } from "commander";
import type { AccountSession } from "../../api/session";
import { Project } from "../account/project";
import { withSession } from "../account/session";
import { jsonText } from "../json-text";
import { meaningOf, QUESTIONS } from "./questions";
import { readingAnswers } from "./reading";

interface Options {
  readonly format: "text" | "json";
  readonly all?: true;
  readonly stack?: string;
}

export function doctorCommand(): Command {
  return new Command("doctor")
    .description("Print what the service does where its API document says nothing. Sends GET requests only.")
    .addOption(new Option("--format <format>").choices(["text", "json"]).default("text"))
    .option("--all", "also print the answers about which there is nothing to do (JSON has them)")
    .option("--stack <name>", "the stack whose config is used (default: the selected one)")
    .action(doctor);
}

async function doctor({ format, all, stack }: Options): Promise<void> {
  const rows = await withSession(new Project({ stack }), ({ session }) => examine(session));
  process.stdout.write(`${format === "json" ? jsonText({ rows }) : textOf(rows, all)}\n`);
}

/**
 * The rows in the order of their page, each with what to do, if anything. No answer has a name, an id or an address of the
 * account.
 * @throws ApiError if the account cannot be read
 */
export async function examine(session: AccountSession) {
  const answers = await readingAnswers(session);
  return Object.values(QUESTIONS)
    .flat()
    .map((question) => {
      const answer = answers[question.id] ?? "unknown";
      return { id: question.id, question: question.text, answer, meaning: meaningOf(question, answer) };
    });
}

function textOf(rows: Awaited<ReturnType<typeof examine>>, all = false): string {
  const shown = rows.filter(({ meaning }) => all || meaning !== undefined);
  const lines = shown.flatMap(({ id, question, answer, meaning }) => [
    `${id}: ${question}`,
    `  ${answer}`,
    ...(meaning === undefined ? [] : [`  ${meaning}`]),
  ]);
  const hidden = rows.length - shown.length;
  if (hidden > 0) lines.push(`${hidden} more answers ask for nothing (--all prints them)`);
  return lines.join("\n");
}
