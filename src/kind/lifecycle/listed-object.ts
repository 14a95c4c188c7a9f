// The life of an object that the API creates, lists, updates and deletes by id: most kinds.
import { type Collection, SETTLE_MS } from "../../api/collection";
import { AmbiguousError, ApiError, ErrorResponse, isRejection } from "../../api/errors";
import { type Item, idText, type ListSpec } from "../../api/list";
import type { AccountSession } from "../../api/session";
import { readShown } from "../compare";
import type { CreateContext, KindBase, Lifecycle, Props, RemoteObject, RemoteState } from "../definition";
import { identitiesOf, isAlwaysIdentified, isSameObject } from "../identity";
import { readAll } from "../state";
import { createOnce, type ListedItem } from "./create-once";

export interface ListedObjectSpec {
  /** Path of the list, such as `/api/pixels`. */
  readonly list: string;
  /** Key of the array in the envelope of the list. */
  readonly key: string;
  /** Path of the objects, such as `/api/pixel`: creates, updates and deletes begin with it. */
  readonly object: string;
  /** As in {@link ListSpec}. */
  readonly emptyProves?: ListSpec["emptyProves"];
}

/** An update needs values that are not older. */
const MAX_AGE_MS = 60_000;

export function listOf({ list, key, object, emptyProves }: ListedObjectSpec): ListSpec {
  return { path: list, key, writePath: `${object}/`, ...(emptyProves && { emptyProves }) };
}

export function listedObject(spec: ListedObjectSpec): (kind: KindBase) => Lifecycle {
  return (kind) => new ListedObject(kind, spec);
}

class ListedObject implements Lifecycle {
  readonly existing: NonNullable<Lifecycle["existing"]> = {
    items: (session) => this.#objects(session).items(),
    matching: (session, args) => this.#matching(session, args),
    withId: async (session, id, isSettled = false) => {
      const objects = this.#objects(session);
      const item = (await (isSettled ? objects.settledItems() : objects.items())).get(id);
      return item && { id, ...this.#stateOf(item) };
    },
  };
  readonly #kind: KindBase;
  readonly #spec: ListedObjectSpec;
  readonly #list: ListSpec;
  /** The fields that an update sends. */
  readonly #updatable: readonly string[];
  /** Computed once: every new resource looks at all items. */
  readonly #identities = new WeakMap<Item, readonly string[]>();
  /** By session, the word that goes first in place of a rejected one. */
  readonly #acceptedWords = new WeakMap<AccountSession, Map<string, string>>();

  constructor(kind: KindBase, spec: ListedObjectSpec) {
    const { fields, content = [] } = kind;
    this.#kind = kind;
    this.#spec = spec;
    this.#list = listOf(spec);
    this.#updatable = Object.keys(fields).filter(
      (name) => !fields[name]!.createOnly || content.includes(name),
    );
  }

