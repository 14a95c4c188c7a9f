// The life of an object that the API creates, lists, updates and deletes by id: most kinds.
import { AmbiguousError, ApiError, PendingCreateError } from "../../api/errors";
import type { Inventory } from "../../api/lists/inventory";
import { type Item, idText } from "../../api/lists/list";
import type { ListedItem, Which } from "../../api/lists/reading";
import type { AccountSession } from "../../api/session";
import type { Definition, Listed, Props } from "../definition";
import { decodeEntities } from "../field";
import { fixedDifference, identitiesOf, isSameObject } from "../identity";
import { same } from "../meaning";
import { readAll } from "../state";
import type { CreateContext, Lifecycle, Proof, RemoteObject } from "./remote-object";

export function listedObject(kind: Definition, at: Listed): Lifecycle {
  return new ListedObject(kind, at);
}

class ListedObject implements Lifecycle {
  readonly #kind: Definition;
  /** Path of the objects. */
  readonly #path: string;

  constructor(kind: Definition, { object }: Listed) {
    this.#kind = kind;
    this.#path = object;
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
    { sinceMs, isOther }: Proof = {},
  ): Promise<readonly RemoteObject[]> {
    const found = await this.#inventory(session).prove(this.#which(which, isOther), sinceMs);
    return found.map(([id, item]) => this.#objectOf(id, item));
  }

  // The API does not document whether a field that an update omits is kept or cleared. So the update sends the whole
  // object: managed fields, fields that leave the config as "", and the current values of the other readable fields.
  async update(
    session: AccountSession,
    { id, fields: shown }: RemoteObject,
    args: Props,
    cleared: readonly string[],
  ): Promise<RemoteObject> {
    const { fields } = this.#kind;
    const empty = Object.fromEntries(cleared.map((name) => [name, ""]));
    const values = { ...unmanaged(this.#kind, shown), ...args, ...empty };
    const body = this.#bodyOf(values, (name) => {
      const field = fields[name]!;
      // A service that takes no names may reject one, also if it shows it.
      const isNeeded = shown[name] !== undefined && !same(field, args[name], shown[name]);
      return field.bestEffort ? isNeeded : !field.createOnly;
    });
    const send = async () => (await session.send("PUT", `${this.#path}/${id}/update`, body)).data as Item;
    const data = await this.#inventory(session).write(
      id,
      send,
      (item, response) => item && { ...item, ...body, ...withoutEnvelope(response) },
    );
    return this.#objectOf(id, data);
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
    // Some services keep an existing object in place of a new one (service.md 62).
    const other = fixedDifference(this.#kind, args, readAll(this.#kind.fields, created));
    if (other === undefined) return [id, created];
    throw new ApiError(
      `POST ${path}: the service responded with id ${id}, which has another ${other}, so nothing was recorded`,
      { reason: "existed", id },
    );
  }

  #bodyOf(values: Props, isSent: (name: string) => boolean = () => true): Props {
    const sent = Object.entries(this.#kind.fields).filter(
      ([name]) => values[name] !== undefined && isSent(name),
    );
    return Object.fromEntries(sent.map(([name, { api }]) => [api, values[name]]));
  }
}

/** The readable values of an object, as they were before the service escaped them. */
function unmanaged({ fields }: Definition, shown: Props): Props {
  const isSent = (name: string) => !fields[name]!.bestEffort && shown[name] !== "";
  const names = Object.keys(shown).filter(isSent);
  return Object.fromEntries(names.map((name) => [name, decodeEntities(shown[name])]));
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
