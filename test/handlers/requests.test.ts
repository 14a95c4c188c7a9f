// Every process sends exactly the requests that it needs: what it must send is worked out here from the dialect and
// from what the account holds, and compared with the service's log, request by request.
import { afterEach, describe, expect, test } from "vitest";
import { DIALECT_KNOBS, type Dialect } from "../../src/emulator/index";
import { pairwise } from "../support/pairwise";
import {
  CHANGED,
  changeByHand,
  DELETED_BY_HAND,
  destroy,
  type Entry,
  FOREIGN,
  KINDS,
  type Kind,
  LINKS_ADDED,
  LINKS_IN_OWN_CHANNEL,
  LINKS_TAKEN_OUT,
  LINKS_THERE_BEFORE,
  MANAGED,
  preview,
  range,
  refresh,
  Stack,
  stateOf,
  up,
} from "./every-kind";
import { type Process, World } from "./world";

let world: World;
afterEach(() => world.end());

interface Combination extends Dialect {
  readonly askedPageSize: number;
}

const combinations = pairwise({ ...DIALECT_KNOBS, askedPageSize: [100, 7, 2] }) as Combination[];

const LISTS: Record<Kind, string> = {
  pixel: "/api/pixels",
  domain: "/api/domains",
  channel: "/api/channels",
  campaign: "/api/campaigns",
  qrCode: "/api/qr",
};
/** Where changes go. */
const PATHS: Record<Kind, string> = {
  pixel: "/api/pixel",
  domain: "/api/domain",
  channel: "/api/channel",
  campaign: "/api/campaign",
  qrCode: "/api/qr",
};
/** Of a QR code nothing can be compared, so only its create needs the list, should it have no clear answer. */
const COMPARABLE = KINDS.filter((kind) => kind !== "qrCode");
/** Kinds of which the stack leaves readable fields unmanaged, whose values an update looks up. */
const PARTLY_MANAGED: readonly Kind[] = ["domain", "channel", "campaign"];

function assignmentRequest({ args }: Entry): string {
  return "campaign" in args
    ? `POST /api/campaign/${args.campaign}/assign/${args.link}`
    : `POST /api/channel/${args.channel}/assign/links/${args.item}`;
}

const SETTLE_MS = 10_000;

const twice = (lines: string[]): string[] => [...lines, ...lines];

const LIMIT_REFUSED = "GET a list with a limit that is refused";

/** What processes have to send in one combination. */
class Bill {
  readonly #combination: Combination;
  readonly #pageSize: number;
  readonly #limitIsRefused: boolean;

  constructor(combination: Combination) {
    const { maxPageSize, defaultPageSize, limitParameter, askedPageSize } = combination;
    this.#combination = combination;
    this.#limitIsRefused =
      limitParameter === "rejected" || (limitParameter === "rejectedAboveMax" && askedPageSize > maxPageSize);
    this.#pageSize = Math.min(this.#limitIsRefused ? defaultPageSize : askedPageSize, maxPageSize);
  }

