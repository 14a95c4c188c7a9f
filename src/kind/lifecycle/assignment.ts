// The life of an assignment (an item of a channel, a link of a campaign): made by a POST without a body,
// never changed, and never undone, because the API has no way to.

import { AmbiguousError, ApiError, ErrorResponse } from "../../api/errors";
import type { CollectionSpec } from "../../api/list/collection";
import type { AccountSession } from "../../api/session";
import { FREE, requests } from "../cost";
import type { Creation, Lifecycle, Logger, OutputField, Props, RemoteState } from "../definition";
import { readOutputs } from "../state";
import { hasUnknown, isUnknown } from "../unknown";
import { UnconfirmedError } from "./pending-create";
import { lookUntilSettled } from "./poll";

const MOST_TRIES = 4;
/** Requests answered right after a refusal, each after one more, that show it to be none for the rate limit. */
const WITNESSES = 2;
const SENT_AGAIN = "it is kept in the state, and the next `pulumi up` sends it again";
const MAY_BE_LIMIT = `this may be for the rate limit; ${SENT_AGAIN}`;
const NO_CLEAR_ANSWER = "a first try had no clear answer";
const ALREADY_RECORDED = "the state names it: by another entry, or by a run that was interrupted";

/** Why a refusal most likely means that it is assigned already; `undefined` where there is no reason to believe so. */
type Reason = (refusal: ErrorResponse) => Promise<string | undefined>;

export interface Assignment {
  /** What it is called in messages. */
  readonly type: string;
  /** The argument that names the parent. */
  readonly parent: string;
  /** The list in which the parent must be found. */
  readonly parents: CollectionSpec;
  /** The list of what is assigned; kinds without one can only be believed. */
  items?(parentId: string): CollectionSpec;
  /** The arguments in the order in which they form the Pulumi id. */
  readonly idParts: readonly string[];
  /** Key in the item list. */
  itemKey?(args: Props): string;
  path(args: Props): string;
  /** What is assigned, such as "short link 4711": the user has to look whether it exists. */
  assigned(args: Props): string;
  readonly outputs: Readonly<Record<string, OutputField>>;
  /** Why deleting only forgets. */
  readonly forgotten: string;
}

