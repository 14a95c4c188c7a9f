// Every process sends exactly the requests that it needs. The test computes them from the dialect and from what the account
// has, and compares them with the service's log, request by request.
import { afterEach, describe, expect, test } from "vitest";
import { DIALECT_KNOBS, type Dialect, OBSERVED_DIALECT } from "../../../src/emulator/index";
import type { Props } from "../../../src/kind/definition";
import { pairwise } from "../../support/pairwise";
import {
  assignedKinds,
  identifiableKinds,
  type Kind,
  listedKinds,
  singleKinds,
  updatableKinds,
} from "../support/kinds";
import { type Process, range, World } from "../support/world";
import {
  ASSIGNED_BEFORE,
  DELETED_BY_HAND,
  FOREIGN,
  hasItemList,
  IN_FOREIGN_PARENT,
  IN_OWN_PARENT,
  MANAGED,
  TAKEN_OUT,
  WholeStack,
} from "./whole-stack";

let world: World;
afterEach(() => world.end());

interface Combination extends Dialect {
  readonly requestedPageSize: number;
}

const PAGE_SIZES = [100, 7, 2];
/** The last ones have the dialect of installations. */
const combinations = [
  ...(pairwise({ ...DIALECT_KNOBS, requestedPageSize: PAGE_SIZES }) as Combination[]),
  ...PAGE_SIZES.map((requestedPageSize): Combination => ({ ...OBSERVED_DIALECT, requestedPageSize })),
];

const SETTLE_MS = 10_000;
const REJECTED_LIMIT = "GET a list with a limit that is rejected";

const twice = (lines: string[]): string[] => [...lines, ...lines];
const itemListOf = (kind: Kind, parentId: string) => `${kind.parent!.list.writePath}${parentId}`;
const creates = (kind: Kind, count: number) => range(count).map(() => `POST ${kind.list.writePath}add`);

const assigns = (kind: Kind, items: readonly Props[]) =>
  items.map((args) => {
    const [parentId, ...item] = kind.definition.identity[0]!.map((name) => args[name]);
    return `POST ${itemListOf(kind, String(parentId))}/assign/${item.join("/")}`;
  });

/** What the processes have to send in one combination. */
class Bill {
  readonly #combination: Combination;
  readonly #pageSize: number;
  readonly #isLimitRejected: boolean;

  constructor(combination: Combination) {
    const { maxPageSize, defaultPageSize, limitParameter, requestedPageSize } = combination;
    this.#combination = combination;
    this.#isLimitRejected =
      limitParameter === "rejected" ||
      (limitParameter === "rejectedAboveMax" && requestedPageSize > maxPageSize);
    this.#pageSize = Math.min(this.#isLimitRejected ? defaultPageSize : requestedPageSize, maxPageSize);
  }

