// The life of an object that the API creates, lists, updates and deletes by its id: most kinds.

import { AmbiguousError, ApiError, ErrorResponse } from "../../api/errors";
import type { Collection } from "../../api/list/collection";
import { idText } from "../../api/list/item";
import type { AccountSession } from "../../api/session";
import { requests } from "../cost";
import type { Change, Field, Lifecycle, OutputField, Props, RemoteState } from "../definition";
import { readFields, readOutputs } from "../state";
import { createSingle, type Sighting, type SingleCreate } from "./create-once";
import { IdenticalIndex } from "./identical-index";
import { KeyIndex } from "./key-index";
import { isEqual, isMadeWithin } from "./match-created";
import { UNDECIDED, UnconfirmedError } from "./pending-create";

export interface ListedObject {
  /** What it is called in messages. */
  readonly type: string;
  /** Where the list is, and the key of the array in its envelope. */
  readonly list: { readonly path: string; readonly key: string };
  /** Paths of the writing endpoints. */
  readonly paths: { readonly add: string; update(id: string): string; remove(id: string): string };
  readonly fields: Readonly<Record<string, Field>>;
  readonly outputs: Readonly<Record<string, OutputField>>;
  /** Arguments that an update sends; all that are managed, and of the others what the service shows. */
  readonly updates: readonly string[];
  /** Arguments that cannot be read, so that an update which leaves them out may reset them: a danger to tell. */
  readonly resets?: readonly string[];
  /** Kinds with nothing readable to compare are never taken over. */
  readonly comparable: boolean;
}

export function listedObject(kind: ListedObject): Lifecycle {
  const collection = (session: AccountSession) => session.collection(kind.list);
  const toLive = (item: Props): RemoteState => ({
    fields: readFields(kind, item),
    outputs: readOutputs(kind, item),
  });
  const toBody = (args: Props): Props => {
    const body: Props = {};
    for (const [name, value] of Object.entries(args)) {
      const field = kind.fields[name];
      if (field) body[field.api] = field.write(value);
    }
    return body;
  };

  return {
    async findIdentical(session, args) {
      if (!kind.comparable) return [];
      const given = Object.keys(args)
        .filter((name) => name in kind.fields)
        .sort();
      const index = await collection(session).index(
        `identical in ${given}`,
        () => new IdenticalIndex(kind.fields, given),
      );
      return index.find(args).map(([id, item]) => ({ id, ...toLive(item) }));
    },

    existing: {
      async withKey(session, name, keyOf, key) {
        const make = () => new KeyIndex((item) => keyOf(readFields(kind, item)));
        const index = await collection(session).index(name, make);
        return index.find(key).map(([id, item]) => ({ id, ...toLive(item) }));
      },

      async withId(session, id) {
        const item = await collection(session).find(id);
        return item && { id, ...toLive(item) };
      },

      takeOver: (session, id) => collection(session).takenOver(id),
    },

    async create(session, args, creation) {
      const objects = collection(session);
      const body = toBody(args);
      const send = async () => {
        const answer = await session.create(kind.paths.add, body);
        const id = toId(answer.data.id, kind.paths.add, answer.status);
        return { id, item: { ...body, ...answer.data, id } };
      };
      const common = { session, objects, creation, send, show: showOf(kind) };
      const [id, item] = kind.comparable
        ? await createComparable(kind, args, common)
        : await createIncomparable(common);
      return { id, fields: args, outputs: readOutputs(kind, item) };
    },

    async read(session, id, writtenAt) {
      const item = await collection(session).find(id, writtenAt);
      return item && toLive(item);
    },

    lists: () => [kind.list],

    async update(session, id, change) {
      const body = await updateBody(kind, session, id, change);
      const answer = await explainRefusedClearing(
        () => session.send("PUT", kind.paths.update(id), body),
        change.cleared,
      );
      collection(session).changed(id, { ...body, ...withoutEnvelope(answer.data) });
      return { fields: change.news, outputs: readOutputs(kind, answer.data) };
    },

    async delete(session, id, writtenAt) {
      const objects = collection(session);
      if (objects.wasRemoved(id)) return undefined;
      const triedAt = session.now();
      try {
        await session.send("DELETE", kind.paths.remove(id));
      } catch (error) {
        if (!(error instanceof ApiError) || error.session) throw error;
        // Not the failure decides whether it is gone, but the lists after it, once they show what may have worked.
        const judgedFrom = mayHaveWorked(error) ? session.now() + session.settings.settleTimeMs : triedAt;
        if (await objects.confirmMissing(id, writtenAt, judgedFrom)) throw error;
      }
      objects.removed(id);
      return undefined;
    },

    costs: {
      create: () => ({
        requests: 1,
        lists: [kind.list],
        turn: kind.comparable ? undefined : kind.list.path,
      }),
      update: (change) => ({
        requests: 1,
        lists: unmanaged(kind, change).length > 0 ? [kind.list] : [],
      }),
      delete: requests(1),
    },
  };
}

