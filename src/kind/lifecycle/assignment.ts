// The life of an assignment (an item of a channel, a link of a campaign): made by a POST without a body, never changed,
// and never undone, because the API cannot.
import { SETTLE_MS } from "../../api/collection";
import { AmbiguousError, ApiError, isRejection } from "../../api/errors";
import type { ListSpec } from "../../api/list";
import type { AccountSession } from "../../api/session";
import type { CreateContext, KindBase, Lifecycle, Props, RemoteObject, RemoteState } from "../definition";
import { hasUnknown } from "../unknown";

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
  readonly members?: NonNullable<Lifecycle["members"]>;
  readonly #spec: AssignmentSpec;
  readonly #kind: KindBase;
  /** The arguments that form the Pulumi id, in this order. */
  readonly #idParts: readonly string[];

  constructor(kind: KindBase, spec: AssignmentSpec) {
    const { items } = spec;
    this.#spec = spec;
    this.#kind = kind;
    this.#idParts = kind.identity.flat();
    if (items)
      this.members = async (session, id) => [...(await session.collection(items(id)).items()).values()];
  }

  async idOf(_session: AccountSession, args: Props): Promise<string | undefined> {
    return this.#idParts.some((name) => hasUnknown(args[name])) ? undefined : joined(args, this.#idParts);
  }

  async create(session: AccountSession, args: Props, context: CreateContext): Promise<RemoteObject> {
    const { items, key, parent, parents } = this.#placeOf(session, args);
    // A channel created by this process is empty.
    if (parents.wasAdded(parent) || !(await items?.items())?.has(key)) {
      await this.#assign(session, args, context);
      items?.added(key, {});
    }
    return { id: joined(args, this.#idParts), fields: args, outputs: {} };
  }

  async read(session: AccountSession, id: string): Promise<RemoteState | undefined> {
    const args = this.#argsOf(id);
    const { items, key, parent, parents } = this.#placeOf(session, args);
    // Only the complete list of parents proves that a parent is gone. The item list of a missing one proves nothing.
    const isThere = (await parents.find(parent)) && (!items || (await items.find(key)));
    return isThere && { fields: args, outputs: {} };
  }

  async update(): Promise<never> {
    throw new Error("an assignment has nothing to update: every argument is create-only");
  }

  // The engine deletes a parent after its items. Only then are they really gone.
  async delete(session: AccountSession, id: string): Promise<() => string | undefined> {
    const { parent, parents } = this.#placeOf(session, this.#argsOf(id));
    return () => (parents.wasRemoved(parent) ? undefined : `only left the state: ${this.#kind.whyRetained}`);
  }

  listsFor(args: Props): readonly ListSpec[] {
    const parent = args[this.#kind.parent!];
    const { items } = this.#spec;
    // An unknown parent is a new one, which is empty.
    return items && !hasUnknown(parent) ? [items(String(parent))] : [];
  }

  /** @throws ApiError for an id of another form: a program may read any */
  #argsOf(id: string): Props {
    const parts = id.split("/");
    if (parts.length !== this.#idParts.length)
      throw new ApiError(`the id must be of the form ${this.#idParts.join("/")}`);
    return Object.fromEntries(this.#idParts.map((name, index) => [name, parts[index]]));
  }

  /** The list of the parents, and if the API has one, the list of the parent's items with the key of this one. */
  #placeOf(session: AccountSession, args: Props) {
    const { items, parents } = this.#spec;
    const parent = String(args[this.#kind.parent!]);
    return {
      parents: session.collection(parents),
      parent,
      items: items && session.collection(items(parent)),
      key: joined(
        args,
        this.#idParts.filter((name) => name !== this.#kind.parent),
      ),
    };
  }

  /**
   * Some services list an item twice that is assigned twice, so the list decides before a repeat. Without a list, a rejection
   * may mean "already assigned".
   */
  async #assign(session: AccountSession, args: Props, context: CreateContext): Promise<void> {
    const { items, key } = this.#placeOf(session, args);
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
          if (listed.has(key)) return;
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
