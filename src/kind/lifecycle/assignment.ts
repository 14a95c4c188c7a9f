// The life of an assignment (an item of a channel, a link of a campaign): made by a POST without a body, never changed,
// and never undone, because the API cannot.
import { type Collection, SETTLE_MS } from "../../api/collection";
import { AmbiguousError, ApiError, isRejection } from "../../api/errors";
import type { ListSpec } from "../../api/list";
import type { AccountSession } from "../../api/session";
import type { KindBase } from "../define";
import type {
  CreateContext,
  Lifecycle,
  Props,
  RemoteObject,
  RemoteState,
  ShutdownMessage,
} from "../definition";
import { isUnknown } from "../unknown";

/** As the client does for requests that it repeats itself. */
const MAX_ATTEMPTS = 4;

export interface AssignmentSpec {
  /** The list that must contain the parent. */
  readonly parents: ListSpec;
  /** The list of assigned items. Omitted if the API has none. */
  items?(parentId: string): ListSpec;
  path(args: Props): string;
  /** The item in a message, such as "short link 4711": the user checks whether it exists. */
  itemName(args: Props): string;
}

export function assignment(spec: AssignmentSpec): (kind: KindBase) => Lifecycle {
  return (kind) => new Assignment(kind, spec);
}

class Assignment implements Lifecycle {
  /** Unset if the API has no list. */
  readonly members?: NonNullable<Lifecycle["members"]>;
  readonly #spec: AssignmentSpec;
  readonly #stays: string | undefined;
  /** The argument with the parent. */
  readonly #parent: string;
  /** The arguments that form the Pulumi id: the identity of the kind, in its order. */
  readonly #idParts: readonly string[];
  /** The same without the parent. They form the key in the item list. */
  readonly #itemParts: readonly string[];

  constructor({ identity: [idParts = []], parent = "", stays }: KindBase, spec: AssignmentSpec) {
    const { items } = spec;
    this.#spec = spec;
    this.#stays = stays;
    this.#parent = parent;
    this.#idParts = idParts;
    this.#itemParts = idParts.filter((name) => name !== parent);
    if (items)
      this.members = async (session, id) => [...(await session.collection(items(id)).items()).values()];
  }

  async idOf(_session: AccountSession, args: Props): Promise<string | undefined> {
    return this.#idParts.some((name) => isUnknown(args[name])) ? undefined : joined(args, this.#idParts);
  }

  async create(session: AccountSession, args: Props, context: CreateContext): Promise<RemoteObject> {
    const items = this.#itemsOf(session, args);
    const key = joined(args, this.#itemParts);
    // A channel created by this process is empty.
    const isNewParent = session.collection(this.#spec.parents).wasAdded(String(args[this.#parent]));
    if (isNewParent || !(await items?.items())?.has(key)) {
      await this.#assign(session, items, args, context);
      items?.added(key, {});
    }
    return { id: joined(args, this.#idParts), fields: args, outputs: {} };
  }

  async read(session: AccountSession, id: string): Promise<RemoteState | undefined> {
    const args = this.#argsOf(id);
    // Only the complete list of parents proves that a parent is gone. The item list of a missing one proves nothing.
    const parent = await session.collection(this.#spec.parents).find(String(args[this.#parent]));
    const items = this.#itemsOf(session, args);
    const isThere = parent && (!items || (await items.find(joined(args, this.#itemParts))));
    return isThere && { fields: args, outputs: {} };
  }

  async update(): Promise<never> {
    throw new Error("an assignment has nothing to update: every argument is create-only");
  }

  // The engine deletes a parent after its items. Only then are they really gone.
  async delete(session: AccountSession, id: string): Promise<ShutdownMessage> {
    const parents = session.collection(this.#spec.parents);
    const parentId = String(this.#argsOf(id)[this.#parent]);
    return () => (parents.wasRemoved(parentId) ? undefined : `only left the state: ${this.#stays}`);
  }

  listsFor(args: Props): readonly ListSpec[] {
    // An unknown parent is a new one, which is empty.
    const items = this.#spec.items?.(String(args[this.#parent]));
    return items && !isUnknown(args[this.#parent]) ? [items] : [];
  }

  /** @throws ApiError for an id of another form: a program may read any */
  #argsOf(id: string): Props {
    const parts = id.split("/");
    if (parts.length !== this.#idParts.length)
      throw new ApiError(`the id must be of the form ${this.#idParts.join("/")}`);
    return Object.fromEntries(this.#idParts.map((name, index) => [name, parts[index]]));
  }

  #itemsOf(session: AccountSession, args: Props): Collection | undefined {
    return this.#spec.items && session.collection(this.#spec.items(String(args[this.#parent])));
  }

  /**
   * Some services list an item twice that is assigned twice, so the list decides before a repeat. Without a list, a rejection
   * may mean "already assigned".
   */
  async #assign(
    session: AccountSession,
    items: Collection | undefined,
    args: Props,
    context: CreateContext,
  ): Promise<void> {
    const path = this.#spec.path(args);
    for (let attempt = 1; ; attempt++) {
      try {
        await (items ? session.create(path) : session.send("POST", path));
        return;
      } catch (error) {
        const isUnclear = error instanceof AmbiguousError;
        if (!isUnclear && !isRejection(error)) throw error;
        if (items) {
          const listed = await items.itemsFrom(session.now() + (isUnclear ? SETTLE_MS : 0), items.readings);
          if (listed.has(joined(args, this.#itemParts))) return;
          if (isUnclear && attempt < MAX_ATTEMPTS) continue;
        } else if (isRejection(error) && (error.isAfterAmbiguous || context.adoptsExisting)) {
          context.log.warn(`counts as assigned, although the service rejected it: ${error.reason}`);
          return;
        }
        if (isUnclear) throw error;
        // The service's message for an unknown id is not documented.
        const more = items ? "" : " and that it is not assigned already (onExisting: adopt accepts that)";
        const next = `Check that the account has ${this.#spec.itemName(args)}${more}`;
        throw new ApiError(`${error.message}. ${next}`, { cause: error });
      }
    }
  }
}

function joined(args: Props, names: readonly string[]): string {
  return names.map((name) => String(args[name])).join("/");
}
