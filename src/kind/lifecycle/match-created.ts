// Which new items of a list may have been created by an attempt without a clear response.
import type { Item } from "../../api/list/collection";
import type { OffsetRange } from "../../api/rate-limit/clock-offset";
import type { Field, Props } from "../definition";
import { looksRewritten } from "../field";

export type ListedItem = readonly [id: string, item: Item];

/** Whether the fields that the service shows, if any, are those given, except for values that services rewrite. */
export function isEqual(args: Props, shown: Props, fields: Readonly<Record<string, Field>>): boolean {
  const known = Object.keys(args).filter((name) => shown[name] !== undefined);
  return known.every((name) => isSameOrRewritten(fields[name], args[name], shown[name]));
}

/** Whether the service shows a value as given, or rewritten. */
export function isSameOrRewritten(field: Field | undefined, given: unknown, shown: unknown): boolean {
  return field?.same(given, shown) || looksRewritten(given, shown, field);
}

/** From the start of an attempt to the time from which lists must show its effect, ms since 1970. */
export interface AttemptTime {
  readonly from: number;
  readonly to: number;
}

/** The smallest difference between two time zones. */
const ZONE_STEP_MS = 15 * 60_000;
const TOLERANCE_MS = 1000;
/** A date counts whole seconds. */
const DATE_STEP_MS = 1000;

/**
 * Whether an item with this date may have been created within a time span of our clock. The date has no time zone, so
 * only its position within a quarter of an hour counts. True if nothing is known.
 * @param date `YYYY-MM-DD HH:MM:SS`, by the wall clock of the service
 * @param offset of the server's clock
 */
export function mayBeCreatedWithin(
  date: unknown,
  { from, to }: AttemptTime,
  offset: OffsetRange | undefined,
): boolean {
  const parts = typeof date === "string" ? /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(date) : null;
  const created = parts ? Date.parse(`${parts[1]}T${parts[2]}Z`) : Number.NaN;
  if (!offset || Number.isNaN(created)) return true;
  const earliest = from + offset.min - TOLERANCE_MS - DATE_STEP_MS;
  const latest = to + offset.max + TOLERANCE_MS;
  const afterEarliest = (((created - earliest) % ZONE_STEP_MS) + ZONE_STEP_MS) % ZONE_STEP_MS;
  return afterEarliest <= latest - earliest;
}

/** The items that may have been created within that time. */
export function createdWithin(
  attempt: AttemptTime,
  offset: OffsetRange | undefined,
  items: readonly ListedItem[],
): readonly ListedItem[] {
  return items.filter(([, { date }]) => mayBeCreatedWithin(date, attempt, offset));
}
