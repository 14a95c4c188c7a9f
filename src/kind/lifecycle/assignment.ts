// The life of an assignment (an item of a channel, a link of a campaign): made by a POST without a body, never changed,
// and never undone, because the API cannot.
import { AmbiguousError, ApiError, isRejection } from "../../api/errors";
import type { Inventory } from "../../api/lists/inventory";
import type { ListSpec } from "../../api/lists/list";
import type { AccountSession } from "../../api/session";
import type { CreateContext, Definition, KindBase, Lifecycle, Props } from "../definition";
import { hasUnknown } from "../unknown";

/** The second one follows a list that shows the effect of the first, if it has one. */
const MAX_ATTEMPTS = 2;

export interface AssignmentSpec {
  /** The kind of the object that it is assigned to. */
  readonly parent: Definition;
  /** The list of assigned items. Omitted if the API has none. */
  items?(parentId: string): ListSpec;
  path(args: Props): string;
  /** The item in a message, such as "short link 4711": the user checks whether it exists. */
  itemName(args: Props): string;
}

/** Where an assignment is listed. */
interface Lists {
  readonly parents: Inventory;
  readonly parent: string;
  /** The items of the parent. Omitted if the API lists none. */
  readonly items: Inventory | undefined;
  /** Of the assignment, among the items. */
  readonly key: string;
}

export function assignment(spec: AssignmentSpec): (kind: KindBase) => Lifecycle {
  return (kind) => lifecycleOf(kind, spec);
}

function lifecycleOf(kind: KindBase, spec: AssignmentSpec): Lifecycle {
  const { items: itemsOf, parent: parentKind } = spec;
  const parentList = parentKind.lifecycle.list!;
  // The arguments form the Pulumi id, in this order.
  const names = kind.identity.flat();
  const parentName = kind.parent!;
  const idOf = (args: Props) => joined(args, names);

  /** @throws ApiError for an id of another form: a program may read any */
  const argsOf = (id: string): Props => {
    const parts = id.split("/");
    if (parts.length !== names.length) throw new ApiError(`the id must be of the form ${names.join("/")}`);
    return Object.fromEntries(names.map((name, index) => [name, parts[index]]));
  };

  const listsOf = (session: AccountSession, args: Props): Lists => {
    const parent = String(args[parentName]);
    const parents = session.inventory(parentList);
    // Its assignment says that it exists.
    parents.owners.expect(parent);
    return {
      parents,
      parent,
      items: itemsOf && session.inventory(itemsOf(parent)),
      key: joined(
        args,
        names.filter((name) => name !== parentName),
      ),
    };
  };

  return {
    ...(itemsOf && {
      members: async (session, id) => [...(await session.inventory(itemsOf(id)).all()).values()],
    }),

    idOf: async (_session, args) => (names.some((name) => hasUnknown(args[name])) ? undefined : idOf(args)),

    async create(session, args, context) {
      const lists = listsOf(session, args);
      const { parents, parent, items, key } = lists;
      // A parent of this process exists, and is empty.
      const isNew = parents.wasCreated(parent);
      if (!isNew && (await parents.prove(parent)).length === 0) {
        throw new ApiError(
          `the account has no ${parentKind.type} ${parent}, so nothing was assigned. If it was deleted by hand, run ` +
            "`pulumi refresh --yes`",
        );
      }
      const isAssigned = !isNew && items && (await items.glance(key)).length > 0;
      if (!isAssigned) await assign(session, spec, args, lists, context);
      return { id: idOf(args), fields: args, outputs: {} };
    },

    async prove(session, which) {
      const id = String(which);
      const args = argsOf(id);
      const { parents, parent, items, key } = listsOf(session, args);
      // With the parent, the assignment is gone. The item list of a missing parent proves nothing.
      const [isThere] = await parents.prove(parent);
      const isAssigned = isThere && (!items || (await items.prove(key)).length > 0);
      return isAssigned ? [{ id, fields: args, outputs: {} }] : [];
    },

    async update() {
      throw new Error("an assignment has nothing to update: every argument is create-only");
    },

    // The engine deletes a parent after its items. Only then are they really gone.
    async delete(session, id) {
      const { parents, parent } = listsOf(session, argsOf(id));
      return () => (parents.wasRemoved(parent) ? undefined : `only left the state: ${kind.whyRetained}`);
    },
  };
}

/**
 * Some services list an item twice that is assigned twice, so the list decides before a repeat. Without a list, a rejection
 * may mean "already assigned".
 */
async function assign(
  session: AccountSession,
  spec: AssignmentSpec,
  args: Props,
  { items, key }: Lists,
  context: CreateContext,
): Promise<void> {
  const { log } = context;
  if (!items) return assignUnlisted(session, spec, args, context);
  const send = (onSend: () => void) => session.create(spec.path(args), undefined, onSend);
  const onWait = (seconds: number) => log.info(`wait ${seconds} s: no response to the assignment`);
  for (let attempt = 1; ; attempt++) {
    try {
      await items.write(key, send, (shown) => shown ?? {});
      return;
    } catch (error) {
      const isUnclear = error instanceof AmbiguousError;
      if (!isUnclear && !isRejection(error)) throw error;
      const found = isUnclear ? await items.prove(key, { onWait }) : await items.glance(key);
      if (found.length > 0) return;
      if (isUnclear && attempt < MAX_ATTEMPTS) continue;
      throw isUnclear ? error : withNext(error, spec, args);
    }
  }
}

async function assignUnlisted(
  session: AccountSession,
  spec: AssignmentSpec,
  args: Props,
  { mayExist, log }: CreateContext,
): Promise<void> {
  try {
    await session.send("POST", spec.path(args));
  } catch (error) {
    if (!isRejection(error)) throw error;
    if (!error.isAfterAmbiguous && !mayExist)
      throw withNext(error, spec, args, ` and that it is not assigned already (${session.advice.assigned})`);
    log.warn(`counts as assigned, although the service rejected it: ${error.reason}`);
  }
}

/** The service's message for an unknown id is not documented. */
function withNext(error: ApiError, spec: AssignmentSpec, args: Props, more = ""): ApiError {
  const next = `Check that the account has ${spec.itemName(args)}${more}`;
  return new ApiError(`${error.message}. ${next}`, { cause: error });
}

function joined(args: Props, names: readonly string[]): string {
  return names.map((name) => String(args[name])).join("/");
}