export function assignment(kind: Assignment): Lifecycle {
  const idOf = (args: Props) => kind.idParts.map((name) => String(args[name])).join("/");
  const toArgs = (id: string): Props => {
    const parts = id.split("/");
    return Object.fromEntries(kind.idParts.map((name, index) => [name, parts[index]]));
  };
  const toLive = (args: Props, item: Props): RemoteState => ({
    fields: args,
    outputs: readOutputs(kind, item),
  });
  const itemsOf = (session: AccountSession, args: Props) =>
    kind.items && session.collection(kind.items(String(args[kind.parent])));
  const isOwnParent = (session: AccountSession, args: Props) =>
    session.collection(kind.parents).wasAdded(String(args[kind.parent]));
  const findItem = async (session: AccountSession, args: Props) => {
    const items = itemsOf(session, args);
    const key = kind.itemKey?.(args);
    return items && key !== undefined ? (await items.items()).get(key) : undefined;
  };
  /** Whether a try without a clear answer worked. */
  const hasWorked = async (session: AccountSession, args: Props) => {
    const items = itemsOf(session, args);
    const key = kind.itemKey?.(args);
    if (!items || key === undefined) return false;
    const sight = () => items.newSince(0).find(([id]) => id === key);
    return (await lookUntilSettled(session, items, { triedAt: session.now(), sight })) !== undefined;
  };

  /** With a list of items: after a try without a clear answer the list tells whether it worked. */
  const assignOnce = async (session: AccountSession, args: Props) => {
    for (let tries = 1; ; tries++) {
      try {
        return void (await session.create(kind.path(args)));
      } catch (error) {
        if (!(error instanceof AmbiguousError)) throw error;
        if (await hasWorked(session, args)) return;
        if (tries === MOST_TRIES) throw error;
      }
    }
  };

  /**
   * Without a list: a refusal most likely means that it was assigned before, where there is a reason to believe so. The
   * service's words tell the user. No list would ever show that a link is missing, so a refusal that may be for the
   * rate limit says nothing.
   */
  const assignBlindly = async (session: AccountSession, args: Props, tell: Logger, reasonFor: Reason) => {
    let why: string | undefined;
    let witnesses = 0;
    for (let tries = 1; ; tries++) {
      const refusal = await refusalOf(session, args);
      if (!refusal) return;
      why ??= await reasonFor(refusal);
      if (why === undefined) throw refusal;
      if (refusal.isAmbiguous) witnesses = (await isAnswered(session)) ? witnesses + 1 : 0;
      if (!refusal.isAmbiguous || witnesses === WITNESSES) {
        const what = `${kind.type} ${idOf(args)}`;
        tell.warn(
          `${what}: taken as assigned although the service refused it, since ${why}: ${refusal.reason}`,
        );
        return;
      }
      if (tries === MOST_TRIES) throw new UnconfirmedError(idOf(args), MAY_BE_LIMIT, refusal);
    }
  };

  const refusalOf = async (session: AccountSession, args: Props): Promise<ErrorResponse | undefined> => {
    try {
      await session.send("POST", kind.path(args));
      return undefined;
    } catch (error) {
      if (error instanceof ErrorResponse && !error.session) return error;
      throw error instanceof AmbiguousError ? new UnconfirmedError(idOf(args), SENT_AGAIN, error) : error;
    }
  };

  const isAnswered = (session: AccountSession): Promise<boolean> =>
    session.isAnsweringAtOnce().catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.session) throw error;
      return false;
    });

  /** A first try that had no clear answer, a parent that was there before (its key was renamed), or a killed run. */
  const reasonToBelieve =
    (session: AccountSession, args: Props, creation: Creation): Reason =>
    async ({ isAfterAmbiguous: afterAmbiguous }) => {
      if (afterAmbiguous) return NO_CLEAR_ANSWER;
      const isOldParent = session.collection(kind.parents).wasTakenOver(String(args[kind.parent]));
      if (isOldParent) return `the ${kind.parent} was there before this run`;
      return (await creation.isRecorded(idOf(args))) ? ALREADY_RECORDED : undefined;
    };

  const assign = (session: AccountSession, args: Props, tell: Logger, reasonFor: Reason) =>
    explainRefusal(kind, args, () =>
      kind.items ? assignOnce(session, args) : assignBlindly(session, args, tell, reasonFor),
    );

  return {
    // An assignment that is there already is found by `create`, which then has nothing to send.
    async findIdentical() {
      return [];
    },

    async create(session, args, creation) {
      const id = idOf(args);
      // Some services make a second entry of an item that is assigned twice; a channel of our own is empty.
      const existing = isOwnParent(session, args) ? undefined : await findItem(session, args);
      if (existing) return { id, ...toLive(args, existing) };
      await assign(session, args, creation.tell, reasonToBelieve(session, args, creation));
      const key = kind.itemKey?.(args);
      if (key !== undefined) itemsOf(session, args)?.added(key, {});
      return { id, fields: args, outputs: {} };
    },

    async read(session, id, writtenAt) {
      const args = toArgs(id);
      const parentId = String(args[kind.parent]);
      // Only the complete list of parents tells that one is gone; the item list of a missing one decides nothing.
      const parent = await session.collection(kind.parents).find(parentId, writtenAt);
      if (!parent) return undefined;
      const items = itemsOf(session, args);
      const key = kind.itemKey?.(args);
      if (!items || key === undefined) return { fields: args, outputs: {} };
      const item = await items.find(key, writtenAt);
      return item && toLive(args, item);
    },

    lists(id) {
      const items = kind.items?.(String(toArgs(id)[kind.parent]));
      return items ? [kind.parents, items] : [kind.parents];
    },

    async update() {
      throw new Error(`${kind.type} has nothing to update: every argument is set at creation only`);
    },

    confirm: (session, id, tell) => assign(session, toArgs(id), tell, async () => NO_CLEAR_ANSWER),

    // The engine deletes a parent after what lives in it, and only with the parent this is really gone.
    async delete(session, id) {
      const parents = session.collection(kind.parents);
      const parentId = String(toArgs(id)[kind.parent]);
      return () =>
        parents.wasRemoved(parentId) ? undefined : `${kind.type} ${id} is only forgotten: ${kind.forgotten}`;
    },

    costs: {
      // A parent that is not known yet is a new one, which holds nothing.
      async create(session, args) {
        const parentId = args[kind.parent];
        if (!kind.items || isUnknown(parentId)) return requests(1);
        const list = kind.items(String(parentId));
        const isListed = session.collection(list).listed;
        if (isListed && !hasUnknown(args) && (await findItem(session, args))) return FREE;
        return { requests: 1, lists: [list] };
      },
      update: () => FREE,
      delete: FREE,
    },
  };
}

// The service's own words for an id that does not exist are not documented.
async function explainRefusal(kind: Assignment, args: Props, assign: () => Promise<void>): Promise<void> {
  try {
    await assign();
  } catch (error) {
    if (!(error instanceof ErrorResponse) || error.session) throw error;
    // Without a list of items nobody can tell whether it is there already, which some services refuse too.
    const orThere = kind.items
      ? ""
      : ` and that it is not assigned already (if a killed run did that, \`pulumi up --replace\` of the ${kind.parent} takes over both)`;
    throw new ApiError(`${error.message}; check that the account has the ${kind.assigned(args)}${orThere}`, {
      cause: error,
    });
  }
}
