// The objects of an account, each with the key that its entry gets. Sends only GET requests.

import { isRejection } from "../../api/errors";
import type { AccountSession } from "../../api/session";
import { type Definition, isAssigned, type Props, resourcesOf } from "../../kind/definition";
import { lifecycleOf } from "../../kind/lifecycle/lifecycle";
import { readAll } from "../../kind/state";
import { definitions, listedKinds, listedSections, shownName } from "../../resources/definitions";
import type { CommandSession } from "../account/session";
import type { ManagedObject } from "../account/stack";
import { fieldsOf, fileId } from "./fields";

export type Account = Awaited<ReturnType<typeof readAccount>>;

/** All objects of a kind, by age. */
export type KindObjects = Account["kinds"][number];

/** An object, and what the config file can say about it. */
export type AccountObject = KindObjects["objects"][number];

/** Of a kind that the service rejects. */
interface Rejected {
  readonly kind: Definition;
  readonly why: string;
}

/** What the account has, by id. */
type Items = ReadonlyMap<string, Props>;

/**
 * @param sections of the kinds to read. @default all
 * @param managed the objects to leave out
 * @throws ApiError if the account cannot be read completely. What it pays for may lack a kind
 */
export async function readAccount(
  { session }: CommandSession,
  sections: readonly string[] = listedSections,
  managed: readonly ManagedObject[] = [],
) {
  const info = await session.account();
  const wanted = listedKinds.filter(({ yaml }) => sections.includes(yaml.section));
  const rejected: Rejected[] = [];
  const lists = await Promise.all(
    wanted.map(async (kind): Promise<readonly (readonly [Definition, Items])[]> => {
      try {
        return [[kind, await session.inventory(kind.list!).all()]];
      } catch (error) {
        const why = whyRejected(error);
        if (why === undefined) throw error;
        rejected.push({ kind, why });
        return [];
      }
    }),
  );
  const items = new Map(lists.flat());
  const kinds = [...items].map(async ([kind, listed]) => {
    const isNamed = await namedValues(session, kind, items);
    const listing = listedMembers(kind);
    const objects = withKeys(kind, listed, managed).map((object) => {
      const shown = Object.entries(readAll(kind.fields, object.item)).filter(isNamed);
      return readObject(session, kind, object, Object.fromEntries(shown), listing);
    });
    return { kind, objects: await Promise.all(objects), unlisted: unlistedFields(kind, listing) };
  });
  return { info, kinds: await Promise.all(kinds), rejected };
}

/** The kinds of members of an object that a list shows. */
function listedMembers({ yaml: { section } }: Definition) {
  return definitions.filter(({ yaml, at }) => {
    return yaml.shape === "list" && yaml.section === section && isAssigned(at) && at.items !== undefined;
  });
}

/** The fields with the other members. */
function unlistedFields(
  { yaml: { section } }: Definition,
  listing: readonly Definition[],
): readonly string[] {
  return definitions.flatMap((one) =>
    one.yaml.shape === "list" && one.yaml.section === section && !listing.includes(one)
      ? [one.yaml.field]
      : [],
  );
}

/**
 * Whether a field is one that an entry may have: a value that names an object of another kind is that of an existing one.
 * The service's own domain is none of the account, so an entry leaves it out.
 */
async function namedValues(
  session: AccountSession,
  { fields, yaml }: Definition,
  known: ReadonlyMap<Definition, Items>,
): Promise<(field: readonly [name: string, value: unknown]) => boolean> {
  const values = new Map<string, Set<string>>();
  for (const [name, section] of Object.entries((yaml.shape === "mapping" && yaml.references) || {})) {
    const kind = listedKinds.find((one) => one.yaml.section === section)!;
    const property = resourcesOf(fields[name]!, {})[kind.type]!;
    const items = known.get(kind) ?? (await itemsOf(session, kind));
    // Ids of what cannot be listed stay as they are.
    if (!items) continue;
    const named = [...items].map(([id, item]) =>
      property === "id" ? id : kind.fields[property]!.read(item),
    );
    values.set(name, new Set(named.map((value) => String(fields[name]!.canonical(value)))));
  }
  return ([name, value]) => values.get(name)?.has(String(fields[name]!.canonical(value))) !== false;
}

/** @param shown its fields. @param listing kinds of its members that a list shows */
async function readObject(
  session: AccountSession,
  kind: Definition,
  object: ReturnType<typeof withKeys>[number],
  shown: Props,
  listing: readonly Definition[],
) {
  const fields = fieldsOf(kind, shown);
  const [first, ...others] = await lifecycleOf(kind).glance!(session, fields.args);
  // Nothing else identifies it.
  const isById = first?.id !== object.id || others.length > 0;
  const problem =
    isById && fileId(object.id) === undefined
      ? "only its id identifies it, and a config file cannot have it"
      : fields.problem;
  return { ...object, ...fields, problem, isById, members: await membersOf(session, object.id, listing) };
}

/** `undefined` for a list that the service rejects, or that the API document lacks. */
async function itemsOf(
  session: AccountSession,
  { list, undocumented }: Definition,
): Promise<Items | undefined> {
  if (undocumented) return undefined;
  try {
    return await session.inventory(list!).all();
  } catch (error) {
    if (whyRejected(error) !== undefined) return undefined;
    throw error;
  }
}

function whyRejected(error: unknown): string | undefined {
  return isRejection(error) ? error.answer : undefined;
}

/** What is assigned to an object, by the list of its entry. @param listing kinds of members */
async function membersOf(session: AccountSession, id: string, listing: readonly Definition[]) {
  const all = listing.map(async (one) => {
    const { yaml } = one;
    const { members } = lifecycleOf(one);
    if (yaml.shape !== "list" || !members) return [];
    return { yaml, items: [...(await members(session, id)).values()] };
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
