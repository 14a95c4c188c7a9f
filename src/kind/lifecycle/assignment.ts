// The life of an assignment (an item of a channel, a link of a campaign): made by a POST without a body, never changed,
// and never undone, because the API cannot.
import { AmbiguousError, ApiError, isRejection } from "../../api/errors";
import type { Inventory } from "../../api/lists/inventory";
import { quote } from "../../api/sanitize";
import type { AccountSession } from "../../api/session";
import type { Assigned, Definition, Props } from "../definition";
import type { CreateContext, Lifecycle, RemoteObject } from "./remote-object";

/** Where an assignment is listed. */
interface Lists {
  readonly parents: Inventory;
  readonly parent: string;
  /** The items of the parent. Omitted if the API lists none. */
  readonly items: Inventory | undefined;
  /** Id of the assignment among the items. */
  readonly key: string;
}

export function assignment(kind: Definition, spec: Assigned): Lifecycle {
  const { items, to, shownBy } = spec;
  /** The arguments that form the Pulumi id, in this order. The parent is the first one. */
  const names = kind.identity.flat();

  function idFor(args: Props): string {
    return names.map((name) => String(args[name])).join("/");
  }

  /** @throws ApiError for an id of another form: a program may read any */
  function listsOf(session: AccountSession, id: string): Lists {
    const [parent = "", ...rest] = id.split("/");
    if (rest.length !== names.length - 1) throw new ApiError(`the id must be of the form ${names.join("/")}`);
    const parents = session.inventory(to.list!);
    // Its assignment says that it exists.
    parents.owners.expect(parent);
    return { parents, parent, items: items && session.inventory(items(parent)), key: rest.join("/") };
  }

  function objectOf(id: string): RemoteObject {
    const values = id.split("/");
    return { id, fields: Object.fromEntries(names.map((name, n) => [name, values[n]])), outputs: {} };
  }

  /** A parent of this process is empty, and a missing one has no list. */
  async function isListed({ parents, parent, items, key }: Lists): Promise<boolean> {
    if (!items || parents.owners.wasCreated(parent) || (await parents.glance(parent)).length === 0)
      return false;
    return (await items.glance(key)).length > 0;
  }

  /** The parent that a list shows which this process has read. */
  function shownParent(session: AccountSession, args: Props): string | undefined {
    const item = shownBy && session.inventory(shownBy.kind.list!).known?.get(String(args[names.at(-1)!]));
    return item && shownBy.parentOf(item);
  }

  return {
    ...(items && { members: (session, parent) => session.inventory(items(parent)).all() }),
    ...(shownBy && {
      members: async (session, parent) => {
        const all = await session.inventory(shownBy.kind.list!).all();
        return new Map([...all].filter(([, item]) => shownBy.parentOf(item) === parent));
      },
      async createWarnings(session, args) {
        const id = shownParent(session, args);
        if (id === undefined || id === String(args[spec.parent])) return [];
        const item = session.inventory(to.list!).known?.get(id);
        return [`leaves ${spec.parent} ${quote(item ? to.fields.name?.read(item) : id)}`];
      },
    }),

    isThere: async (session, args) =>
      shownParent(session, args) === String(args[spec.parent]) || isListed(listsOf(session, idFor(args))),

    async create(session, args, context) {
      const id = idFor(args);
      const lists = listsOf(session, id);
      const { parents, parent } = lists;
      if (!parents.owners.wasCreated(parent) && (await parents.prove(parent)).length === 0) {
        throw new ApiError(
          `the account has no ${to.type} ${parent}, so nothing was assigned. If it was deleted by hand, run ` +
            "`pulumi refresh --yes`",
        );
      }
      const isThere = shownParent(session, args) === parent || (await isListed(lists));
      if (!isThere) await assign(session, spec.path(args), lists, context);
      return { id, fields: args, outputs: {} };
    },

    async prove(session, which) {
      const { parents, parent, items, key } = listsOf(session, String(which));
      // The assignment is gone with its parent. The item list of a missing parent proves nothing.
      const [isThere] = await parents.prove(parent);
      return isThere && (!items || (await items.prove(key)).length > 0) ? [objectOf(String(which))] : [];
    },

    async update() {
      throw new Error("an assignment has nothing to update: every argument is create-only");
    },

    // The engine deletes a parent after its items. Only then are they really gone.
    async delete(session, id) {
      const { parents, parent } = listsOf(session, id);
      return () => (parents.owners.isGone(parent) ? undefined : `only left the state: ${kind.whyRetained}`);
    },
  };
}

/**
 * Some services list an item twice that is assigned twice, so it is sent once, and the next run looks at the list. Without a
 * list, a rejection may mean "already assigned".
 */
async function assign(
  session: AccountSession,
  path: string,
  { items, key }: Lists,
  { mayExist, log }: CreateContext,
): Promise<void> {
  try {
    if (!items) await session.send("POST", path);
    else
      await items.write(
        key,
        () => session.create(path),
        (shown) => shown ?? {},
      );
  } catch (cause) {
    if (items && cause instanceof AmbiguousError)
      throw new ApiError(`${cause.message}. Run the command again: the list of the items decides`, { cause });
    if (items || !isRejection(cause)) throw cause;
    if (mayExist) return log.warn(`counts as assigned, although the service rejected it: ${cause.answer}`);
    const before = cause.isAfterAmbiguous ? ". An attempt before it may have assigned it" : "";
    throw new ApiError(cause.message + before, { cause, reason: "assigned" });
  }
}
