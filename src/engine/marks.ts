// What a resource's state tells beside its arguments and outputs: whose object it is, and what of it is open. All of
// it is one text, since the engine and the SDK take time for every property of every resource in every run.
import { randomBytes } from "node:crypto";
import type { Props } from "./definition";

/** The output that holds them, as JSON. */
export const MARKS = "marks";

export interface Marks {
  /** The account it was made on (account guard). */
  readonly account: string;
  /** Written by the create or take-over that brought the object into state (one object, one holder). */
  readonly holder: string;
  /** Time of the last own write, in ms of our clock; never compared. */
  readonly writtenAt: number;
  /** Set while nobody knows whether the create took effect: the next update sends it again. */
  readonly unconfirmed?: true;
}

/** The marks in a state; none in one of another origin, such as an import. */
export function marksOf(state: Props): Partial<Marks> {
  const text = state[MARKS];
  const marks = typeof text === "string" ? parse(text) : separateMarks(state);
  return areMarks(marks) ? marks : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** States from before the marks were one text, until the next update: without them no account would be guarded. */
function separateMarks({ account, holder, writtenAt, unconfirmed }: Props): Props {
  return { account, holder, writtenAt, unconfirmed };
}

function areMarks(value: unknown): value is Partial<Marks> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { account, holder, writtenAt, unconfirmed } = value as Props;
  return (
    (account === undefined || typeof account === "string") &&
    (holder === undefined || typeof holder === "string") &&
    (writtenAt === undefined || typeof writtenAt === "number") &&
    (unconfirmed === undefined || unconfirmed === true)
  );
}

/** The text of some marks; `undefined` where there are none. */
export function marksText(marks: Partial<Marks>): string | undefined {
  const text = JSON.stringify(marks);
  return text === "{}" ? undefined : text;
}

/**
 * A new mark of a holder, of every id. The id stands in it because the engine shows a program the outputs of its
 * stack's resources, and not their ids.
 */
export function newHolder(): (id: string) => string {
  const random = randomBytes(6).toString("hex");
  return (id) => `${id}:${random}`;
}

/** The id in the mark of a holder; `undefined` in one of another origin. */
export function idInHolder(holder: string | undefined): string | undefined {
  return /^(.+):[0-9a-f]{12}$/.exec(holder ?? "")?.[1];
}
