// `show`: reads a section of the account and prints it, as a table for people and as JSON for programs.
import { Argument, Command, Option } from "commander";
import { ApiError } from "../api/errors";
import { quote, sanitize } from "../api/sanitize";
import { didYouMean, suggest } from "../api/suggest";
import type { Definition } from "../kind/definition";
import { text } from "../kind/field";
import { alike } from "../kind/meaning";
import { listedKinds, nameField } from "../resources/definitions";
import { channel, channelItem, qrCode } from "../resources/kinds";
import { type ChannelEntry, queries, read } from "../resources/queries";
import { Project } from "./account/project";
import { type CommandSession, withSession } from "./account/session";
import { PulumiError } from "./account/stack";
import { CommandError, note } from "./command";
import { jsonText } from "./json-text";
import { properties, type Row, table } from "./table";

type Listed = Row & { readonly id: string };

interface Options {
  readonly format?: "table" | "json";
  readonly stack?: string;
}

/** Those about one object are a part of what its section shows. */
const SECTIONS = [...queries.values()].filter(({ argument }) => !argument).map(({ section }) => section);

export function showCommand(): Command {
  return new Command("show")
    .description(
      "Show what the account has: of a channel its items, of a QR code its statistics. Changes nothing.",
    )
    .addArgument(new Argument("<section>", "what to show").choices(SECTIONS))
    .argument("[object]", "the id or the name of one object")
    .addOption(
      new Option("--format <format>", "default: a table on a terminal, else JSON").choices(["table", "json"]),
    )
    .option("--stack <name>", "the stack whose config and state are used (default: the selected one)")
    .action(show);
}

async function show(section: string, word: string | undefined, options: Options): Promise<void> {
  if (section === "account" && word !== undefined)
    throw new CommandError(`a key has one account, so \`show account\` takes no ${quote(word)}`);
  const value = await withSession(new Project(options), (command) => shown(section, word, command));
  const { format = process.stdout.isTTY ? "table" : "json" } = options;
  process.stdout.write(`${format === "json" ? jsonText(value) : lines(section, value).join("\n")}\n`);
}

/** @param word the id or the name of an object. @default all of them */
async function shown(
  section: string,
  word: string | undefined,
  command: CommandSession,
): Promise<Row | readonly Row[]> {
  const { session } = command;
  const all = await read<Row | readonly Listed[]>(session, section);
  if (word === undefined) return all;
  const kind = listedKinds.find(({ yaml }) => yaml.section === section);
  const row = find(all as readonly Listed[], word, section, kind);
  if (kind === qrCode) return { id: row.id, ...(await read<Row>(session, "qrStatistics", row.id)) };
  return kind === channel ? { ...row, items: await itemsOf(row, command) } : row;
}

/** By its id, else by what people call it: of a domain its address, and of a short link its alias. @throws ApiError */
function find(rows: readonly Listed[], word: string, section: string, kind?: Definition): Listed {
  const name = kind ? nameField(kind) : "name";
  const field = kind?.fields[name] ?? text(name, "");
  const byId = rows.find(({ id }) => id === word);
  const found = byId ? [byId] : rows.filter((row) => alike(field, word, row[name]));
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    const ids = sanitize(found.map(({ id }) => id).join(", "));
    throw new ApiError(`${found.length} ${section} have the name ${quote(word)}. Use an id: ${ids}`);
  }
  const names = rows.map((row) => String(row[name]));
  const meant = suggest(word, names);
  const help = meant === undefined ? `. \`show ${section}\` lists them` : didYouMean(sanitize(meant));
  throw new ApiError(`no object in ${section} has the id or name ${quote(word)}${help}`);
}

/** With `inStack` for each item, if there is a stack: no preview shows the others, because the API cannot remove them. */
async function itemsOf({ id }: Listed, command: CommandSession): Promise<readonly Row[]> {
  const items = await read<ChannelEntry[]>(command.session, "channelItems", id);
  const recorded = await recordedItems(command);
  return items.map((item) => ({
    ...item,
    ...(recorded && { inStack: recorded.has(`${id}/${item.type}/${item.id}`) }),
  }));
}

async function recordedItems({ project, session }: CommandSession) {
  if (!project.file) return undefined;
  try {
    const managed = await project.stack.managed(session);
    return new Set(managed.flatMap(({ type, id }) => (type === channelItem.type ? id : [])));
  } catch (error) {
    if (!(error instanceof PulumiError)) throw error;
    note(`the items are not compared with the stack: ${error.message}`);
    return undefined;
  }
}

function lines(section: string, value: Row | readonly Row[]): string[] {
  const width = process.stdout.columns || undefined;
  if (Array.isArray(value))
    return value.length > 0 ? table(value, width) : [`The account has no ${section}.`];
  const { items, ...values } = value as Row & { readonly items?: readonly Row[] };
  if (!items) return properties(values, width);
  const rows = items.length > 0 ? table(items, width) : ["The channel has no items."];
  return [...properties(values, width), "", ...rows];
}
