// The objects of an account, each with the key that its entry gets. Sends only GET requests.
import { ApiError, isRejection } from "../../api/errors";
import type { AccountSession } from "../../api/session";
import type { Definition, Props } from "../../kind/definition";
import { TYPE_PREFIX } from "../../kind/provider-source";
import { METADATA, metadataOf } from "../../kind/state";
import { definitions } from "../../resources/definitions";
import { PulumiError, type RecordedResource } from "../account/pulumi-project";

/** An object as a list shows it. */
export interface AccountObject {
  readonly id: string;
  /** "" if it has none. */
  readonly name: string;
  /** Key of its entry: unique in its section. */
  readonly key: string;
  readonly item: Props;
  /** By a resource of the stack, so that the export leaves it out. */
  readonly isManaged: boolean;
  /** What is assigned to it, by the kind of the assignment. */
  readonly members: ReadonlyMap<Definition, readonly Props[]>;
}

/** All objects of a kind, by age. */
export interface KindObjects {
  readonly definition: Definition;
  /** The kinds that are lists in its entries. */
  readonly lists: readonly Definition[];
  readonly objects: readonly AccountObject[];
}

type ManagedResource = RecordedResource & {
  readonly account?: string | undefined;
  readonly external?: unknown;
};

export interface ReadOptions {
  /** The sections to read. @default all */
  readonly sections?: readonly string[];
  /** The resources of the stack. Their objects are left out. @default none */
  readonly recorded?: readonly RecordedResource[];
  /** Called for each list that was read, with the number of objects so far. */
  readonly onRead: (objects: number) => void;
}

/** The kinds that an export can contain. */
export const exportedKinds: readonly Definition[] = definitions.filter(({ lifecycle }) => lifecycle.existing);

/**
 * @throws ApiError if the account cannot be read completely; PulumiError if the state is damaged; WrongAccountError if
 * the stack has another account
 */
export async function readAccount(
  session: AccountSession,
  { sections, recorded = [], onRead }: ReadOptions,
): Promise<readonly KindObjects[]> {
  const managed = managedIn(recorded);
  if (managed.length > 0) await session.guard(...managed.map(({ account }) => account));
  const kinds = exportedKinds.filter(({ yaml }) => !sections || sections.includes(yaml.section));
  let objectsRead = 0;
  const counted = <T extends Iterable<unknown>>(read: T): T => {
    objectsRead += [...read].length;
    onRead(objectsRead);
    return read;
  };
  return Promise.all(
    kinds.map(async (definition): Promise<KindObjects> => {
      const { section } = definition.yaml;
      const lists = definitions.filter(({ yaml }) => yaml.shape === "list" && yaml.section === section);
      const items = counted(await itemsOf(session, definition));
      const objects = withKeys(definition, items, managed).map(async (object) => {
        const members = new Map<Definition, readonly Props[]>();
        for (const list of object.isManaged ? [] : lists) {
          const read = await list.lifecycle.members?.(session, object.id);
          if (read) members.set(list, counted(read));
        }
        return { ...object, members };
      });
      return { definition, lists, objects: await Promise.all(objects) };
    }),
  );
}

/** Those of this package whose objects the stack manages. @throws PulumiError if the metadata of one is damaged */
function managedIn(resources: readonly RecordedResource[]): ManagedResource[] {
  return resources
    .filter(({ type }) => type.startsWith(TYPE_PREFIX))
    .map((resource) => ({ ...resource, ...recordOf(resource) }))
    .filter(({ external }) => !external);
}

/** Unknown if a user declared it as secret: only the engine can decrypt it. */
function recordOf({ type, name, outputs }: RecordedResource) {
  if (typeof outputs[METADATA] === "object") return {};
  try {
    const { account, external } = metadataOf(outputs);
    return { account, external };
  } catch (error) {
    throw new PulumiError(`${type} ${name}: ${(error as Error).message}`);
  }
}

/** A plan may lack a kind. A failure of the service is no reason to leave one out. */
async function itemsOf(
  session: AccountSession,
  { lifecycle, yaml }: Definition,
): Promise<ReadonlyMap<string, Props>> {
  try {
    return await lifecycle.existing!.items(session);
  } catch (error) {
    if (!isRejection(error)) throw error;
    const others = exportedKinds
      .map((kind) => kind.yaml.section)
      .filter((section) => section !== yaml.section);
    throw new ApiError(`${error.message}. To export the other kinds, use --kinds ${others.join(",")}`, {
      cause: error,
    });
  }
}

/** A later export gives old objects the same keys, because new objects have higher ids. */
function withKeys(
  definition: Definition,
  items: ReadonlyMap<string, Props>,
  managed: readonly RecordedResource[],
): Omit<AccountObject, "members">[] {
  const recorded = managed.filter(({ type }) => type === TYPE_PREFIX + definition.type);
  const keys = new Map(recorded.map(({ id, name }) => [id, name]));
  const taken = new Set(keys.values());
  return [...items]
    .sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
    .map(([id, item]) => {
      const name = nameOf(definition, item);
      const wanted = toKey(name) || `${definition.handler.toLowerCase()}-${toKey(id)}`;
      const key = keys.get(id) ?? freeKey(wanted, taken);
      taken.add(key);
      return { id, name, key, item, isManaged: keys.has(id) };
    });
}

/** The name, else what identifies the object. Without the scheme of an address. */
function nameOf({ fields, identity }: Definition, item: Props): string {
  const own = fields.name ? fields.name.read(item) : item.name;
  if (typeof own === "string" && own.trim() !== "") return own;
  if (fields.name) return "";
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
