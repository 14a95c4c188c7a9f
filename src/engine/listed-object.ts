// The life of an object that the API creates, lists, updates and deletes by its id: most kinds.
import { AmbiguousError, ApiError, ServiceRefusal, UnexpectedAnswer } from "../api/errors";
import type { AccountSession } from "../api/session";
import { requests } from "./cost";
import type { Change, Field, Lifecycle, Live, OutputField, Props } from "./definition";
import { IdenticalIndex } from "./identical-index";
import { readFields, readOutputs } from "./state";

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
  const toLive = (item: Props): Live => ({
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

    noteTakeOver: (session, id) => collection(session).takenOver(id),

    async create(session, args) {
      const body = toBody(args);
      const answer = await explainAmbiguity(() => session.create(kind.paths.add, body), kind.comparable);
      const id = toId(answer.data.id, kind.paths.add, answer.status);
      collection(session).added(id, { ...body, ...answer.data, id });
      return { id, fields: args, outputs: readOutputs(kind, answer.data) };
    },

    async read(session, id, state) {
      const objects = collection(session);
      const item =
        (await objects.items()).get(id) ?? (await objects.confirmMissing(id, state.writtenAt as number));
      return item && toLive(item);
    },

    async update(session, id, change) {
      const body = await updateBody(kind, session, id, change);
      const answer = await explainRefusedClearing(
        () => session.send("PUT", kind.paths.update(id), body),
        change.cleared,
      );
      collection(session).changed(id, { ...body, ...withoutEnvelope(answer.data) });
      return { fields: change.news, outputs: readOutputs(kind, answer.data) };
    },

    async delete(session, id, state) {
      const objects = collection(session);
      if (objects.wasRemoved(id)) return undefined;
      const triedAt = session.now();
      try {
        await session.send("DELETE", kind.paths.remove(id));
      } catch (error) {
        if (!(error instanceof ApiError) || error.session) throw error;
        // Not the failure decides whether it is gone, but the lists after it, once they show what may have worked.
        const judgedFrom = mayHaveWorked(error) ? session.now() + session.settings.settleTime : triedAt;
        if (await objects.confirmMissing(id, state.writtenAt as number, judgedFrom)) throw error;
      }
      objects.removed(id);
      return undefined;
    },

    costs: {
      create: () => ({ requests: 1, lists: kind.comparable ? [kind.list] : [] }),
      update: (change) => ({
        requests: 1,
        lists: unmanaged(kind, change).length > 0 ? [kind.list] : [],
      }),
      delete: requests(1),
    },
  };
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

async function explainAmbiguity<T>(send: () => Promise<T>, comparable: boolean): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof AmbiguousError)) throw error;
    const next = comparable
      ? "run `pulumi up` again: if it was made, it is taken over instead of doubled"
      : "nothing of such an object can be compared, so a second run would make a second one: look at the account first, and delete there what was made";
    throw new AmbiguousError(`${error.message}; ${next}`, { cause: error });
  }
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
  return error instanceof AmbiguousError || (error instanceof ServiceRefusal && error.afterAmbiguous);
}

function withoutEnvelope({ error: _error, message: _message, ...rest }: Props): Props {
  return rest;
}

function toId(id: unknown, path: string, status: number): string {
  const text = typeof id === "number" || typeof id === "string" ? String(id) : "";
  if (!/^[1-9]\d{0,18}$/.test(text)) {
    throw new UnexpectedAnswer(
      `POST ${path} was answered with success (status ${status}) but without the id of the new object; ` +
        "run `pulumi up` again: an identical object will be taken over instead of doubled",
    );
  }
  return text;
}