type Common = Omit<SingleCreate, "candidates" | "rivals" | "patient">;

/** What is created under way, so that two equal entries do not quarrel about who made which. */
const underWay = new WeakMap<Collection, Props[]>();

async function createComparable(kind: ListedObject, args: Props, common: Common): Promise<Sighting> {
  const { objects } = common;
  const pending = underWay.get(objects) ?? [];
  underWay.set(objects, pending);
  pending.push(args);
  try {
    return await createSingle({
      ...common,
      candidates: (fresh) => fresh.filter(([, item]) => isEqual(args, readFields(kind, item), kind.fields)),
      rivals: () => pending.filter((other) => isEqual(args, other, kind.fields)).length,
      patient: false,
    });
  } finally {
    pending.splice(pending.indexOf(args), 1);
  }
}

/** Only that it is new and when it was made tells such an object from others; beyond that the user has to say it. */
async function createIncomparable(common: Common): Promise<Sighting> {
  const { objects, session } = common;
  try {
    return await objects.inTurn(() =>
      createSingle({
        ...common,
        candidates: (fresh, tried) =>
          fresh.filter(([, { date }]) => isMadeWithin(date, tried, session.clockOffset)),
        rivals: () => 1,
        patient: true,
      }),
    );
  } catch (error) {
    if (!(error instanceof AmbiguousError)) throw error;
    const next = "until the entry says it, further runs stop here and make no other one";
    throw new UnconfirmedError(UNDECIDED, next, error);
  }
}

/** Arguments that the config says nothing about and a listing shows. */
function unmanaged(kind: ListedObject, { news, cleared }: Change): string[] {
  return kind.updates.filter(
    (name) => !(name in news) && !cleared.includes(name) && kind.resets?.includes(name) !== true,
  );
}

// Whether the service keeps or clears what an update does not mention is not documented. So it gets the whole
// object: what is managed, what leaves the config as "", and of the rest what a listing of now shows.
async function updateBody(
  kind: ListedObject,
  session: AccountSession,
  id: string,
  change: Change,
): Promise<Props> {
  const body: Props = {};
  const put = (name: string, value: unknown) => {
    const field = kind.fields[name];
    if (field) body[field.api] = field.write(value);
  };
  for (const name of kind.updates) {
    if (name in change.news) put(name, change.news[name]);
    else if (change.cleared.includes(name)) put(name, "");
  }

  const others = unmanaged(kind, change);
  if (others.length > 0) {
    const item = (await session.collection(kind.list).items()).get(id);
    for (const name of others) {
      const value = item && kind.fields[name]?.read(item);
      if (value !== undefined && value !== "") put(name, value);
    }
  }
  return body;
}

async function explainRefusedClearing<T>(send: () => Promise<T>, cleared: readonly string[]): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (cleared.length === 0 || !(error instanceof ApiError) || error.session) throw error;
    throw new ApiError(
      `${error.message} — the update was to clear ${cleared.join(", ")}, which left the config; if the service ` +
        "does not take an empty value, give it a value again or list it under ignoreChanges",
      { cause: error },
    );
  }
}

/** Whether a change that ended in an error may have taken effect, or may do so yet. */
function mayHaveWorked(error: ApiError): boolean {
  return error instanceof AmbiguousError || (error instanceof ErrorResponse && error.isAfterAmbiguous);
}

function withoutEnvelope({ error: _error, message: _message, ...rest }: Props): Props {
  return rest;
}

// A success without an id says that something was made, and not what: as unclear as no answer at all.
function toId(id: unknown, path: string, status: number): string {
  const text = idText(id) ?? "";
  if (!/^[1-9]\d{0,18}$/.test(text)) {
    throw new AmbiguousError(
      `POST ${path}: a success came back (status ${status}) without the id of the new object`,
      { method: "POST", path },
    );
  }
  return text;
}

/** An entry with what the service shows of it, for the user who has to choose. */
function showOf({ outputs, fields }: ListedObject): (sighting: Sighting) => string {
  return ([id, item]) => {
    const shown = Object.entries({ ...readFields({ fields }, item), ...readOutputs({ outputs }, item) })
      .filter(([, value]) => value !== undefined && value !== null && value !== "")
      .map(([name, value]) => `${name} ${JSON.stringify(value)}`);
    return `id ${id} (${shown.join(", ")})`;
  };
}
