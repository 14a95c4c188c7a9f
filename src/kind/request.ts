// The hidden input of every resource, one JSON text: the engine and the SDK spend time on every nested value. The program
// writes a request, because the provider sees nothing else of the program and the state. `check` consumes it, and puts its
// decision in the place. The engine does not display a name that begins with `__`.
import { createHash } from "node:crypto";
import type { Props } from "./definition";
import type { OnExisting, OnExistingWord } from "./on-existing";

/** Name of the hidden input. It is part of states: a compatibility promise. */
export const HIDDEN_INPUT = "__entry";

/** What the program says about an entry. */
export interface EntryRequest {
  /** How messages name the entry, such as `pixels.ads (link-management.yaml:3:3)`. "": the program uses none of our classes. */
  readonly name: string;
  /** Tells entries with one name apart. */
  readonly urn: string;
  readonly isPreview: boolean;
  /** The accounts that the state records, and that of the program. */
  readonly accounts: readonly string[];
  /** Id of the entry's object, if the state has one. A pending create has none. */
  readonly ownId?: string;
  readonly onExisting?: OnExisting;
  /** Ids of the objects of this kind in the state. Unset if the entry has the identity of its record, and no other has it. */
  readonly managedIds?: readonly string[];
  /** Ids that an entry of the program has adopted, although a replacement of another one may still have to delete them. */
  readonly spared?: readonly string[];
  /** The arguments that the program or the stack config declares as secret. */
  readonly secret?: readonly string[];
  /** The program only reads the object (Pulumi's option `id`). */
  readonly external?: true;
  /** An argument has no value in an update: with `--continue-on-error`, what it depends on has failed. */
  readonly dependencyFailed?: true;
}

/** A new object is made. */
export interface Create {
  readonly do: "create";
  /**
   * What the user says about an existing object. Unset: it stops the run.
   * - `adopt`, `overwrite`: it may exist, but no list shows it. The create proves it, if it can.
   * - `duplicate`: the entry wants another object, whatever exists.
   */
  readonly onExisting?: Exclude<OnExistingWord, "fail">;
  /** Ids of the objects that are alike and stay beside it: reviews name them, and the create does not take them for new. */
  readonly beside?: readonly string[];
}

/** An existing object becomes that of the entry. */
export interface Adopt {
  readonly do: "adopt";
  readonly id: string;
  /**
   * What an update of the object overwrites: the live value of each field, null if the service does not show it, "[secret]" if
   * the field is secret. Unset: nothing is sent.
   */
  readonly overwrites?: Props;
}

/** The entry cannot be applied. A preview carries it to the program, which reports all of them at once. */
export interface Stop {
  readonly do: "stop";
  /** What is wrong, and what to do about this entry. */
  readonly why: string;
  /** The word of `onExisting` that accepts the object, for a whole run. Unset: the entry must decide. */
  readonly accepts?: "adopt" | "overwrite";
  /** Id of the object, if another entry of the stack manages it. */
  readonly managedId?: string;
}

/** Its object was deleted by hand, and the entry cannot create it again: drift in a preview, and an apply stops. */
export type Lose = Pick<Stop, "why"> & { readonly do: "lose" };

/**
 * What `check` answers about a new resource. The state keeps it as it is.
 * - `nothing`: the account shows already what the create would do.
 * - `skip`: what an argument depends on has failed. The engine skips the create, or it must fail.
 */
export type Decision = (Create | Adopt | Stop | Lose | { readonly do: "nothing" | "skip" }) & {
  /** Key of the entry, as `entryKey` makes it: a create gets neither name nor URN. */
  readonly key?: string | undefined;
  /** Id of the entry's own object, in place of which it gets this one. */
  readonly replacedId?: string;
  /** That object exists, and is deleted afterwards. Only in a preview: the deletion guard of the program counts it. */
  readonly replaces?: true;
};

export const requestText = (request: EntryRequest): string => JSON.stringify(request);

/** Removes the hidden input. */
export function takeRequest({ [HIDDEN_INPUT]: text, ...inputs }: Props) {
  const request: EntryRequest = { name: "", urn: "", isPreview: false, accounts: [], ...parse(text) };
  return { request, inputs };
}

/** Nearly every decision is a create, so its word is left out: every state has the text twice for each resource. */
export function decisionText(decision: Decision): string {
  return JSON.stringify(decision.do === "create" ? { ...decision, do: undefined } : decision);
}

export function decisionOf({ [HIDDEN_INPUT]: text }: Props): Decision {
  return { do: "create", ...parse(text) };
}

function parse(text: unknown): object {
  return typeof text === "string" && text !== "" ? JSON.parse(text) : {};
}

/** Tells the entries of a program apart, in the few characters that a state can afford. */
export function entryKey(urn: string): string | undefined {
  return urn === "" ? undefined : createHash("sha256").update(urn).digest("hex").slice(0, 12);
}

/** The command that continues after some stops. `undefined` if none does. */
export function continuation(stops: readonly Stop[]): string | undefined {
  const words = stops.flatMap(({ accepts }) => accepts ?? []);
  if (words.length === 0) return undefined;
  const command = words.includes("overwrite")
    ? "LINK_MANAGEMENT_ON_EXISTING=overwrite pulumi up, which updates them (adopt accepts equal objects only)"
    : "LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up";
  return (
    `If no other stack manages these objects, run ${command}. If another one may, move them: ` +
    "node_modules/pulumi-link-management/docs/recipes.md#move-an-object-to-another-stack"
  );
}
