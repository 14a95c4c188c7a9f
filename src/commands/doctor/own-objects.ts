// The objects that a run creates and deletes. Each has the name of the run, by which the next run finds what is left.
import type { Clock } from "../../api/clock";
import { AmbiguousError, ApiError, isRejection } from "../../api/errors";
import { type Item, idText, readList } from "../../api/list";
import { MAX_LATE_MS, SETTLE_MS } from "../../api/readings";
import type { AccountSession } from "../../api/session";
import type { Props } from "../../kind/definition";
import { campaign, channel, pixel, qrCode } from "../../resources/kinds";

const KINDS = { channel, pixel, campaign, "QR code": qrCode };
export type Noun = keyof typeof KINDS;
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

interface Made {
  readonly noun: Noun;
  readonly name: string;
  /** Empty: the create had no clear response. */
  readonly id: string;
}

export interface Created {
  readonly id: string;
  /** Otherwise the service answered with an object of this run. */
  readonly isNew: boolean;
}

export function pathOf(noun: Noun, rest: string): string {
  return KINDS[noun].lifecycle.list!.writePath + rest;
}

/** Whether it has a name that begins so, however the service rewrites it. */
export function isNamed(item: Item, name: string): boolean {
  return Object.values(item).some((value) => `${value}`.toLowerCase().startsWith(name.toLowerCase()));
}

export class OwnObjects {
  readonly name = PREFIX + (Math.random().toString(36) + "000000").slice(2, 8);
  readonly #context: Context;
  readonly #paging = { rejectsLimit: false };
  /** In the order of their creation. */
  readonly #made: Made[] = [];
  /** Ids that existed before, in the lists that the plan has. */
  readonly #others = new Map<Noun, ReadonlySet<string>>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Notes what exists, and prints what earlier runs left. @throws ApiError */
  async begin(): Promise<void> {
    for (const noun of Object.keys(KINDS) as Noun[]) {
      const items = await this.#list(noun).catch((error) => {
        if (!isRejection(error)) throw error;
      });
      // The plan lacks it.
      if (!items) continue;
      this.#others.set(noun, new Set(items.keys()));
      for (const [id, item] of items) {
        if (!isNamed(item, PREFIX)) continue;
        const inside = noun === "channel" ? await this.inChannel(id) : [];
        const codes = inside.map((one) => ` and in it ${one.type} ${one.id}`).join("");
        this.#context.note(`left by an earlier run: ${noun} ${id}${codes}. Delete it by hand`);
      }
    }
  }

  /** Whether it existed before, as far as that is known. */
  isOther(noun: Noun, id: string): boolean {
    return this.#others.get(noun)?.has(id) ?? true;
  }

  /** `undefined`: rejected, or not listed. @throws ApiError; AmbiguousError if it may have worked */
  async create(noun: Noun, fields: Props): Promise<Created | undefined> {
    const { session, note } = this.#context;
    if (!this.#others.has(noun)) return undefined;
    const name = String(fields.name ?? "without a name");
    note(`creating ${noun} ${name}`);
    try {
      const { data } = await session.create(pathOf(noun, "add"), fields);
      const id = idText(data.id) ?? "";
      const isMade = this.#made.some((one) => one.noun === noun && one.id === id);
      if (this.isOther(noun, id)) throw new ApiError(`${noun} ${id} existed before its create`);
      if (!isMade) this.#made.push({ noun, name, id });
      if (id === "") throw new ApiError(`the response to the create of ${noun} ${name} has no id`);
      return { id, isNew: !isMade };
    } catch (error) {
      if (error instanceof AmbiguousError) this.#made.push({ noun, name, id: "" });
      if (!isRejection(error)) throw error;
      note(error.message);
      return undefined;
    }
  }

  /** The listed object, as soon as it is as expected. `undefined`: not within half a minute. @throws ApiError */
  async shown(noun: Noun, id: string, isExpected: (item: Item) => boolean): Promise<Item | undefined> {
    for (const waitMs of WAITS_MS) {
      await this.#context.clock.sleep(waitMs, this.#context.signal);
      const item = (await this.#list(noun)).get(id);
      if (item && isExpected(item)) return item;
    }
    return undefined;
  }

  /** Its first page. @throws ApiError */
  async inChannel(id: string): Promise<readonly Item[]> {
    const { data } = await this.#context.session.send("GET", pathOf("channel", id));
    const { items } = (data.data ?? {}) as Props;
    return Array.isArray(items) ? items : [];
  }

  /** Deletes everything, and prints what is left. @returns whether nothing is left */
  async cleanUp(): Promise<boolean> {
    const left: Made[] = [];
    for (const one of this.#made.toReversed()) {
      // The first channel contains the code. So the next run finds both.
      const isMark = one === this.#made[0] && left.some(({ noun, id }) => noun === "QR code" && id !== "");
      const remove = () => (one.id === "" ? this.#deleteUnclear(one) : this.#delete(one));
      const problem = isMark
        ? "it contains the QR code"
        : await remove().catch(({ message }: Error) => message);
      if (problem === undefined) continue;
      left.push(one);
      this.#context.note(`left: ${one.noun} ${one.id} ${one.name}: ${problem}. Delete it by hand`);
    }
    return left.length === 0;
  }

  /** @returns why it is left @throws ApiError */
  async #delete({ noun, id }: Made): Promise<string | undefined> {
    const { session, clock } = this.#context;
    try {
      await session.send("DELETE", pathOf(noun, `${id}/delete`));
      return undefined;
    } catch (error) {
      // Otherwise it may be deleted.
      if (!isRejection(error) || error.isAfterAmbiguous) await clock.sleep(SETTLE_MS);
      return (await this.#list(noun)).has(id) ? (error as Error).message : undefined;
    }
  }

  /** @returns why it may be left @throws ApiError */
  async #deleteUnclear({ noun, name }: Made): Promise<string | undefined> {
    await this.#context.clock.sleep(MAX_LATE_MS + SETTLE_MS);
    const isMade = (id: string) => this.#made.some((one) => one.noun === noun && one.id === id);
    const all = [...(await this.#list(noun))].filter(([id]) => !this.isOther(noun, id) && !isMade(id));
    const own = all.filter(([, item]) => isNamed(item, this.name)).map(([id]) => id);
    const problems = await Promise.all(own.map((id) => this.#delete({ noun, name, id })));
    // A list may not show the name of a code.
    if (noun !== "QR code" || own.length > 0 || all.length === 0) return problems.find(Boolean);
    return `it may be one of the new ids ${all.map(([id]) => id).join(", ")}`;
  }

  #list(noun: Noun): Promise<ReadonlyMap<string, Item>> {
    const get = (path: string) => this.#context.session.send("GET", path);
    return readList(get, KINDS[noun].lifecycle.list!, this.#paging);
  }
}
