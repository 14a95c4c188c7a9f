// The life of an object that the API creates, lists, updates and deletes by id: most kinds.
import { AmbiguousError, ApiError, isRejection, PendingCreateError } from "../../api/errors";
import type { Inventory } from "../../api/lists/inventory";
import { type Item, idText } from "../../api/lists/list";
import type { ListedItem, Which } from "../../api/lists/readings";
import { quote } from "../../api/sanitize";
import type { AccountSession } from "../../api/session";
import type { Definition, Listed, Props } from "../definition";
import { decodeEntities } from "../field";
import { fixedDifference, identitiesOf, isSameObject } from "../identity";
import { same } from "../meaning";
import { onlyShown, readAll } from "../state";
import type { CreateContext, Lifecycle, Proof, RemoteObject } from "./remote-object";

export function listedObject(kind: Definition, at: Listed): Lifecycle {
  return new ListedObject(kind, at);
}

class ListedObject implements Lifecycle {
  readonly #kind: Definition;
  /** Path of the objects. */
  readonly #path: string;
  /** The fields that an update sends. */
  readonly #updatable: readonly string[];
  /** Those of them that never change: the service may have rewritten them. */
  readonly #fixed: readonly string[];

  constructor(kind: Definition, { object }: Listed) {
    const { fields } = kind;
    this.#kind = kind;
    this.#path = object;
    this.#updatable = Object.keys(fields).filter(
      (name) => !fields[name]!.createOnly || fields[name]!.sentByUpdates,
    );
    this.#fixed = this.#updatable.filter((name) => fields[name]!.createOnly);
  }

  async create(session: AccountSession, args: Props, { owner }: CreateContext): Promise<RemoteObject> {
    const inventory = this.#inventory(session);
    // Nothing is sent while the list proves nothing.
    await inventory.glance({ texts: [], isIt: () => false });
    const after = newestOf(await inventory.all());
    const [id, item] = await this.#add(session, args).catch((error) => {
      throw error instanceof AmbiguousError ? new PendingCreateError(error, after) : error;
    });
    inventory.created([id, item], owner);
    return this.#objectOf(id, item);
  }

  async glance(
    session: AccountSession,
    which: string | Props,
    maxAgeMs?: number,
  ): Promise<readonly RemoteObject[]> {
    const found = await this.#inventory(session).glance(this.#which(which), maxAgeMs);
    return found.map(([id, item]) => this.#objectOf(id, item));
  }

  async prove(
    session: AccountSession,
    which: string | Props,
    { maxAgeMs, isOther }: Proof = {},
  ): Promise<readonly RemoteObject[]> {
    const found = await this.#inventory(session).prove(this.#which(which, isOther), maxAgeMs);
    return found.map(([id, item]) => this.#objectOf(id, item));
  }

  // The API does not document whether a field that an update omits is kept or cleared. So the update sends the whole
  // object: managed fields, fields that leave the config as "", and the current values of the other readable fields.
  async update(
    session: AccountSession,
    { id, fields }: RemoteObject,
    args: Props,
    cleared: readonly string[],
  ): Promise<RemoteObject> {
    const managed = { ...args, ...Object.fromEntries(cleared.map((name) => [name, ""])) };
    const asShown = [...this.#unmanaged(managed), ...this.#fixed]
      .filter((name) => (fields[name] ?? "") !== "")
      .map((name) => [name, decodeEntities(fields[name])]);
    const values: Props = { ...managed, ...Object.fromEntries(asShown) };
    for (const name of this.#unneeded(args, fields)) delete values[name];
    try {
      const data = await this.#inventory(session).write(
        id,
        async () => {
          const path = `${this.#path}/${id}/update`;
          return (await session.send("PUT", path, this.#bodyOf(values, this.#updatable))).data as Item;
        },
        (shown, response) =>
          shown && { ...shown, ...this.#bodyOf(values, this.#updatable), ...withoutEnvelope(response) },
      );
      return this.#objectOf(id, data);
    } catch (error) {
      if (cleared.length === 0 || !isRejection(error)) throw error;
      throw new ApiError(
        `${error.message}. The update was to clear ${cleared.join(", ")}, which are no longer set. If the service does not ` +
          "accept an empty value, set a value or list the field under ignoreChanges",
        { cause: error },
      );
    }
  }

  async delete(session: AccountSession, id: string): Promise<undefined> {
    const path = `${this.#path}/${id}/delete`;
    await this.#inventory(session).remove(id, () => session.send("DELETE", path));
  }

  #which(which: string | Props, isOther: Proof["isOther"] = () => false): Which {
    if (typeof which === "string") return which;
    const { fields } = this.#kind;
    const isIt = (id: string, item: Item) =>
      !isOther(id) && isSameObject(this.#kind, which, readAll(fields, item)) === true;
    return { texts: identitiesOf(this.#kind, which), isIt };
  }

  #inventory(session: AccountSession): Inventory {
    return session.inventory(this.#kind.list!);
  }

  #objectOf(id: string, item: Item): RemoteObject {
    return { id, fields: readAll(this.#kind.fields, item), outputs: readAll(this.#kind.outputs, item) };
  }

  async #add(session: AccountSession, args: Props): Promise<ListedItem> {
    const path = `${this.#path}/add`;
    const body = this.#bodyOf(args);
    const { data, status } = await session.create(path, body);
    const id = idText(data.id) ?? "";
    // Something was created, but not known what.
    if (!/^[1-9]\d{0,18}$/.test(id))
      throw new AmbiguousError(
        `POST ${path}: the response (status ${status}) has no id of the new object, which may exist`,
      );
    const created = { ...body, ...withoutEnvelope(data), id };
    const other = fixedDifference(this.#kind, args, readAll(this.#kind.fields, created));
    if (other === undefined) return [id, created];
    throw new ApiError(
      `POST ${path}: the service responded with ${this.#show([id, created])}, which has another ${other}. It may be an ` +
        "existing object that the service keeps in place of a new one. Nothing was recorded. Change the resource so that it " +
        "is that object, or delete the object by hand",
    );
  }

  #bodyOf(values: Props, names: readonly string[] = Object.keys(this.#kind.fields)): Props {
    const sent = names.filter((name) => values[name] !== undefined);
    return Object.fromEntries(sent.map((name) => [this.#kind.fields[name]!.api, values[name]]));
  }

  /** What an update omits: a service that keeps no such field may reject it, and a list shows that nothing changes. */
  #unneeded(args: Props, shown: Props): readonly string[] {
    const { fields } = this.#kind;
    return Object.keys(args).filter(
      (name) =>
        fields[name]!.bestEffort &&
        (shown[name] === undefined || same(fields[name]!, args[name], shown[name])),
    );
  }

  /** The readable fields of an update that the config does not have. */
  #unmanaged(managed: Props): readonly string[] {
    return this.#updatable.filter((name) => {
      const { writeOnly, bestEffort } = this.#kind.fields[name]!;
      return !(name in managed || writeOnly || bestEffort);
    });
  }

  /** The object for a user who must choose. */
  #show([id, item]: ListedItem): string {
    const shown = onlyShown(this.#kind, item).map(([name, value]) => `${name} ${quote(value)}`);
    return [`id ${id}`, ...shown].join(", ");
  }
}

/** The highest id. `undefined` if ids are no numbers, so that nothing tells new objects from old ones. */
function newestOf(items: ReadonlyMap<string, unknown>): number | undefined {
  let newest = 0;
  for (const id of items.keys()) newest = Math.max(newest, Number(id));
  return Number.isNaN(newest) ? undefined : newest;
}

/** The fields of the object. `message` describes the response, even if the object has a field with that name. */
function withoutEnvelope({ error: _error, message: _message, ...fields }: Props): Props {
  return fields;
}
