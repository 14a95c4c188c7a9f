// `show`: reads a section of the account and prints it, as a table for people and as JSON for programs.
import { Argument, Command, Option } from "commander";
import { ApiError } from "../../api/errors";
import { ConfigFileError } from "../../config/source/source-file";
import { withSession } from "../account/session";
import { properties, type Row, table } from "../output/table";
import { PREFIX } from "../usage-errors";
import { itemsNote, SECTIONS, type Section, shown } from "./sections";

interface Options {
  readonly json?: true;
  readonly table?: true;
  readonly stack?: string;
}

export function showCommand(): Command {
  return new Command("show")
    .description("Show what the account has. Changes nothing.")
    .addArgument(new Argument("<section>", "what to show").choices(SECTIONS))
    .argument("[object]", "the id or the name of one object")
    .addOption(new Option("--json", "print JSON (default in a pipe)").conflicts("table"))
    .addOption(new Option("--table", "print a table (default on a terminal)"))
    .option("--stack <name>", "the stack whose config and state are used (default: the selected one)")
    .addHelpText(
      "after",
      "\nOnly GET requests are sent. A channel shows its items, and a QR code its statistics." +
        "\nExit codes: 0 shown, 1 errors, 2 wrong usage.",
    )
    .action(run);
}

async function run(section: Section, word: string | undefined, options: Options): Promise<void> {
  const { stderr, stdout } = process;
  const isJson = options.json ?? !(options.table ?? stdout.isTTY);
  try {
    const value = await withSession(process.cwd(), options.stack, (session) => {
      session.progress.show(`reading ${section}`);
      return shown(section, word, session);
    });
    stdout.write(`${isJson ? jsonText(value) : lines(section, value, width()).join("\n")}\n`);
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ConfigFileError)) throw error;
    stderr.write(`${PREFIX}${error.message}\n`);
    process.exitCode = 1;
  }
}

function lines(section: Section, value: Row | readonly Row[], width: number): string[] {
  if (Array.isArray(value))
    return value.length > 0 ? table(value, width) : [`The account has no ${section}.`];
  const { items, ...values } = value as Row & { readonly items?: readonly Row[] };
  if (!items) return properties(values, width);
  const rows = items.length > 0 ? table(items, width) : ["The channel has no items."];
  return [...properties(values, width), "", ...rows, ...itemsNote(items)];
}

/** Of a terminal that does not say how wide it is. */
const DEFAULT_WIDTH = 80;

/** In a pipe, a table has the width of its cells, unless COLUMNS says how wide its reader is. */
function width(): number {
  if (process.stdout.isTTY) return process.stdout.columns || DEFAULT_WIDTH;
  const columns = Number(process.env.COLUMNS);
  return Number.isInteger(columns) && columns > 0 ? columns : Number.POSITIVE_INFINITY;
}

/** What a terminal may execute or not show: control characters, line separators, marks of the writing direction. */
const UNPRINTABLE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** JSON with the same values. Unprintable characters are escaped. */
function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
