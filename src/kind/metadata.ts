// What a resource's state tells beside its arguments and outputs: whose object it is, and what of it is open. All of
// it is one text, since the engine and the SDK take time for every property of every resource in every run.
import { randomBytes } from "node:crypto";
import type { Props } from "./definition";

/** The output that holds them, as JSON. */
export const MARKS = "marks";

export interface Metadata {
  /** The account it was made on (account guard). */
  readonly account: string;
  /** Written by the create or take-over that brought the object into state (one object, one holder). */
  readonly holder: string;
  /** Time of the last own write, in ms of our clock; never compared. */
  readonly writtenAt: number;
  /** Set while nobody knows whether the create took effect: the next update sends it again. */
  readonly unconfirmed?: true;
}

/**
 * The marks in a state; none in one of another origin, such as an import.
 * @throws Error where they are there and cannot be read: without them no account would be guarded
 */
export function metadataOf(state: Props): Partial<Metadata> {
  const text = state[MARKS];
  const { account, holder, writtenAt, unconfirmed } = text === undefined ? separateMarks(state) : parse(text);
  return {
    account: typeof account === "string" ? account : undefined,
    holder: typeof holder === "string" ? holder : undefined,
    writtenAt: typeof writtenAt === "number" ? writtenAt : undefined,
    unconfirmed: unconfirmed === true ? true : undefined,
  };
}

function parse(text: unknown): Props {
  const marks = fromJson(String(text));
  if (typeof marks === "object" && marks !== null && !Array.isArray(marks)) {
    const { account } = marks as Props;
    if (account === undefined || typeof account === "string") return marks as Props;
  }
  throw new Error(
    `the output "${MARKS}" in the state is not as this package writes it, so that nobody can tell on which account this ` +
      "resource was made: put it back as it was (`pulumi stack export`, `pulumi stack import`), or take the resource out " +
      "of the state with `pulumi state delete`, which does not touch the account: the next `up` takes its object over",
  );
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** States from before the marks were one text, until the next update. */
function separateMarks({ account, holder, writtenAt, unconfirmed }: Props): Props {
  return { account, holder, writtenAt, unconfirmed };
}

/** The text of some marks; `undefined` where there are none. */
export function metadataText(marks: Partial<Metadata>): string | undefined {
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
