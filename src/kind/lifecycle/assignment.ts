// The life of an assignment (an item of a channel, a link of a campaign): made by a POST without a body, never changed,
// and never undone, because the API cannot.
import { ApiError, isRejection } from "../../api/errors";
import { quote } from "../../api/sanitize";
import type { AccountSession } from "../../api/session";
import type { Assigned, Definition, Props } from "../definition";
import { hasUnknown } from "../schema";
import type { Lifecycle } from "./remote-object";

export function assignment(kind: Definition, spec: Assigned): Lifecycle {
  const { items, to, shownBy } = spec;
  /** The arguments that form the Pulumi id, in this order. The parent is the first one. */
  const names = kind.identity.flat();
  const idFor = (args: Props) => names.map((name) => String(args[name])).join("/");

  /**
   * Where an assignment is listed: `members` are the items of its parent, if the API lists them.
   * @throws ApiError for an id of another form: a program may read any
   */
  function listsOf(session: AccountSession, id: string) {
    const [parent = "", ...rest] = id.split("/");
    if (rest.length !== names.length - 1) throw new ApiError(`the id must be of the form ${names.join("/")}`);
    const parents = session.inventory(to.list!);
    // Its assignment says that it exists.
    parents.owners.expect(parent);
    return { parents, parent, members: items && session.inventory(items(parent)), key: rest.join("/") };
  }

  /** The parent that a list shows which this process has read. */
  function shownParent(session: AccountSession, args: Props): string | undefined {
    const item = shownBy && session.inventory(shownBy.kind.list!).known?.get(String(args[names.at(-1)!]));
    return item && shownBy.parentOf(item);
  }

  /** A parent of this process is empty, and a missing one has no list. */
  async function isThere(session: AccountSession, args: Props): Promise<boolean> {
    const { parents, parent, members, key } = listsOf(session, idFor(args));
    if (shownParent(session, args) === parent) return true;
    if (!members || parents.owners.wasCreated(parent)) return false;
    return (await parents.glance(parent)).length > 0 && (await members.glance(key)).length > 0;
  }

  return {
    async foresee(session, args) {
      const id = shownParent(session, args);
      const item = id !== undefined && session.inventory(to.list!).known?.get(id);
      const isMoved = id !== undefined && id !== String(args[spec.parent]);
      return {
        isThere: !hasUnknown(args) && (await isThere(session, args)),
        changes: isMoved
          ? [`leaves ${spec.parent} ${quote((item && to.fields.name?.read(item)) ?? id)}`]
          : [],
      };
    },

    async create(session, args, { mayExist, log }) {
      const id = idFor(args);
      const { parents, parent, members, key } = listsOf(session, id);
      if (!parents.owners.wasCreated(parent) && (await parents.prove(parent)).length === 0) {
        throw new ApiError(
          `the account has no ${to.type} ${parent}, so nothing was assigned. If it was deleted by hand, run ` +
            "`pulumi refresh --yes`",
        );
      }
      const created = { id, fields: args, outputs: {} };
      if (await isThere(session, args)) return created;
      const path = spec.path(args);
      try {
        // Some services list an item twice that is assigned twice, so it is sent once, and the next run looks at the list.
        if (members)
          await members.write(
            key,
            () => session.create(path),
            (shown) => shown ?? {},
          );
        else await session.send("POST", path);
      } catch (cause) {
        // Without a list, a rejection may mean "already assigned".
        if (members || !isRejection(cause)) throw cause;
        const before = cause.isAfterAmbiguous ? ". An attempt before it may have assigned it" : "";
        if (!mayExist) throw new ApiError(cause.message + before, { cause, reason: "assigned" });
        log.warn(`counts as assigned, although the service rejected it: ${cause.answer}`);
      }
      return created;
    },

    async prove(session, which) {
      const id = String(which);
      const { parents, parent, members, key } = listsOf(session, id);
      // The assignment is gone with its parent. The item list of a missing parent proves nothing.
      const [found] = await parents.prove(parent);
      if (!found || (members && (await members.prove(key)).length === 0)) return [];
      const values = id.split("/");
      return [{ id, fields: Object.fromEntries(names.map((name, n) => [name, values[n]])), outputs: {} }];
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
