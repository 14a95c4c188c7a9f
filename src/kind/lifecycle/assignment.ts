// The life of an assignment (an item of a channel, a link of a campaign): made by a POST without a body, never changed,
// and never undone, because the API cannot.
import type { Question } from "../../api/collection";
import { AmbiguousError, ApiError, isRejection } from "../../api/errors";
import type { ListSpec } from "../../api/list";
import type { AccountSession } from "../../api/session";
import type {
  CreateContext,
  Definition,
  KindBase,
  Lifecycle,
  ObjectQuestion,
  Props,
  RemoteObject,
} from "../definition";
import { hasUnknown } from "../unknown";

/** As the client does for requests that it repeats itself. */
const MAX_ATTEMPTS = 4;

export interface AssignmentSpec {
  /** The kind of the object that it is assigned to. */
  readonly parent: Definition;
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
    // A parent of this process exists, and is empty.
    const isNew = parents.wasAdded(parent);
    if (!isNew && !(await parents.withId(parent, { claim: "state" }))) throw this.#withoutParent(parent);
    if (isNew || !(await items?.withId(key, { claim: "nobody" }))) {
      await this.#assign(session, args, context);
      items?.added(key, {});
    }
    return { id: joined(args, this.#idParts), fields: args, outputs: {} };
  }

  async find(
    session: AccountSession,
    id: string,
    { claim }: ObjectQuestion,
  ): Promise<RemoteObject | undefined> {
    const args = this.#argsOf(id);
    const { items, key, parent, parents } = this.#placeOf(session, args);
    // With the parent, the assignment is gone. The item list of a missing parent proves nothing.
    const isThere =
      (await parents.withId(parent, { claim })) && (!items || (await items.withId(key, { claim })));
    return isThere && { id, fields: args, outputs: {} };
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
    if (hasUnknown(parent) || parent === undefined) return [];
    return [this.#spec.parent.lifecycle.list!, ...(items ? [items(String(parent))] : [])];
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
    const { items, parent: kind } = this.#spec;
    const parent = String(args[this.#kind.parent!]);
    return {
      parents: session.collection(kind.lifecycle.list!),
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
  async #assign(session: AccountSession, args: Props, { mayExist, log }: CreateContext): Promise<void> {
    const { items, key } = this.#placeOf(session, args);
    const path = this.#spec.path(args);
    for (let attempt = 1; ; attempt++) {
      try {
        await (items ? session.create(path) : session.send("POST", path));
        return;
      } catch (error) {
        const isUnclear = error instanceof AmbiguousError;
        if (!isUnclear && !isRejection(error)) throw error;
        const question: Question = { claim: isUnclear ? "request" : "nobody", since: session.now() };
        if (items && (await items.withId(key, question))) return;
        if (items && isUnclear && attempt < MAX_ATTEMPTS) continue;
        if (!items && isRejection(error) && (error.isAfterAmbiguous || mayExist)) {
          log.warn(`counts as assigned, although the service rejected it: ${error.reason}`);
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

  #withoutParent(id: string): ApiError {
    const { type } = this.#spec.parent;
    return new ApiError(
      `the account has no ${type} ${id}, so nothing was assigned. If it was deleted by hand, run \`pulumi refresh --yes\``,
    );
  }
}

function joined(args: Props, names: readonly string[]): string {
  return names.map((name) => String(args[name])).join("/");
}
