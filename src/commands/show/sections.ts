// What `show` can show: each section with its rows, and one object by its id or name.
import { ApiError } from "../../api/errors";
import { quote, sanitize } from "../../api/sanitize";
import { suggest } from "../../api/suggest";
import * as queries from "../../resources/queries";
import type { CommandSession } from "../account/session";
import type { Row } from "../output/table";
import { configuredItems } from "./configured-items";

const LISTS = {
  pixels: queries.pixels,
  domains: queries.domains,
  channels: queries.channels,
  campaigns: queries.campaigns,
  qrCodes: queries.qrCodes,
  overlays: queries.overlays,
  splashPages: queries.splashPages,
} as const;

export type Section = "account" | keyof typeof LISTS;
export const SECTIONS = ["account", ...Object.keys(LISTS)] as readonly Section[];

type Listed = Row & { readonly id: string };

/**
 * Sends GET requests only.
 * @param word the id or the name of an object. @default all of them
 * @throws ApiError; ConfigFileError
 */
export async function shown(
  section: Section,
  word: string | undefined,
  context: CommandSession,
): Promise<Row | readonly Row[]> {
  const { session } = context;
  if (section === "account" && word !== undefined) {
    throw new ApiError(`a key has one account, so \`show account\` takes no ${quote(word)}`);
  }
  if (section === "account") return (await queries.account.read(session)) as unknown as Row;
  const rows = (await LISTS[section].read(session)) as unknown as readonly Listed[];
  if (word === undefined) return rows;
  const row = find(rows, word, section);
  if (section === "qrCodes") {
    return { id: row.id, ...(await queries.qrStatistics.read(session, row.id)) };
  }
  return section === "channels" ? { ...row, items: await itemsOf(row, context) } : row;
}

/** Names are compared as the service shows them, without case and outer spaces. @throws ApiError */
function find(rows: readonly Listed[], word: string, section: Section): Listed {
  const wanted = plain(word);
  const byId = rows.find(({ id }) => id === word);
  const [first, ...others] = byId ? [byId] : rows.filter((row) => plain(nameOf(row)) === wanted);
  if (first && others.length === 0) return first;
  if (first) {
    const ids = [first, ...others].map(({ id }) => id).join(", ");
    throw new ApiError(
      `${ids.split(", ").length} ${section} have the name ${quote(word)}. Use an id: ${sanitize(ids)}`,
    );
  }
  const suggestion = suggest(word, rows.map(nameOf));
  const help = suggestion ? `Did you mean ${quote(suggestion)}?` : `\`show ${section}\` lists them`;
  throw new ApiError(`the account has no ${section} with the id or name ${quote(word)}. ${help}`);
}

/** That of a domain is its address. */
function nameOf({ name, domain }: Row): string {
  return String(name ?? domain ?? "");
}

function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "");
}

/** With `inConfig` for each item, if a config file has the channel. */
async function itemsOf({ id }: Listed, context: CommandSession): Promise<readonly Row[]> {
  const items = await queries.channelItems.read(context.session, id);
  const isConfigured = await configuredItems(id, context);
  if (!isConfigured) return items as unknown as readonly Row[];
  return items.map((item) => ({ ...item, inConfig: isConfigured(`${item.type}/${item.id}`) ?? "unknown" }));
}

/** What no preview shows: the config cannot remove an item. */
export function itemsNote(items: readonly Row[]): string[] {
  const others = items.filter(({ inConfig }) => inConfig === false).length;
  if (others === 0) return [];
  const subject = others === 1 ? "1 item is" : `${others} items are`;
  return [
    "",
    `${subject} not in the config, and the API cannot remove an item. Remove it on the website of the service.`,
  ];
}
