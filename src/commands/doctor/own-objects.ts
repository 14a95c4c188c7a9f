// The objects that a run creates and deletes. Each has the name of the run, by which the next run finds what is left.
import type { Clock } from "../../api/clock";
import type { Collection, CreateAttempt } from "../../api/collection";
import { AmbiguousError, ApiError, isRejection, StoppedError } from "../../api/errors";
import { type Item, idText } from "../../api/list";
import { MAX_LATE_MS } from "../../api/readings";
import { sanitize } from "../../api/sanitize";
import type { AccountSession } from "../../api/session";
import type { Definition, Props } from "../../kind/definition";
import { channel, channelItem, qrCode } from "../../resources/kinds";

const PREFIX = "plm-doctor-";
/** Between two looks at a list: half a minute in all. */
const WAITS_MS = [0, 1000, 2000, 4000, 8000, 16_000];

export interface Context {
  readonly session: AccountSession;
  readonly clock: Clock;
  /** At Ctrl-C. */
  readonly signal: AbortSignal;
  /** Prints a line for people. */
  readonly note: (line: string) => void;
}

export interface OwnObject {
  readonly kind: Definition;
  readonly name: string;
  readonly id: string;
  /** The create had no clear response. Then there is no id. */
  readonly attempt?: CreateAttempt;
}

export class OwnObjects {
  readonly name = PREFIX + (Math.random().toString(36) + "000000").slice(2, 8);
  /** In the order of their creation. */
  readonly #made = new Set<OwnObject>();

  constructor(readonly context: Context) {}

  /** `undefined`: rejected, or the plan lacks the kind. @throws ApiError; StoppedError at Ctrl-C */
  async create(kind: Definition, fields: Props): Promise<OwnObject | undefined> {
    const { session, signal, note } = this.context;
    const objects = this.#listOf(kind);
    const name = String(fields.name ?? "without a name");
    let attempt: CreateAttempt | undefined;
    try {
      if (!objects.isListed) await this.#noteLeftovers(kind);
      attempt = await objects.beginCreate((item) => isNamed(item, this.name));
      if (signal.aborted) throw new StoppedError();
      note(`creating ${kind.type} ${name}`);
      const { data } = await session.create(`${kind.lifecycle.list!.writePath}add`, fields);
      const id = idText(data.id);
      if (id === undefined) throw new AmbiguousError(`${kind.type} ${name}: the response has no id`);
      if (objects.isKnown(id)) throw new ApiError(`${kind.type} ${id} existed before its create`);
      const made = { kind, name, id };
      this.#made.add(made);
      return made;
    } catch (error) {
      if (attempt && error instanceof AmbiguousError) this.#made.add({ kind, name, id: "", attempt });
      if (!isRejection(error)) throw error;
      note(`rejected: ${error.reason}`);
      return undefined;
    }
  }

  /** The listed object, as soon as it has the name. `undefined`: not within half a minute. @throws ApiError */
  async shown({ kind, id }: OwnObject, name = ""): Promise<Item | undefined> {
    const { session, clock, signal } = this.context;
    for (const waitMs of WAITS_MS) {
      await clock.sleep(waitMs, signal);
      if (signal.aborted) throw new StoppedError();
      const item = await this.#listOf(kind).withId(id, { claim: "nobody", since: session.now() });
      if (item && isNamed(item, name)) return item;
    }
    return undefined;
  }

  /** @throws ApiError if it is, or may be, left */
  async delete(made: OwnObject): Promise<void> {
    const { kind, id, name, attempt } = made;
    this.context.note(`deleting ${kind.type} ${id} ${name}`);
    const ids = attempt ? await this.#resultsOf(kind, attempt) : [id];
    for (const one of ids) await kind.lifecycle.delete(this.context.session, one);
    this.#made.delete(made);
  }

  /** Deletes everything, and prints what is left. @returns whether nothing is left */
  async cleanUp(): Promise<boolean> {
    for (const made of [...this.#made].reverse()) {
      const { kind, name, id } = made;
      // The next run finds a code without a name by its channel.
      const isMark = kind === channel && [...this.#made].some((one) => one.kind === qrCode && one.id !== "");
      try {
        if (isMark) throw new ApiError("it contains the QrCode");
        await this.delete(made);
      } catch (error) {
        this.context.note(`left: ${kind.type} ${id} ${name}: ${(error as Error).message}. Delete it by hand`);
      }
    }
    return this.#made.size === 0;
  }

  #listOf({ lifecycle }: Definition): Collection {
    return this.context.session.collection(lifecycle.list!);
  }

  async #noteLeftovers(kind: Definition): Promise<void> {
    const { session, note } = this.context;
    for (const [id, item] of await this.#listOf(kind).items()) {
      if (!isNamed(item, PREFIX)) continue;
      const inside = kind === channel ? await channelItem.lifecycle.members!(session, id) : [];
      const items = inside.map((one) => ` and in it ${sanitize(`${one.type} ${one.id}`)}`).join("");
      note(`left by an earlier run: ${kind.type} ${id}${items}. Delete it by hand`);
    }
  }

  /** What the create made. @throws ApiError if the list does not show its name */
  async #resultsOf(kind: Definition, attempt: CreateAttempt): Promise<readonly string[]> {
    const all = await this.#listOf(kind).resultsOf(attempt, this.context.session.now() + MAX_LATE_MS);
    const named = all.filter(([, item]) => isNamed(item, this.name));
    if (named.length > 0 || all.length === 0) return named.map(([id]) => id);
    throw new ApiError(`it may be one of the new ids ${all.map(([id]) => id).join(", ")}`);
  }
}

/** Whether it has a name that begins so, however the service spells it. */
function isNamed(item: Item, name: string): boolean {
  return Object.values(item).some((value) => `${value}`.toLowerCase().startsWith(name.toLowerCase()));
}