  /** The pages of a list with that many items. */
  list(path: string, items: number): string[] {
    expect(items % this.#pageSize, "items on the last page").not.toBe(0);
    return range(Math.ceil(items / this.#pageSize)).map((index) => `GET ${path} page ${index + 1}`);
  }

  lists(kinds: readonly Kind[], items: number): string[] {
    return kinds.flatMap((kind) => this.list(kind.list.path, items));
  }

  /** Runs a phase in its own process. @param expected is called afterwards, when all ids are known */
  async of(
    phase: string,
    run: (process: Process) => Promise<unknown>,
    expected: () => string[],
  ): Promise<void> {
    world.emulator.clearLog();
    await run(world.process({ pageSize: String(this.#combination.requestedPageSize) }));
    const sent = world.emulator.log.map(({ method, path, query, ok }) =>
      ok || query.limit === undefined
        ? `${method} ${path}${query.page === undefined ? "" : ` page ${query.page}`}`
        : REJECTED_LIMIT,
    );
    const owed = expected();
    const isListing = owed.some((line) => line.includes(" page "));
    const common = ["GET /api/account", ...(isListing ? this.#rejections() : [])];
    expect(sent.sort(), phase).toEqual([...common, ...owed].sort());
  }

  #rejections(): string[] {
    if (!this.#isLimitRejected) return [];
    // Without figures, the rejection may be a rate-limit response, so the request is sent again.
    const { rateLimitHeaders, rateLimitFigures } = this.#combination;
    const hasFigures = rateLimitHeaders === "present" && rateLimitFigures === "real";
    return hasFigures ? [REJECTED_LIMIT] : twice([REJECTED_LIMIT]);
  }
}

describe.each(combinations.map((combination, index) => [index, combination] as const))(
  "combination %i",
  (_index, combination) => {
    test("every process in the life of a stack sends what it must, and nothing else", async () => {
      const { requestedPageSize: _, ...dialect } = combination;
      world = await World.start(dialect, { rateLimit: 1_000_000 });
      const whole = await WholeStack.create(world);
      const { stack } = whole;
      const bill = new Bill(combination);

      const updates = (kinds: readonly Kind[]) =>
        kinds.flatMap((kind) =>
          whole
            .changed(kind)
            .map((n) =>
              kind.isListed
                ? `PUT ${kind.list.writePath}${whole.idOf(kind, n)}/update`
                : `PUT /api/${kind.handler}/update`,
            ),
        );
      /** Kinds with an edited entry that leaves readable fields unmanaged. The update looks up their values. */
      const partlyManaged = () =>
        listedKinds.filter((kind) =>
          whole.changed(kind).some((n) => kind.readable.some((name) => !(name in whole.argsOf(kind, n)))),
        );
      /** @param foreign items of a parent that the stack does not manage */
      const itemLists = (own: boolean, foreign: number) =>
        assignedKinds
          .filter(hasItemList)
          .flatMap((kind) => [
            ...(own ? bill.list(itemListOf(kind, whole.idOf(kind.parent!, 0)), IN_OWN_PARENT) : []),
            ...bill.list(itemListOf(kind, whole.foreignParent(kind)), foreign),
          ]);
      const preview = (process: Process) => stack.preview(process, whole.entries);
      const up = (process: Process) => stack.up(process, whole.entries);
      const refresh = (process: Process) => stack.refresh(process);

      await bill.of("preview of a new stack", preview, () => bill.lists(identifiableKinds, FOREIGN));

      await bill.of("creation", up, () => [
        ...bill.lists(listedKinds, FOREIGN),
        ...listedKinds.flatMap((kind) => creates(kind, MANAGED)),
        ...updates(singleKinds),
        ...itemLists(false, ASSIGNED_BEFORE),
        ...assignedKinds.flatMap((kind) => [
          ...assigns(kind, whole.items(kind, "own")),
          ...assigns(kind, whole.items(kind, "foreign")),
        ]),
      ]);

      await bill.of("preview without changes", preview, () => []);
      await bill.of("update without changes", up, () => []);

      await bill.of("refresh", refresh, () => [
        ...bill.lists(listedKinds, FOREIGN + MANAGED),
        ...itemLists(true, ASSIGNED_BEFORE + IN_FOREIGN_PARENT),
      ]);

      whole.edit();
      // A new name may be that of another object.
      const renamed = listedKinds.filter(({ definition }) => definition.rejectsNamesakes);
      await bill.of("preview of updates", preview, () => bill.lists(renamed, FOREIGN + MANAGED));
      await bill.of("updates", up, () => [
        ...bill.lists(partlyManaged(), FOREIGN + MANAGED),
        ...updates(updatableKinds),
      ]);

      whole.changeByHand();
      // An object that was written just now would be looked for once more.
      await world.clock.advance(SETTLE_MS);
      const left = FOREIGN + MANAGED - DELETED_BY_HAND;
      const itemsLeft = ASSIGNED_BEFORE + IN_FOREIGN_PARENT - TAKEN_OUT;
      await bill.of("refresh after changes by hand", refresh, () => [
        ...twice(bill.lists(listedKinds, left)),
        ...itemLists(true, itemsLeft),
        ...itemLists(false, itemsLeft),
      ]);

      await bill.of("preview of undoing them", preview, () => bill.lists(identifiableKinds, left));
      await bill.of("undoing them", up, () => [
        ...bill.lists(listedKinds, left),
        ...listedKinds.flatMap((kind) => creates(kind, DELETED_BY_HAND)),
        ...updates(listedKinds.filter((kind) => kind.readable.includes(kind.updatable[0]!))),
        ...itemLists(false, itemsLeft),
        ...assignedKinds
          .filter(hasItemList)
          .flatMap((kind) => assigns(kind, whole.items(kind, "foreign").slice(0, TAKEN_OUT))),
      ]);

      const deletes = listedKinds.flatMap((kind) =>
        range(MANAGED).map((n) => `DELETE ${kind.list.writePath}${whole.idOf(kind, n)}/delete`),
      );
      await bill.of(
        "destruction",
        (process) => stack.destroy(process),
        () => deletes,
      );
    });
  },
);
