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
import { readAll } from "../state";
import { isUnknown } from "../unknown";

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
  readonly #kind: KindBase;
  readonly #spec: AssignmentSpec;
  /** The arguments that form the Pulumi id: the identity of the kind, in its order. */
  readonly #idParts: readonly string[];

  constructor(kind: KindBase, spec: AssignmentSpec) {
    this.#kind = kind;
    this.#spec = spec;
    this.#idParts = kind.identity[0]!;
    if (spec.items) this.members = (session, parentId) => this.#members(session, parentId);
  }

  async idOf(_session: AccountSession, args: Props): Promise<string | undefined> {
    return this.#idParts.some((name) => isUnknown(args[name])) ? undefined : this.#idFrom(args);
  }

  async create(session: AccountSession, args: Props, context: CreateContext): Promise<RemoteObject> {
    const id = this.#idFrom(args);
    const items = this.#itemsOf(session, args);
    if (!items) {
      await this.#assignUnlisted(session, args, context);
      return { id, fields: args, outputs: {} };
    }
    // Some services list an item twice that is assigned twice. A channel created by this process is empty.
    const isNewParent = session.collection(this.#spec.parents).wasAdded(this.#parentOf(args));
    const existing = isNewParent ? undefined : (await items.items()).get(this.#keyOf(args));
    if (existing) return { id, fields: args, outputs: readAll(this.#kind.outputs, existing) };
    await this.#assignListed(session, items, args);
    items.added(this.#keyOf(args), {});
    return { id, fields: args, outputs: {} };
  }

  async read(
    session: AccountSession,
    id: string,
    writtenAt: number | undefined,
  ): Promise<RemoteState | undefined> {
    const args = this.#argsOf(id);
    // A program may read any id.
    if (id.split("/").length !== this.#idParts.length) {
      throw new ApiError(`the id must be of the form ${this.#idParts.join("/")}`);
    }
    // Only the complete list of parents proves that a parent is gone. The item list of a missing one proves nothing.
    const parent = await session.collection(this.#spec.parents).find(this.#parentOf(args), writtenAt);
    if (!parent) return undefined;
    const items = this.#itemsOf(session, args);
    if (!items) return { fields: args, outputs: {} };
    const item = await items.find(this.#keyOf(args), writtenAt);
    return item && { fields: args, outputs: readAll(this.#kind.outputs, item) };
  }

  async update(): Promise<never> {
    throw new Error(`${this.#kind.type} has nothing to update: every argument is create-only`);
  }

  // The engine deletes a parent after its items. Only then are they really gone.
  async delete(session: AccountSession, id: string): Promise<ShutdownMessage> {
    const parents = session.collection(this.#spec.parents);
    const parentId = this.#parentOf(this.#argsOf(id));
    return () => (parents.wasRemoved(parentId) ? undefined : `only left the state: ${this.#kind.stays}`);
  }

  listsFor(args: Props): readonly ListSpec[] {
    // An unknown parent is a new one, which is empty.
    const items = this.#spec.items?.(this.#parentOf(args));
    return items && !isUnknown(args[this.#kind.parent!]) ? [items] : [];
  }

  #idFrom(args: Props): string {
    return this.#idParts.map((name) => String(args[name])).join("/");
  }

  #argsOf(id: string): Props {
    const parts = id.split("/");
    return Object.fromEntries(this.#idParts.map((name, index) => [name, parts[index]]));
  }

  #parentOf(args: Props): string {
    return String(args[this.#kind.parent!]);
  }

  #itemsOf(session: AccountSession, args: Props): Collection | undefined {
    return this.#spec.items && session.collection(this.#spec.items(this.#parentOf(args)));
  }

  async #members(session: AccountSession, parentId: string): Promise<readonly Props[] | undefined> {
    try {
      return [...(await session.collection(this.#spec.items!(parentId)).items()).values()];
    } catch (error) {
      if (!isRejection(error)) throw error;
      // A parent may have been deleted since it was listed. Only the list of parents proves that.
      if ((await session.collection(this.#spec.parents).itemsFrom(session.now())).has(parentId)) throw error;
      return undefined;
    }
  }

  /** Key in the item list. */
  #keyOf(args: Props): string {
    const names = this.#idParts.filter((name) => name !== this.#kind.parent);
    return names.map((name) => String(args[name])).join("/");
  }

  /** After an attempt without success the item list decides: some services list an item twice that is assigned twice. */
  async #assignListed(session: AccountSession, items: Collection, args: Props): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return void (await session.create(this.#spec.path(args)));
      } catch (error) {
        const isUnclear = error instanceof AmbiguousError;
        if (!isUnclear && !isRejection(error)) throw error;
        const listed = await items.itemsFrom(session.now() + (isUnclear ? SETTLE_MS : 0), items.readings);
        if (listed.has(this.#keyOf(args))) return;
        if (!isUnclear || attempt === MAX_ATTEMPTS) throw this.#explain(error, args, "");
      }
    }
  }

  /**
   * Without an item list, a rejection may mean "already assigned". It counts as assigned after an attempt without a clear
   * result, and if the entry adopts existing objects.
   */
  async #assignUnlisted(session: AccountSession, args: Props, context: CreateContext): Promise<void> {
    try {
      await session.send("POST", this.#spec.path(args));
    } catch (error) {
      if (!isRejection(error) || !(error.isAfterAmbiguous || context.adoptsExisting)) {
        throw this.#explain(
          error,
          args,
          " and that it is not assigned already (onExisting: adopt accepts that)",
        );
      }
      context.log.warn(`counts as assigned, although the service rejected it: ${error.reason}`);
    }
  }

  // The service's message for an unknown id is not documented.
  #explain(error: unknown, args: Props, more: string): unknown {
    if (!isRejection(error)) return error;
    return new ApiError(`${error.message}. Check that the account has ${this.#spec.itemName(args)}${more}`, {
      cause: error,
    });
  }
}
