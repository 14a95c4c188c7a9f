// The life of an object that the API creates, lists, updates and deletes by id: most kinds.
import { AmbiguousError, ApiError, ErrorResponse } from "../../api/errors";
import type { Collection, Item, ListSpec } from "../../api/list/collection";
import { idText } from "../../api/list/page";
import type { AccountSession } from "../../api/session";
import type { KindBase } from "../define";
import type { Change, Lifecycle, Namesake, Props, RemoteObject, RemoteState } from "../definition";
import { identifyingFields, identitiesOf, isAlwaysIdentified, mayBeSame } from "../identity";
import { readAll } from "../state";
import { type CreateOnce, createOnce, PendingCreateError } from "./create-once";
import { createdWithin, isEqual, isSameOrRewritten, type ListedItem } from "./match-created";
import { namesakesAmong } from "./namesakes";

export interface ListedObjectSpec {
  /** Path of the list, such as `/api/pixels`. */
  readonly list: string;
  /** Key of the array in the envelope of the list. */
  readonly key: string;
  /** Path of the objects, such as `/api/pixel`: creates, updates and deletes begin with it. */
  readonly object: string;
  /** Create-only fields that an update sends as well, because the requests of api.md do. @default none */
  readonly sentWithUpdates?: readonly string[];
}

export function listOf({ list, key, object }: ListedObjectSpec): ListSpec {
  return { path: list, key, writePath: `${object}/` };
}

export function listedObject(spec: ListedObjectSpec): (kind: KindBase) => Lifecycle {
  return (kind) => new ListedObject(kind, spec);
}

class ListedObject implements Lifecycle {
  readonly existing = {
    items: (session: AccountSession) => this.#collection(session).items(),
    matching: (session: AccountSession, args: Props) => this.#matching(session, args),
    namesakes: (session: AccountSession, args: Props) => this.#namesakes(session, args),
    withId: async (session: AccountSession, id: string) => {
      const item = await this.#collection(session).find(id);
      return item && { id, ...this.#stateOf(item) };
    },
  };
  readonly #kind: KindBase;
  readonly #spec: ListedObjectSpec;
  readonly #list: ListSpec;

  constructor(kind: KindBase, spec: ListedObjectSpec) {
    this.#kind = kind;
    this.#spec = spec;
    this.#list = listOf(spec);
  }

  async create(session: AccountSession, args: Props, context: CreateOnce["context"]): Promise<RemoteObject> {
    const objects = this.#collection(session);
    const path = `${this.#spec.object}/add`;
    const body = this.#bodyOf(args);
    const send = async () => {
      const response = await session.create(path, body);
      const id = createdId(response.data.id, path, response.status);
      return { id, item: { ...body, ...withoutEnvelope(response.data), id } };
    };
    const common = { session, objects, context, send, show: (item: ListedItem) => this.#show(item) };
    const [id, item] = isAlwaysIdentified(this.#kind)
      ? await this.#createIdentifiable(args, common)
      : await this.#createUncertain(args, common);
    return { id, fields: args, outputs: readAll(this.#kind.outputs, item) };
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

  async delete(session: AccountSession, id: string, writtenAt: number | undefined): Promise<undefined> {
    const objects = this.#collection(session);
    if (objects.wasRemoved(id)) return;
    const startedAt = session.now();
    try {
      await session.send("DELETE", `${this.#spec.object}/${id}/delete`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.session) throw error;
      // The lists decide whether it is gone, from the time when they must show what may have taken effect.
      const mayHaveWorked =
        error instanceof AmbiguousError || (error instanceof ErrorResponse && error.isAfterAmbiguous);
      const judgedFrom = mayHaveWorked ? session.now() + session.settings.settleTimeMs : startedAt;
      if (await objects.confirmMissing(id, writtenAt, judgedFrom)) throw error;
    }
    objects.removed(id);
  }

  listsFor(_args: Props, change?: Change): readonly ListSpec[] {
    return !change || this.#unmanaged(change).length > 0 ? [this.#list] : [];
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

  async #namesakes(session: AccountSession, args: Props): Promise<readonly Namesake[]> {
    const objects = this.#collection(session);
    const known = Array.from(
      await objects.items(),
      ([id, item]) => [id, this.#identitiesIn(objects, item)] as const,
    );
    return namesakesAmong(this.#kind, args, known);
  }

  /** Whether the best identity of an item differs only because the service rewrote it, such as a slug. */
  #isRewritten(args: Props, item: Item): boolean {
    const { fields } = this.#kind;
    return identifyingFields(this.#kind, args).every((name) =>
      isSameOrRewritten(fields[name], args[name], fields[name]?.read(item)),
    );
  }

  #identitiesIn({ identities }: Collection, item: Item): readonly string[] {
    let known = identities.get(item);
    if (!known) {
      known = identitiesOf(this.#kind, readAll(this.#kind.fields, item));
      identities.set(item, known);
    }
    return known;
  }

  /** The items that show the identity and all other known fields as given. */
  #equalTo(args: Props, items: readonly ListedItem[]): readonly ListedItem[] {
    return items.filter(([, item]) => this.#isIdentified(item) && this.#isLike(args, item));
  }

  #isIdentified(item: Item): boolean {
    return identitiesOf(this.#kind, readAll(this.#kind.fields, item)).length > 0;
  }

  #isLike(args: Props, item: Item): boolean {
    const { fields } = this.#kind;
    return isEqual(args, readAll(fields, item), fields);
  }

  async #createIdentifiable(args: Props, common: Common): Promise<ListedItem> {
    const { fields } = this.#kind;
    return createOnce({
      ...common,
      candidates: (fresh) => this.#equalTo(args, fresh),
      unidentified: (fresh, attempt) =>
        createdWithin(attempt, common.session.clockOffset, fresh).filter(
          ([, item]) => !this.#isIdentified(item) && this.#isLike(args, item),
        ),
      concurrent: () => [...common.context.inFlight].filter((other) => isEqual(args, other, fields)).length,
      waitsUntilSettled: false,
    });
  }

  /**
   * Without an identity, only its age distinguishes an object from others, so creates run one at a time. An identity counts
   * if a list shows it. If lists cannot decide, the next run may not recognize the object either: the create stays pending.
   */
  async #createUncertain(args: Props, common: Common): Promise<ListedItem> {
    const { objects, session } = common;
    const sameTime: CreateOnce["candidates"] = (fresh, attempt) =>
      createdWithin(attempt, session.clockOffset, fresh);
    const isIdentified = identitiesOf(this.#kind, args).length > 0;
    const matching: Pick<CreateOnce, "candidates" | "unidentified"> = isIdentified
      ? { candidates: (fresh) => this.#equalTo(args, fresh), unidentified: sameTime }
      : { candidates: sameTime, unidentified: () => [] };
    try {
      return await objects.serially(() =>
        createOnce({ ...common, ...matching, concurrent: () => 1, waitsUntilSettled: !isIdentified }),
      );
    } catch (error) {
      if (!(error instanceof AmbiguousError)) throw error;
      throw new PendingCreateError(error.message, { cause: error });
    }
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
    const item = unmanaged.length > 0 && (await this.#collection(session).find(id, change.writtenAt));
    for (const name of item ? unmanaged : []) {
      const value = this.#kind.fields[name]?.read(item as Item);
      if (value !== undefined && value !== "") values[name] = value;
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

type Common = Omit<CreateOnce, "candidates" | "unidentified" | "concurrent" | "waitsUntilSettled">;

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