  /** The pages of a list with that many entries. */
  list(path: string, entries: number): string[] {
    expect(entries % this.#pageSize, "entries on the last page").not.toBe(0);
    return range(Math.ceil(entries / this.#pageSize)).map((index) => `GET ${path} page ${index + 1}`);
  }

  lists(kinds: readonly Kind[], entries: number): string[] {
    return kinds.flatMap((kind) => this.list(LISTS[kind], entries));
  }

  /** Runs a phase in a process of its own; `expected` is asked afterwards, when all ids are known. */
  async of(phase: string, run: (process: Process) => Promise<void>, expected: () => string[]): Promise<void> {
    world.emulator.clearLog();
    await run(world.process({ pageSize: String(this.#combination.askedPageSize) }));
    const sent = world.emulator.log.map(({ method, path, query, ok }) =>
      ok || query.limit === undefined
        ? `${method} ${path}${query.page === undefined ? "" : ` page ${query.page}`}`
        : LIMIT_REFUSED,
    );
    const owed = expected();
    const isListing = owed.some((line) => line.includes(" page "));
    const common = ["GET /api/account", ...(isListing ? this.#refusals() : [])];
    expect(sent.sort(), phase).toEqual([...common, ...owed].sort());
  }

  #refusals(): string[] {
    if (!this.#limitIsRefused) return [];
    // Without rate headers the refusal may have been one for the rate limit: it is asked for once more.
    return this.#combination.rateLimitHeaders === "absent" ? [LIMIT_REFUSED, LIMIT_REFUSED] : [LIMIT_REFUSED];
  }
}

describe.each(combinations.map((combination, index) => [index, combination] as const))(
  "combination %i",
  (_index, combination) => {
    test("every process of a stack's life sends what it must and nothing else", async () => {
      const { askedPageSize: _, ...dialect } = combination;
      world = await World.start(dialect, { rateLimit: 1_000_000 });
      const stack = new Stack(world);
      const bill = new Bill(combination);
      const idOf = (kind: Kind) => stateOf(stack.of(kind)[0] as Entry).id;
      const adds = (kind: Kind, count: number) => range(count).map(() => `POST ${PATHS[kind]}/add`);
      const updates = (kinds: readonly Kind[]) =>
        kinds.flatMap((kind) =>
          stack
            .of(kind)
            .slice(0, CHANGED)
            .map((entry) => `PUT ${PATHS[kind]}/${stateOf(entry).id}/update`),
        );
      const itemsOf = (channel: string | number) => `/api/channel/${channel}`;

      await bill.of(
        "preview of a new stack",
        (process) => preview(process, stack.all()),
        () => bill.lists(COMPARABLE, FOREIGN),
      );

      await bill.of(
        "creation",
        (process) => up(process, stack),
        () => [
          ...bill.lists(KINDS, FOREIGN),
          ...KINDS.flatMap((kind) => adds(kind, MANAGED)),
          ...bill.list(itemsOf(stack.foreignChannel), LINKS_THERE_BEFORE),
          ...stack.assignments().map(assignmentRequest),
        ],
      );

      await bill.of(
        "preview without changes",
        (process) => preview(process, stack.all()),
        () => [],
      );

      await bill.of(
        "refresh",
        (process) => refresh(process, stack.all()),
        () => [
          ...bill.lists(KINDS, FOREIGN + MANAGED),
          ...bill.list(itemsOf(idOf("channel")), LINKS_IN_OWN_CHANNEL),
          ...bill.list(itemsOf(stack.foreignChannel), LINKS_THERE_BEFORE + LINKS_ADDED),
        ],
      );

      stack.edit();
      await bill.of(
        "preview of updates",
        (process) => preview(process, stack.all()),
        () => [],
      );
      await bill.of(
        "updates",
        (process) => up(process, stack),
        () => [...bill.lists(PARTLY_MANAGED, FOREIGN + MANAGED), ...updates(KINDS)],
      );

      changeByHand(world, stack);
      // What was written just now would be looked for once more.
      await world.clock.advance(SETTLE_MS);
      await bill.of(
        "refresh after changes by hand",
        (process) => refresh(process, stack.all()),
        () => [
          ...twice(bill.lists(KINDS, FOREIGN + MANAGED - DELETED_BY_HAND)),
          ...bill.list(itemsOf(idOf("channel")), LINKS_IN_OWN_CHANNEL),
          ...twice(
            bill.list(itemsOf(stack.foreignChannel), LINKS_THERE_BEFORE + LINKS_ADDED - LINKS_TAKEN_OUT),
          ),
        ],
      );

      const left = FOREIGN + MANAGED - DELETED_BY_HAND;
      await bill.of(
        "preview of what undoes them",
        (process) => preview(process, stack.all()),
        () => bill.lists(COMPARABLE, left),
      );
      await bill.of(
        "undoing them",
        (process) => up(process, stack),
        () => [
          ...bill.lists(KINDS, left),
          ...KINDS.flatMap((kind) => adds(kind, DELETED_BY_HAND)),
          ...updates(["pixel", "channel"]),
          ...bill.list(itemsOf(stack.foreignChannel), LINKS_THERE_BEFORE + LINKS_ADDED - LINKS_TAKEN_OUT),
          ...stack.foreignItems.slice(0, LINKS_TAKEN_OUT).map(assignmentRequest),
        ],
      );

      await bill.of(
        "destruction",
        (process) => destroy(process, stack),
        () =>
          stack.objects.map((entry) => `DELETE ${PATHS[entry.handler as Kind]}/${stateOf(entry).id}/delete`),
      );
    });
  },
);
