// Which of the new entries of a list may be what a create without a clear answer has made.
import type { OffsetRange } from "../../api/rate-limit/clock-offset";
import type { Field, Props } from "../definition";
import { looksNormalised } from "../field";
import type { Span } from "./create-once";

/** Whether fields that the service shows are those given, but for what services change on write. */
export function isEqual(args: Props, shown: Props, fields: Readonly<Record<string, Field>>): boolean {
  const told = Object.keys(args).filter((name) => shown[name] !== undefined);
  return (
    told.length > 0 &&
    told.every(
      (name) => fields[name]?.same(args[name], shown[name]) || looksNormalised(args[name], shown[name]),
    )
  );
}

/** No time zone differs from another by less. */
const ZONE_STEP_MS = 15 * 60_000;
const SLACK_MS = 1000;
/** A date counts whole seconds. */
const DATE_STEP_MS = 1000;

/**
 * Whether an entry of that date may have been made in a span of our clock. The date has no zone, so it can only
 * exclude: by its place within a quarter of an hour. True where nothing can be told.
 * @param date `YYYY-MM-DD HH:MM:SS`, by the service's wall clock
 * @param offset of the service's clock from ours
 */
export function isMadeWithin(date: unknown, { from, to }: Span, offset: OffsetRange | undefined): boolean {
  const parts = typeof date === "string" ? /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(date) : null;
  const made = parts ? Date.parse(`${parts[1]}T${parts[2]}Z`) : Number.NaN;
  if (!offset || Number.isNaN(made)) return true;
  const earliest = from + offset.least - SLACK_MS - DATE_STEP_MS;
  const latest = to + offset.most + SLACK_MS;
  const sinceEarliest = (((made - earliest) % ZONE_STEP_MS) + ZONE_STEP_MS) % ZONE_STEP_MS;
  return sinceEarliest <= latest - earliest;
}
