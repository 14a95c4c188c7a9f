// The objects of an account, each with the key that its entry gets. Sends only GET requests.
import { ApiError, isRejection, SessionError } from "../../api/errors";
import type { AccountSession } from "../../api/session";
import type { Definition, Props } from "../../kind/definition";
import { lifecycleOf } from "../../kind/lifecycle/lifecycle";
import { readAll } from "../../kind/state";
import { listedKinds, shownName } from "../../resources/definitions";
import { membersOf } from "../account/members";
import type { ManagedObject } from "../account/stack";
import { fieldsOf } from "./fields";

export type Account = Awaited<ReturnType<typeof readAccount>>;

/** All objects of a kind, by age. */
export type KindObjects = Account["kinds"][number];

/** An object, and what the config file can say about it. */
export type AccountObject = KindObjects["objects"][number];

/** What the account has, by id. */
type Items = ReadonlyMap<string, Props>;

/**
 * @param kinds to read. @default all
 * @param managed the objects to leave out
 * @throws ApiError if the account cannot be read completely. What it pays for may lack a kind
 */
export async function readAccount(
  session: AccountSession,
  kinds: readonly Definition[] = listedKinds,
  managed: readonly ManagedObject[] = [],
) {
  const info = await session.account();
  const lists = new Map<Definition, Items>();
  const rejected: { readonly kind: Definition; readonly why: string }[] = [];
  await Promise.all(
    kinds.map(async (kind) => {
      try {
        lists.set(kind, await session.inventory(kind.list!).all());
      } catch (error) {
        const why = whyRejected(kind, error);
        if (why === undefined) throw error;
        rejected.push({ kind, why });
      }
    }),
  );
  const read = kinds.flatMap((kind) => {
    const items = lists.get(kind);
    return items ? readKind(session, kind, withKeys(kind, items, managed), [...lists.keys()]) : [];
  });
  return { info, kinds: await Promise.all(read), rejected };
}

/** A service without a list that the API document lacks may respond with a web page. */
function whyRejected({ undocumented }: Definition, error: unknown): string | undefined {
  if (isRejection(error)) return error.answer;
  const isOfList = error instanceof ApiError && !(error instanceof SessionError);
  return undocumented && isOfList ? error.message : undefined;
}

async function readKind(
  session: AccountSession,
  kind: Definition,
  listed: ReturnType<typeof withKeys>,
  readable: readonly Definition[],
) {
  const objects = listed.map(async (object) => {
    const fields = fieldsOf(kind, readAll(kind.fields, object.item));
    const [first, ...others] = await lifecycleOf(kind).glance!(session, fields.args);
    // Nothing else identifies it.
    const isById = first?.id !== object.id || others.length > 0;
    const members = await membersOf(session, kind, object.id, readable);
    return { ...object, ...fields, isById, members };
  });
  return { kind, objects: await Promise.all(objects) };
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

/** A key may have a suffix beyond it. */
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
