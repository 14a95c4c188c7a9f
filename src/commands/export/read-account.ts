// The objects of an account, each with the key that its entry gets. Sends only GET requests.

import { ApiError, isRejection } from "../../api/errors";
import type { AccountSession } from "../../api/session";
import { type Definition, type Props, resourcesOf } from "../../kind/definition";
import { lifecycleOf } from "../../kind/lifecycle/lifecycle";
import { readAll } from "../../kind/state";
import {
  definitions,
  listedKinds,
  listedSections,
  readableKinds,
  shownName,
} from "../../resources/definitions";
import type { CommandSession } from "../account/session";
import type { ManagedObject } from "../account/stack";
import { fieldsOf, fileId } from "./fields";

export type Account = Awaited<ReturnType<typeof readAccount>>;

/** All objects of a kind, by age. */
export type KindObjects = Account["kinds"][number];

/** An object, and what the config file can say about it. */
export type AccountObject = KindObjects["objects"][number];

/**
 * @param sections of the kinds to read. @default all, short links only if something uses them
 * @param managed the objects to leave out
 * @throws ApiError if the account cannot be read completely
 */
export async function readAccount(
  { session }: CommandSession,
  sections?: readonly string[],
  managed: readonly ManagedObject[] = [],
) {
  const info = await session.account();
  const kinds = sections
    ? listedKinds.filter(({ yaml }) => sections.includes(yaml.section))
    : readableKinds(managed.map(({ type }) => type));
  const read = kinds.map(async (kind) => {
    const items = await itemsOf(session, kind);
    const isNamed = await namedValues(session, kind);
    const objects = withKeys(kind, items, managed).map((object) => {
      const shown = Object.entries(readAll(kind.fields, object.item)).filter(isNamed);
      return readObject(session, kind, object, Object.fromEntries(shown));
    });
    return { kind, objects: await Promise.all(objects) };
  });
  return { info, kinds: await Promise.all(read) };
}

/**
 * Whether a field is one that an entry may have: a value that names an object of another kind is that of an existing one.
 * The service's own domain is none of the account, so an entry leaves it out.
 */
async function namedValues(
  session: AccountSession,
  { fields, yaml }: Definition,
): Promise<(field: readonly [name: string, value: unknown]) => boolean> {
  const values = new Map<string, Set<string>>();
  for (const [name, section] of Object.entries((yaml.shape === "mapping" && yaml.references) || {})) {
    const kind = listedKinds.find((one) => one.yaml.section === section)!;
    // Nothing is sent to endpoints of which the config needs none: ids of short links stay as they are.
    if (kind.list!.undocumented) continue;
    const property = resourcesOf(fields[name]!, {})[kind.type]!;
    const items = [...(await session.inventory(kind.list!).all())];
    const named = items.map(([id, item]) => (property === "id" ? id : kind.fields[property]!.read(item)));
    values.set(name, new Set(named.map((value) => String(fields[name]!.canonical(value)))));
  }
  return ([name, value]) => values.get(name)?.has(String(fields[name]!.canonical(value))) !== false;
}

/** @param shown its fields */
async function readObject(
  session: AccountSession,
  kind: Definition,
  object: ReturnType<typeof withKeys>[number],
  shown: Props,
) {
  const fields = fieldsOf(kind, shown);
  const [first, ...others] = await lifecycleOf(kind).glance!(session, fields.args);
  // Nothing else identifies it.
  const isById = first?.id !== object.id || others.length > 0;
  const problem =
    isById && fileId(object.id) === undefined
      ? "only its id identifies it, and a config file cannot have it"
      : fields.problem;
  return { ...object, ...fields, problem, isById, members: await membersOf(session, kind, object.id) };
}

/** What the account pays for may lack a kind. A failure of the service is no reason to leave one out. */
async function itemsOf(session: AccountSession, kind: Definition): Promise<ReadonlyMap<string, Props>> {
  try {
    return await session.inventory(kind.list!).all();
  } catch (error) {
    if (!isRejection(error)) throw error;
    const others = listedSections.filter((section) => section !== kind.yaml.section);
    throw new ApiError(`${error.message}. To export the other kinds, use --kinds ${others.join(",")}`, {
      cause: error,
    });
  }
}

/** What is assigned to an object, by the list of its entry. */
async function membersOf(session: AccountSession, kind: Definition, id: string) {
  const all = definitions.map(async (one) => {
    const { yaml } = one;
    const { members } = lifecycleOf(one);
    if (yaml.shape !== "list" || yaml.section !== kind.yaml.section || !members) return [];
    return { yaml, items: await members(session, id) };
  });
  return (await Promise.all(all)).flat();
}

/** Each item of a list with the key of its entry. By age, so that a later export gives old objects the same keys. */
function withKeys(kind: Definition, items: ReadonlyMap<string, Props>, managed: readonly ManagedObject[]) {
  const recorded = managed.filter(({ type }) => type === kind.type);
  const managedIds = new Set(recorded.map(({ id }) => id));
  const taken = new Set(recorded.map(({ name }) => name));
  return [...items]
    .filter(([id]) => !managedIds.has(id))
    .sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
    .map(([id, item]) => {
      const name = shownName(kind, item);
      const named = toKey(name);
      const wanted = named || `${kind.handler.toLowerCase()}-${toKey(id)}`;
      let key = wanted;
      for (let number = 2; taken.has(key); number++) key = `${wanted}-${number}`;
      taken.add(key);
      return { id, name, key, item };
    });
}

/** Of a key without its suffix. */
const MAX_KEY_LENGTH = 60;

/** Lower-case ASCII letters, digits, "-" and inner dots, without the scheme of an address. "" if nothing is left. */
export function toKey(name: string): string {
  return name
    .slice(0, 500)
    .replace(/^https?:\/\//i, "")
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
