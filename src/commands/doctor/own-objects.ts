// The objects that a run creates and deletes. Each has the name of the run, by which the next run finds what is left.
import type { Clock } from "../../api/clock";
import { AmbiguousError, ApiError, isRejection } from "../../api/errors";
import { type Item, idText, readList } from "../../api/list";
import { SETTLE_MS } from "../../api/readings";
import type { AccountSession } from "../../api/session";
import type { Props } from "../../kind/definition";
import { campaign, channel, pixel, qrCode } from "../../resources/kinds";
import type { Reading } from "./reading";

const KINDS = { channel, pixel, campaign, "QR code": qrCode };
export type Noun = keyof typeof KINDS;
const PREFIX = "plm-doctor-";
/** Between two looks at a list: half a minute in all. */
const WAITS_MS = [0, 1000, 2000, 4000, 8000, 16_000];

interface Made {
  readonly noun: Noun;
  readonly name: string;
  /** Empty: the create had no clear response. */
  readonly id: string;
}

export interface Context {
  readonly session: AccountSession;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** At Ctrl-C. */
  readonly signal: AbortSignal;
  /** Prints a line for people. */
  readonly note: (line: string) => void;
}

export const listOf = (noun: Noun) => KINDS[noun].lifecycle.list!;

/** Whether the object has a name that begins so, however the service rewrites it. */
export function isNamed(item: Item, name: string): boolean {
  return Object.values(item).some((value) =>
    String(value).trim().toLowerCase().startsWith(name.toLowerCase()),
  );
}

export class OwnObjects {
  readonly name: string;
  readonly #context: Context;
  readonly #made: Made[] = [];
  /** Ids that existed before. */
  readonly #others = new Map<Noun, ReadonlySet<string>>();

  constructor(context: Context) {
    this.#context = context;
    this.name = PREFIX + (context.random().toString(36) + "000000").slice(2, 8);
  }

  /** Prints what earlier runs left. @param reading shows the first pages. @default all pages are read @throws ApiError */
  async printLeft(reading?: Reading): Promise<void> {
    const { session, note } = this.#context;
    for (const noun of Object.keys(KINDS) as Noun[]) {
      const read = reading?.items(listOf(noun).section!).map((item) => [String(item.id), item] as const);
      const items = new Map(read ?? (await this.#list(noun)));
      this.#others.set(noun, new Set(items.keys()));
      for (const [id, item] of items) {
        if (!isNamed(item, PREFIX)) continue;
        const inside = noun === "channel" ? await session.send("GET", `/api/channel/${id}`) : undefined;
        const codes = ((inside?.data.data as Props)?.items as Item[] | undefined)?.map(
          (one) => ` ${one.type} ${one.id}`,
        );
        note(
          `left by an earlier run: ${noun} ${id}${codes?.length ? ` and what it contains:${codes}` : ""}. Delete it by hand`,
        );
      }
    }
  }

  isOther(noun: Noun, id: string): boolean {
    return this.#others.get(noun)?.has(id) ?? false;
  }

  /** `undefined`: the service rejects it. @throws ApiError; AmbiguousError if it may have worked */
  async create(noun: Noun, fields: Props): Promise<(Props & { readonly id: string }) | undefined> {
    const { session, note } = this.#context;
    const name = String(fields.name ?? "without a name");
    note(`creating ${noun} ${name}`);
    try {
      const { data } = await session.create(`${listOf(noun).writePath}add`, fields);
      const id = idText(data.id) ?? "";
      const isOther = this.isOther(noun, id) || this.#made.some((one) => one.noun === noun && one.id === id);
      if (!isOther) this.#made.push({ noun, name, id });
      if (id === "") throw new ApiError(`the response to the create of ${noun} ${name} has no id`);
      return { ...data, id };
    } catch (error) {
      if (error instanceof AmbiguousError) this.#made.push({ noun, name, id: "" });
      if (!isRejection(error)) throw error;
      note(error.message);
      return undefined;
    }
  }

  /** The listed object, as soon as it is as expected. `undefined`: not within half a minute. @throws ApiError */
  async shown(noun: Noun, id: string, isExpected: (item: Item) => boolean): Promise<Item | undefined> {
    const { clock, signal } = this.#context;
    for (const waitMs of WAITS_MS) {
      await clock.sleep(waitMs, signal);
      const item = (await this.#list(noun)).get(id);
      if (item && isExpected(item)) return item;
    }
    return undefined;
  }

  /** Deletes everything, and prints what is left. @returns whether nothing is left */
  async cleanUp(): Promise<boolean> {
    const left: Made[] = [];
    // It contains the code, so the next run finds both.
    const mark = this.#made.find(({ noun }) => noun === "channel");
    for (const one of this.#made.toReversed()) {
      const isKept = one === mark && left.some(({ noun }) => noun === "QR code");
      const problem = isKept
        ? "it contains the code"
        : await this.#delete(one).catch((error: Error) => error.message);
      if (problem === undefined) continue;
      left.push(one);
      this.#context.note(`left: ${one.noun} ${one.id || one.name} (${problem}). Delete it by hand`);
    }
    return left.length === 0;
  }

  /** @returns why it may be left. `undefined`: it is deleted @throws ApiError */
  async #delete({ noun, name, id }: Made): Promise<string | undefined> {
    const { session, clock } = this.#context;
    const remove = (own: string) => session.send("DELETE", `${listOf(noun).writePath}${own}/delete`);
    if (id !== "") {
      const problem = await remove(id).then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (problem === undefined) return undefined;
      await clock.sleep(SETTLE_MS);
      return (await this.#list(noun)).has(id) ? problem : undefined;
    }
    await clock.sleep(SETTLE_MS);
    const known = new Set([...(this.#others.get(noun) ?? []), ...this.#made.map((one) => one.id)]);
    const fresh = [...(await this.#list(noun))].filter(([one]) => !known.has(one));
    const own = fresh.filter(([, item]) => isNamed(item, name));
    for (const [one] of own) await remove(one);
    return own.length > 0
      ? undefined
      : `it may exist; new since the start: ${fresh.map(([one]) => one).join(", ") || "none"}`;
  }

  #list(noun: Noun): Promise<ReadonlyMap<string, Item>> {
    return readList((path) => this.#context.session.send("GET", path), listOf(noun));
  }
}
