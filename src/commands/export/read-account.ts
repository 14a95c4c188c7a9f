// The objects of an account, each with the key that its entry gets. Sends only GET requests.
import type { AccountInfo } from "../../api/account";
import { ApiError, isRejection } from "../../api/errors";
import type { AccountSession } from "../../api/session";
import type { Definition, Props, YamlLocation } from "../../kind/definition";
import { definitions } from "../../resources/definitions";
import type { CommandSession } from "../account/session";
import type { ManagedObject } from "../account/stack";

/** An object as a list shows it. */
export interface AccountObject {
  readonly id: string;
  /** "" if it has none. */
  readonly name: string;
  /** Key of its entry: unique in its section. */
  readonly key: string;
  readonly item: Props;
  /** What is assigned to it, by the field of its entry. */
  readonly members: ReadonlyMap<MemberList, readonly Props[]>;
}

/** A list in the entries of a section. */
export type MemberList = Extract<YamlLocation, { shape: "list" }>;

/** All objects of a kind, by age. */
export interface KindObjects {
  readonly kind: Definition;
  readonly objects: readonly AccountObject[];
}

/** The kinds that an export can contain. */
const KINDS = definitions.filter(({ lifecycle }) => lifecycle.existing);
export const SECTIONS: readonly string[] = KINDS.map(({ yaml }) => yaml.section);

/**
 * @param managed the objects to leave out
 * @throws ApiError if the account cannot be read completely
 */
export async function readAccount(
  { session, progress }: CommandSession,
  sections = SECTIONS,
  managed: readonly ManagedObject[] = [],
): Promise<{ readonly account: AccountInfo; readonly kinds: readonly KindObjects[] }> {
  progress.show("reading the account");
  const account = await session.account();
  let objectsRead = 0;
  const counted = <T extends { length: number }>(read: T): T => {
    objectsRead += read.length;
    progress.show(`reading the account, objects so far: ${objectsRead}`);
    return read;
  };
  const kinds = KINDS.filter(({ yaml }) => sections.includes(yaml.section)).map(async (kind) => {
    const items = counted([...(await itemsOf(session, kind))]);
    const objects = withKeys(kind, items, managed).map(async (object) => {
      const members = new Map<MemberList, readonly Props[]>();
      for (const { yaml, lifecycle } of definitions) {
        if (yaml.shape !== "list" || yaml.section !== kind.yaml.section || !lifecycle.members) continue;
        members.set(yaml, counted(await lifecycle.members(session, object.id)));
      }
      return { ...object, members };
    });
    return { kind, objects: await Promise.all(objects) };
  });
  return { account, kinds: await Promise.all(kinds) };
}

/** A plan may lack a kind. A failure of the service is no reason to leave one out. */
async function itemsOf(session: AccountSession, kind: Definition): Promise<ReadonlyMap<string, Props>> {
  try {
    return await kind.lifecycle.existing!.items(session);
  } catch (error) {
    if (!isRejection(error)) throw error;
    const others = SECTIONS.filter((section) => section !== kind.yaml.section);
    throw new ApiError(`${error.message}. To export the other kinds, use --kinds ${others.join(",")}`, {
      cause: error,
    });
  }
}

/** A later export gives old objects the same keys, because new objects have higher ids. */
function withKeys(
  kind: Definition,
  items: readonly [id: string, item: Props][],
  managed: readonly ManagedObject[],
): Omit<AccountObject, "members">[] {
  const recorded = managed.filter(({ type }) => type === kind.type);
  const managedIds = new Set(recorded.map(({ id }) => id));
  const taken = new Set(recorded.map(({ name }) => name));
  return items
    .filter(([id]) => !managedIds.has(id))
    .sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
    .map(([id, item]) => {
      const name = nameOf(kind, item);
      const key = freeKey(toKey(name) || `${kind.handler.toLowerCase()}-${toKey(id)}`, taken);
      taken.add(key);
      return { id, name, key, item };
    });
}

/** The name, else what identifies the object. Without the scheme of an address. */
function nameOf({ fields, identity }: Definition, item: Props): string {
  if (fields.name) return String(fields.name.read(item) ?? "").trim();
  const [names = []] = identity;
  const values = names.map((name) => fields[name]?.read(item) ?? "");
  return values.join(" ").replace(/^https?:\/\//i, "");
}

function freeKey(key: string, taken: ReadonlySet<string>): string {
  if (!taken.has(key)) return key;
  let number = 2;
  while (taken.has(`${key}-${number}`)) number++;
  return `${key}-${number}`;
}

/** Of a key without its suffix. */
const MAX_KEY_LENGTH = 60;

/** Lower-case ASCII letters, digits, "-" and inner dots. "" if nothing of the name can be written so. */
export function toKey(name: string): string {
  return name
    .slice(0, 500)
    .toUpperCase() // ß becomes SS.
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/[-.]*\.[-.]*/g, ".")
    .replace(/^[-.]/, "")
    .slice(0, MAX_KEY_LENGTH)
    .replace(/[-.]$/, "");
}
