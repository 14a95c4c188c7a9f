// The life of an object that the API creates, lists, updates and deletes by id: most kinds.
import { type Collection, SETTLE_MS } from "../../api/collection";
import { AmbiguousError, ApiError, ErrorResponse } from "../../api/errors";
import { type Item, idText, type ListSpec } from "../../api/list";
import type { AccountSession } from "../../api/session";
import type { KindBase } from "../define";
import type { Change, CreateContext, Lifecycle, Props, RemoteObject, RemoteState } from "../definition";
import { looksRewritten } from "../field";
import { identifyingFields, identitiesOf, isAlwaysIdentified, mayBeSame } from "../identity";
import { readAll } from "../state";
import { createOnce, type ListedItem } from "./create-once";
import { type AcceptedWords, type TwoWords, withEitherWord } from "./two-words";

export interface ListedObjectSpec {
  /** Path of the list, such as `/api/pixels`. */
  readonly list: string;
  /** Key of the array in the envelope of the list. */
  readonly key: string;
  /** Path of the objects, such as `/api/pixel`: creates, updates and deletes begin with it. */
  readonly object: string;
  /** Create-only fields that an update sends as well, because the requests of api.md do. @default none */
  readonly sentWithUpdates?: readonly string[];
  /** A create-only field whose words have another one on some services. */
  readonly twoWords?: TwoWords;
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
  readonly existing = {
    items: (session: AccountSession) => this.#collection(session).items(),
    matching: (session: AccountSession, args: Props) => this.#matching(session, args),
    withId: async (session: AccountSession, id: string, from?: number) => {
      const objects = this.#collection(session);
      const item = (await (from === undefined ? objects.items() : objects.itemsFrom(from))).get(id);
      return item && { id, ...this.#stateOf(item) };
    },
  };
  readonly #kind: KindBase;
  readonly #spec: ListedObjectSpec;
  readonly #list: ListSpec;
  readonly #acceptedWords: AcceptedWords = new WeakMap();

  constructor(kind: KindBase, spec: ListedObjectSpec) {
    this.#kind = kind;
    this.#spec = spec;
    this.#list = listOf(spec);
  }

  async create(session: AccountSession, args: Props, context: CreateContext): Promise<RemoteObject> {
    const [id, item] = await createOnce({
      session,
      context,
      objects: this.#collection(session),
      isIdentified: isAlwaysIdentified(this.#kind),
      isCreated: (listed) => this.#isIdentified(args, listed) && this.#isLike(args, listed),
      show: (listed) => this.#show(listed),
      send: this.#sender(session, args),
    });
    return { id, fields: args, outputs: readAll(this.#kind.outputs, item) };
  }

  /** Sends the create once. */
  #sender(session: AccountSession, args: Props): () => Promise<ListedItem> {
    const path = `${this.#spec.object}/add`;
    const send = async (args: Props): Promise<ListedItem> => {
      const body = this.#bodyOf(args);
      const { data, status } = await session.create(path, body);
      const created = createdId(data.id, path, status);
      return [created, { ...body, ...withoutEnvelope(data), id: created }];
    };
    const { twoWords } = this.#spec;
    if (!twoWords) return () => send(args);
    const { field } = twoWords;
    return withEitherWord(session, String(args[field]), twoWords, this.#acceptedWords, (word) =>
      send({ ...args, [field]: word }),
    );
  }

  async read(
    session: AccountSession,
    id: string,
    writtenAt: number | undefined,
  ): Promise<RemoteState | undefined> {
    const item = await this.#collection(session).find(id, writtenAt);
    return item && this.#stateOf(item);
  }

  async update(session: AccountSession, id: string, change: Change): Promise<RemoteState> {
    const body = await this.#updateBody(session, id, change);
    const { data } = await explainRejectedClearing(change.cleared, () =>
      session.send("PUT", `${this.#spec.object}/${id}/update`, body),
    );
    this.#collection(session).changed(id, { ...body, ...withoutEnvelope(data) });
    return { fields: change.news, outputs: readAll(this.#kind.outputs, data) };
  }

  async delete(session: AccountSession, id: string, writtenAt = 0): Promise<undefined> {
    const objects = this.#collection(session);
    if (objects.wasRemoved(id)) return;
    const startedAt = session.now();
    try {
      await session.send("DELETE", `${this.#spec.object}/${id}/delete`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.session) throw error;
      // Lists decide, from the time when they must show what may have taken effect. If the service knows no such object
      // either, an empty list is enough: most destroys end with one.
      const mayHaveWorked =
        error instanceof AmbiguousError || (error instanceof ErrorResponse && error.isAfterAmbiguous);
      const since = mayHaveWorked ? session.now() + SETTLE_MS : startedAt;
      const trustsEmpty = error instanceof ErrorResponse;
      if (await objects.find(id, writtenAt, { since, trustsEmpty })) throw error;
    }
    objects.removed(id);
  }

  listsFor(): readonly ListSpec[] {
    return [this.#list];
  }

  #collection(session: AccountSession): Collection {
    return session.collection(this.#list);
  }

  #stateOf(item: Item): RemoteState {
    return { fields: readAll(this.#kind.fields, item), outputs: readAll(this.#kind.outputs, item) };
  }

  async #matching(session: AccountSession, args: Props): Promise<readonly RemoteObject[]> {
    const identities = identitiesOf(this.#kind, args);
    if (identities.length === 0) return [];
    const objects = this.#collection(session);
    const found: RemoteObject[] = [];
    for (const [id, item] of await objects.items()) {
      const known = this.#identitiesIn(objects, item);
      const sharesOne = identities.some((identity) => known.includes(identity));
      const isSame = mayBeSame(identities, known) || (sharesOne && this.#isRewritten(args, item));
      if (isSame) found.push({ id, ...this.#stateOf(item) });
    }
    return found;
  }

  /** Whether the best identity of an item differs only because the service rewrote it, such as a slug. */
  #isRewritten(args: Props, item: Item): boolean {
    return identifyingFields(this.#kind, args).every((name) => this.#isSame(name, args, item));
  }

  /** Whether the list shows a field as given, or rewritten. */
  #isSame(name: string, args: Props, item: Item): boolean {
    const field = this.#kind.fields[name];
    const shown = field?.read(item);
    return field?.same(args[name], shown) || looksRewritten(args[name], shown, field);
  }

  #identitiesIn({ identities }: Collection, item: Item): readonly string[] {
    let known = identities.get(item);
    if (!known) {
      known = identitiesOf(this.#kind, readAll(this.#kind.fields, item));
      identities.set(item, known);
    }
    return known;
  }

  /** Whether a list shows what identifies these arguments. */
  #isIdentified(args: Props, item: Item): boolean {
    const shown = readAll(this.#kind.fields, item);
    return identitiesOf(this.#kind, args).length > 0 && identitiesOf(this.#kind, shown).length > 0;
  }

  /** Whether everything that the list shows is as given. */
  #isLike(args: Props, item: Item): boolean {
    const shown = readAll(this.#kind.fields, item);
    return Object.keys(args).every((name) => shown[name] === undefined || this.#isSame(name, args, item));
  }

  #bodyOf(args: Props): Props {
    return Object.fromEntries(
      Object.entries(this.#kind.fields)
        .filter(([name]) => args[name] !== undefined)
        .map(([name, field]) => [field.api, field.write(args[name])]),
    );
  }

  /** Fields that an update sends: all except the create-only ones. */
  #sentNames(): string[] {
    const { sentWithUpdates = [] } = this.#spec;
    return Object.entries(this.#kind.fields)
      .filter(([name, { createOnly }]) => !createOnly || sentWithUpdates.includes(name))
      .map(([name]) => name);
  }

  /** Readable fields that an update sends although the config does not have them. */
  #unmanaged({ news, cleared }: Change): string[] {
    const { fields } = this.#kind;
    return this.#sentNames().filter((name) => {
      const { writeOnly, undocumented } = fields[name]!;
      return !(name in news || cleared.includes(name) || writeOnly || undocumented);
    });
  }

  /** An undocumented field is sent only if it changes: a service may reject it in an update. */
  #isSent(name: string, { olds, news }: Change): boolean {
    const { undocumented, same } = this.#kind.fields[name]!;
    return name in news && !(undocumented && same(olds[name], news[name]));
  }

  // The API does not document whether a field that an update omits is kept or cleared. So the update sends the whole
  // object: managed fields, fields that leave the config as "", and the current values of the other readable fields.
  async #updateBody(session: AccountSession, id: string, change: Change): Promise<Props> {
    const sent = this.#sentNames();
    const values: Props = {};
    for (const name of sent) {
      if (this.#isSent(name, change)) values[name] = change.news[name];
      else if (change.cleared.includes(name)) values[name] = "";
    }
    const unmanaged = this.#unmanaged(change);
    if (unmanaged.length > 0) {
      const objects = this.#collection(session);
      await objects.items(session.now() - MAX_AGE_MS);
      const item = await objects.find(id, change.writtenAt);
      for (const name of item ? unmanaged : []) {
        const value = this.#kind.fields[name]?.read(item!);
        if (value !== undefined && value !== "") values[name] = value;
      }
    }
    return this.#bodyOf(values);
  }

  /** For a user who must choose, also by the name and the date that only the list has. */
  #show([id, item]: ListedItem): string {
    const { name, date } = item;
    const shown = Object.entries({
      name,
      date,
      ...readAll(this.#kind.fields, item),
      ...readAll(this.#kind.outputs, item),
    })
      .filter(([, value]) => value !== undefined && value !== null && value !== "")
      .map(([name, value]) => `${name} ${JSON.stringify(value)}`);
    return `id ${id} (${shown.join(", ")})`;
  }
}

async function explainRejectedClearing<T>(cleared: readonly string[], send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (cleared.length === 0 || !(error instanceof ApiError) || error.session) throw error;
    throw new ApiError(
      `${error.message}. The update was to clear ${cleared.join(", ")}, which left the config. If the service does not ` +
        "accept an empty value, set a value or list the field under ignoreChanges",
      { cause: error },
    );
  }
}

/** The fields of the object. `message` describes the response, even if the object has a field with that name. */
function withoutEnvelope({ error: _error, message: _message, ...fields }: Props): Props {
  return fields;
}

// A success without an id means that something was created, but not what.
function createdId(id: unknown, path: string, status: number): string {
  const text = idText(id) ?? "";
  if (/^[1-9]\d{0,18}$/.test(text)) return text;
  throw new AmbiguousError(`POST ${path}: the response (status ${status}) has no id of the new object`);
}