  async create(session: AccountSession, args: Props, context: CreateContext): Promise<RemoteObject> {
    const [id, item] = await createOnce({
      session,
      context,
      objects: this.#objects(session),
      isIdentified: isAlwaysIdentified(this.#kind),
      isCreated: (listed) => this.#isAsGiven(args, listed),
      show: (listed) => this.#show(listed),
      send: (isRepeat) => this.#addWithEitherWord(session, args, isRepeat),
    });
    return { id, fields: args, outputs: readAll(this.#kind.outputs, item) };
  }

  async read(session: AccountSession, id: string): Promise<RemoteState | undefined> {
    const item = await this.#objects(session).find(id);
    return item && this.#stateOf(item);
  }

  // The API does not document whether a field that an update omits is kept or cleared. So the update sends the whole
  // object: managed fields, fields that leave the config as "", and the current values of the other readable fields.
  async update(session: AccountSession, id: string, args: Props, cleared: readonly string[]): Promise<Props> {
    const managed = { ...args, ...Object.fromEntries(cleared.map((name) => [name, ""])) };
    const values = { ...managed, ...(await this.#unmanaged(session, id, managed)) };
    const body = this.#bodyOf(values, this.#updatable);
    try {
      const { data } = await session.send("PUT", `${this.#spec.object}/${id}/update`, body);
      this.#objects(session).changed(id, { ...body, ...withoutEnvelope(data) });
      return readAll(this.#kind.outputs, data);
    } catch (error) {
      if (cleared.length === 0 || !isRejection(error)) throw error;
      throw new ApiError(
        `${error.message}. The update was to clear ${cleared.join(", ")}, which left the config. If the service does not ` +
          "accept an empty value, set a value or list the field under ignoreChanges",
        { cause: error },
      );
    }
  }

  async delete(session: AccountSession, id: string): Promise<undefined> {
    const objects = this.#objects(session);
    const startedAt = session.now();
    try {
      await session.send("DELETE", `${this.#spec.object}/${id}/delete`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.session) throw error;
      // Lists decide, from the time when they must show what may have taken effect. If the service knows no such object
      // either, an empty list is enough: most destroys end with one.
      const trustsEmpty = error instanceof ErrorResponse;
      const mayHaveWorked = error instanceof AmbiguousError || (trustsEmpty && error.isAfterAmbiguous);
      const since = mayHaveWorked ? session.now() + SETTLE_MS : startedAt;
      if (await objects.find(id, { since, trustsEmpty })) throw error;
    }
    objects.removed(id);
  }

  listsFor(): readonly ListSpec[] {
    return [this.#list];
  }

  #objects(session: AccountSession): Collection {
    return session.collection(this.#list);
  }

  #stateOf(item: Item): RemoteState {
    return { fields: readAll(this.#kind.fields, item), outputs: readAll(this.#kind.outputs, item) };
  }

  async #matching(session: AccountSession, args: Props): Promise<readonly RemoteObject[]> {
    const wanted = identitiesOf(this.#kind, args);
    if (wanted.length === 0) return [];
    const found: RemoteObject[] = [];
    for (const [id, item] of await this.#objects(session).items()) {
      if (!this.#identitiesIn(item).some((one) => wanted.includes(one))) continue;
      const state = this.#stateOf(item);
      if (isSameObject(this.#kind, args, state.fields)) found.push({ id, ...state });
    }
    return found;
  }

  #identitiesIn(item: Item): readonly string[] {
    const known = this.#identities.get(item) ?? identitiesOf(this.#kind, readAll(this.#kind.fields, item));
    this.#identities.set(item, known);
    return known;
  }

  /** Whether a list shows what identifies these arguments, and nothing that differs from them. */
  #isAsGiven(args: Props, item: Item): boolean {
    const shown = readAll(this.#kind.fields, item);
    const { actual } = readShown(this.#kind, args, shown);
    return (
      isSameObject(this.#kind, args, shown) && Object.keys(args).every((name) => actual[name] === args[name])
    );
  }

  async #add(session: AccountSession, args: Props): Promise<ListedItem> {
    const path = `${this.#spec.object}/add`;
    const body = this.#bodyOf(args);
    const { data, status } = await session.create(path, body);
    const id = idText(data.id) ?? "";
    if (/^[1-9]\d{0,18}$/.test(id)) return [id, { ...body, ...withoutEnvelope(data), id }];
    // Something was created, but not known what.
    throw new AmbiguousError(`POST ${path}: the response (status ${status}) has no id of the new object`);
  }

  /** Sends a word as written, and if the service rejects it, the other one. A repeat may be rejected for its effect. */
  async #addWithEitherWord(session: AccountSession, args: Props, isRepeat: boolean): Promise<ListedItem> {
    const [name, field] = Object.entries(this.#kind.fields).find(([, one]) => one.otherWord) ?? [];
    if (name === undefined) return this.#add(session, args);
    const accepted = this.#acceptedWords.get(session) ?? new Map<string, string>();
    this.#acceptedWords.set(session, accepted);
    const given = String(args[name]);
    const word = accepted.get(given) ?? given;
    const other = isRepeat ? undefined : field?.otherWord?.(word);
    try {
      return await this.#add(session, { ...args, [name]: word });
    } catch (error) {
      if (other === undefined || !isRejection(error)) throw error;
      accepted.set(given, other);
      return await this.#add(session, { ...args, [name]: other }).catch((second) => {
        if (!isRejection(second)) throw second;
        accepted.set(given, word);
        // Only one of the two may be about the word.
        if (second.reason === error.reason) throw error;
        throw new ErrorResponse(`${error.message}. With ${other}: ${second.reason}`, error);
      });
    }
  }

  #bodyOf(values: Props, names: readonly string[] = Object.keys(this.#kind.fields)): Props {
    const sent = names.filter((name) => values[name] !== undefined);
    return Object.fromEntries(sent.map((name) => [this.#kind.fields[name]!.api, values[name]]));
  }

  /** The current values of readable fields that the config does not have. */
  async #unmanaged(session: AccountSession, id: string, managed: Props): Promise<Props> {
    const fields = Object.entries(this.#kind.fields).filter(
      ([name, { writeOnly, bestEffort }]) =>
        this.#updatable.includes(name) && !(name in managed || writeOnly || bestEffort),
    );
    if (fields.length === 0) return {};
    const objects = this.#objects(session);
    const listed = (await objects.items(session.now() - MAX_AGE_MS)).get(id);
    // A list may be older than the last own write.
    const item = listed ?? (await objects.settledItems()).get(id) ?? {};
    const values = readAll(Object.fromEntries(fields), item);
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
  }

  /** For a user who must choose. */
  #show([id, item]: ListedItem): string {
    const { fields, recognizedBy = [] } = this.#kind;
    const known = recognizedBy.map((key) => [key, fields[key] ? fields[key].read(item) : item[key]] as const);
    const shown = known.filter(([, value]) => (value ?? "") !== "");
    return [`id ${id}`, ...shown.map(([key, value]) => `${key} ${JSON.stringify(value)}`)].join(", ");
  }
}

/** The fields of the object. `message` describes the response, even if the object has a field with that name. */
function withoutEnvelope({ error: _error, message: _message, ...fields }: Props): Props {
  return fields;
}
