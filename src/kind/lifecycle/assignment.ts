// The life of an assignment (an item of a channel, a link of a campaign): made by a POST without a body, never changed,
// and never undone, because the API cannot.
import { AmbiguousError, ApiError, isRejection } from "../../api/errors";
import type { Inventory } from "../../api/lists/inventory";
import { quote } from "../../api/sanitize";
import type { AccountSession } from "../../api/session";
import type { Assigned, Definition, Props } from "../definition";
import { hasUnknown } from "../unknown";
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

export function assignment(kind: Definition, at: Assigned): Lifecycle {
  return new Assignment(kind, at);
}

class Assignment implements Lifecycle {
  readonly members?: Lifecycle["members"];
  readonly isThere?: Lifecycle["isThere"];
  readonly #kind: Definition;
  readonly #spec: Assigned;
  /** The arguments that form the Pulumi id, in this order. */
  readonly #names: readonly string[];

  constructor(kind: Definition, spec: Assigned) {
    const { items, shownBy } = spec;
    this.#kind = kind;
    this.#spec = spec;
    this.#names = kind.identity.flat();
    if (items) this.members = (session, id) => session.inventory(items(id)).all();
    else if (shownBy)
      this.members = async (session, id) => {
        const all = await session.inventory(shownBy.kind.list!).all();
        return new Map([...all].filter(([, item]) => shownBy.parentOf(item) === id));
      };
    if (items || shownBy)
      this.isThere = async (session, args) =>
        this.#shownParent(session, args) === String(args[spec.parent]) ||
        this.#isListed(this.#listsOf(session, args));
  }

  /** The parent that a list shows which this process has read. */
  #shownParent(session: AccountSession, args: Props): string | undefined {
    const { shownBy } = this.#spec;
    const item = shownBy && session.inventory(shownBy.kind.list!).known?.get(this.#memberOf(args));
    return item && shownBy.parentOf(item);
  }

  /** The end of its id. */
  #memberOf(args: Props): string {
    return joined(
      args,
      this.#names.filter((name) => name !== this.#spec.parent),
    );
  }

  async createWarnings(session: AccountSession, args: Props): Promise<readonly string[]> {
    const { parent, to } = this.#spec;
    const id = this.#shownParent(session, args);
    if (id === undefined || id === String(args[parent])) return [];
    const item = session.inventory(to.list!).known?.get(id);
    const name = item && to.fields.name?.read(item);
    return [`leaves ${parent} ${name === undefined ? id : quote(name)}`];
  }

  async idOf(_session: AccountSession, args: Props): Promise<string | undefined> {
    return this.#names.some((name) => hasUnknown(args[name])) ? undefined : joined(args, this.#names);
  }

  async create(session: AccountSession, args: Props, context: CreateContext): Promise<RemoteObject> {
    const lists = this.#listsOf(session, args);
    const { parents, parent } = lists;
    const isShown = this.#shownParent(session, args) === parent;
    if (!parents.owners.wasCreated(parent) && (await parents.prove(parent)).length === 0) {
      throw new ApiError(
        `the account has no ${this.#spec.to.type} ${parent}, so nothing was assigned. If it was deleted by hand, run ` +
          "`pulumi refresh --yes`",
      );
    }
    if (!isShown && !(await this.#isListed(lists))) await assign(session, this.#spec, args, lists, context);
    return { id: joined(args, this.#names), fields: args, outputs: {} };
  }

  /** A parent of this process is empty, and a missing one has no list. */
  async #isListed({ parents, parent, items, key }: Lists): Promise<boolean> {
    if (!items || parents.owners.wasCreated(parent) || (await parents.glance(parent)).length === 0)
      return false;
    return (await items.glance(key)).length > 0;
  }

  async prove(session: AccountSession, which: string | Props): Promise<readonly RemoteObject[]> {
    const id = String(which);
    const args = this.#argsOf(id);
    const { parents, parent, items, key } = this.#listsOf(session, args);
    // The assignment is gone with its parent. The item list of a missing parent proves nothing.
    const [isThere] = await parents.prove(parent);
    const isAssigned = isThere && (!items || (await items.prove(key)).length > 0);
    return isAssigned ? [{ id, fields: args, outputs: {} }] : [];
  }

  async update(): Promise<never> {
    throw new Error("an assignment has nothing to update: every argument is create-only");
  }

  // The engine deletes a parent after its items. Only then are they really gone.
  async delete(session: AccountSession, id: string): Promise<() => string | undefined> {
    const { parents, parent } = this.#listsOf(session, this.#argsOf(id));
    return () =>
      parents.owners.isGone(parent) ? undefined : `only left the state: ${this.#kind.whyRetained}`;
  }

  /** @throws ApiError for an id of another form: a program may read any */
  #argsOf(id: string): Props {
    const names = this.#names;
    const parts = id.split("/");
    if (parts.length !== names.length) throw new ApiError(`the id must be of the form ${names.join("/")}`);
    return Object.fromEntries(names.map((name, index) => [name, parts[index]]));
  }

  #listsOf(session: AccountSession, args: Props): Lists {
    const { items, parent: parentName, to } = this.#spec;
    const parent = String(args[parentName]);
    const parents = session.inventory(to.list!);
    // Its assignment says that it exists.
    parents.owners.expect(parent);
    return { parents, parent, items: items && session.inventory(items(parent)), key: this.#memberOf(args) };
  }
}

/**
 * Some services list an item twice that is assigned twice, so it is sent once, and the next run looks at the list. Without a
 * list, a rejection may mean "already assigned".
 */
async function assign(
  session: AccountSession,
  spec: Assigned,
  args: Props,
  { items, key }: Lists,
  { mayExist, log }: CreateContext,
): Promise<void> {
  const path = spec.path(args);
  try {
    if (!items) await session.send("POST", path);
    else
      await items.write(
        key,
        () => session.create(path),
        (shown) => shown ?? {},
      );
  } catch (error) {
    if (items && error instanceof AmbiguousError)
      throw new ApiError(`${error.message}. Run the command again: the list of the items decides`, {
        cause: error,
      });
    if (items && isRejection(error)) throw withNext(error, spec, args);
    if (!isRejection(error)) throw error;
    if (!mayExist && error.isAfterAmbiguous)
      throw new ApiError(`${error.message}. An attempt before it may have assigned it`, {
        cause: error,
        reason: "assigned",
      });
    if (!mayExist) throw withNext(error, spec, args, "assigned");
    log.warn(`counts as assigned, although the service rejected it: ${error.answer}`);
  }
}

/** The service's message for an unknown id is not documented. */
function withNext(error: ApiError, spec: Assigned, args: Props, reason?: "assigned"): ApiError {
  const next = `Check that the account has ${spec.itemName(args)}`;
  return new ApiError(`${error.message}. ${next}`, { cause: error, reason });
}

function joined(args: Props, names: readonly string[]): string {
  return names.map((name) => String(args[name])).join("/");
}
