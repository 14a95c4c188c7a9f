// `show`: reads a section of the account, or one object of it, and prints it as JSON.
import { Argument, Command } from "commander";
import { ApiError } from "../api/errors";
import { quote } from "../api/sanitize";
import type { AccountSession } from "../api/session";
import { text } from "../kind/field";
import { alike } from "../kind/meaning";
import { listedKinds, nameField } from "../resources/definitions";
import { channel, qrCode } from "../resources/kinds";
import { queries, read } from "../resources/queries";
import { Project } from "./account/project";
import { jsonText } from "./command";

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** Those about one object are a part of what its section shows. */
const SECTIONS = [...queries.values()].filter(({ argument }) => !argument).map(({ section }) => section);

export function showCommand(): Command {
  return new Command("show")
    .description(
      "Show what the account has: of a channel its items, of a QR code its statistics. Changes nothing.",
    )
    .addArgument(new Argument("<section>", "what to show").choices(SECTIONS))
    .argument("[object]", "the id or the name of one object")
    .option("--stack <name>", "the stack whose config has the key (default: the selected one)")
    .action(show);
}

async function show(section: string, word: string | undefined, options: { stack?: string }): Promise<void> {
  const shown = await new Project(options).withSession(async (session) => {
    const all = await read<Row | readonly Row[]>(session, section);
    if (word === undefined) return all;
    const found = find([all].flat(), word, section);
    const objects = await Promise.all(found.map((row) => objectOf(session, section, row)));
    return objects.length === 1 ? objects[0]! : objects;
  });
  process.stdout.write(`${Array.isArray(shown) ? listText(shown) : jsonText(shown)}\n`);
}

/** With a line for each object. */
function listText(rows: readonly object[]): string {
  const lines = rows.map((row) => `\n  ${jsonText(row).replace(/\n */g, " ")}`);
  return `[${lines.join(",")}${rows.length > 0 ? "\n" : ""}]`;
}

/** What a list does not show of an object. */
async function objectOf(session: AccountSession, section: string, row: Row): Promise<object> {
  if (section === qrCode.yaml.section)
    return { id: row.id, ...(await read<object>(session, "qrStatistics", row.id)) };
  if (section !== channel.yaml.section) return row;
  return { ...row, items: await read(session, "channelItems", row.id) };
}

/** By its id, else by what people call it: of a domain its address, and of a short link its alias. @throws ApiError */
function find(rows: readonly Row[], word: string, section: string): readonly Row[] {
  const kind = listedKinds.find(({ yaml }) => yaml.section === section);
  const name = kind ? nameField(kind) : "name";
  const field = kind?.fields[name] ?? text(name, "");
  const byId = rows.filter(({ id }) => id === word);
  const found = byId.length > 0 ? byId : rows.filter((row) => alike(field, word, row[name]));
  if (found.length > 0) return found;
  throw new ApiError(`no object has the id or name ${quote(word)}. \`show ${section}\` lists them`);
}
