// The hidden input of every resource, one JSON text: the engine and the SDK spend time on every nested value. The program
// writes a request, because the provider sees nothing else of the program and the state. `check` consumes it, and puts its
// decision in the place. The engine does not display a name that begins with `__`.
import { createHash } from "node:crypto";
import type { Definition, Props } from "./definition";
import type { OnExisting } from "./on-existing";
import type { Stop } from "./stop";

export const ENTRY = "__entry";

/** What the program says about a resource. */
export interface EntryRequest {
  /** In messages, such as `pixels.ads (link-management.yaml:3:3)`. Empty: the program does not use this package's classes. */
  readonly entry: string;
  /** Tells entries with one name apart. */
  readonly urn: string;
  readonly isPreview: boolean;
  /** The accounts that the state records, and that of the program. */
  readonly accounts: readonly string[];
  /** Id of the resource's own object, if the state has one. A pending create has none. */
  readonly ownId?: string;
  readonly onExisting?: OnExisting;
  /**
   * Objects of this kind in the state that the entry may meet, as of `packIds`: all, if it is new or has another identity
   * than recorded. Else those with its identity, or with the id under `onExisting`.
   */
  readonly managedIds?: string;
  /** Ids that an entry of the program has, and that a replacement of an earlier run still has to delete. */
  readonly spared?: readonly string[];
  /** The arguments that the program or the stack config declares as secret. */
  readonly secret?: readonly string[];
  /** The program only reads the object (Pulumi's option `id`). */
  readonly external?: true;
  /** An argument has no value in an update: with `--continue-on-error`, what it depends on has failed. */
  readonly dependencyFailed?: true;
}

/** What `check` decided about a resource. The state keeps that about a new one as it is. */
export interface Decision {
  /** Key of the entry, as of `entryKey`: a create gets neither name nor URN. */
  readonly entry?: string;
  /** Id of the existing object that the create adopts. Unset: it creates one. */
  readonly adopt?: string;
  /** The adoption updates the object. */
  readonly update?: true;
  /**
   * What the update overwrites, for reviews: the live value of each field, null if the service does not show it. Of a secret
   * field "[secret]".
   */
  readonly live?: Props;
  /** The user says that the object may exist (`adopt`, `overwrite`), but no list shows it. The create proves it, if it can. */
  readonly mayExist?: true;
  /** Its object was deleted by hand, and the entry cannot create it again: what to do. Only in a preview: an apply fails. */
  readonly lost?: string;
  /** The account shows it already: the create sends nothing. */
  readonly isThere?: true;
  /** The entry wants another object, whatever exists. */
  readonly duplicate?: true;
  /** Ids of the objects that are alike and exist beside it: reviews name them, and the create does not take them for new. */
  readonly beside?: readonly string[];
  /** Id of the object that the new or adopted one replaces. */
  readonly replacedId?: string;
  /** It exists, and is deleted afterwards. Only in a preview: the deletion guard of the program counts it. */
  readonly replaces?: true;
  /** What an argument depends on has failed: the engine skips the create, or it must fail. */
  readonly dependencyFailed?: true;
  /** Why the resource cannot be applied. Only in a preview: the program reports all of them at once. */
  readonly stop?: Stop;
}

/** Removes the hidden input. */
export function takeRequest({ [ENTRY]: text, ...inputs }: Props): { request: EntryRequest; inputs: Props } {
  return { request: { entry: "", urn: "", isPreview: false, accounts: [], ...parse(text) }, inputs };
}

export function decisionOf(inputs: Props): Decision {
  return parse(inputs[ENTRY]);
}

/** Tells the entries of a program apart. Short, because the state keeps it twice for each resource. */
export function entryKey(urn: string): string | undefined {
  return urn === "" ? undefined : createHash("sha256").update(urn).digest("hex").slice(0, 12);
}

export function entryText(value: EntryRequest | Decision): string {
  return JSON.stringify(value);
}

function parse(text: unknown): object {
  return typeof text === "string" && text !== "" ? JSON.parse(text) : {};
}

/** The Pulumi id of a pending create. It is part of states: a compatibility promise. */
export const PENDING_ID = "undecided";

/** Why an entry cannot go on with what the state records about it. `undefined` if it can. */
export function recordedProblem(
  { list }: Pick<Definition, "list">,
  { ownId, onExisting }: Pick<EntryRequest, "ownId" | "onExisting">,
): string | undefined {
  if (typeof onExisting !== "object" || !list) return undefined;
  if (ownId === undefined || ownId === String(onExisting.id)) return undefined;
  return (
    `onExisting names id ${onExisting.id}, but the entry manages id ${ownId}. Correct onExisting, or remove it. To manage ` +
    "the other object instead, run `pulumi state delete` for the entry first"
  );
}

/** How messages name an entry that is only in the state. @param name of its resource */
export function entryName({ type, yaml }: Definition, name: string): string {
  if (yaml.shape === "mapping") return `${yaml.section}.${name}`;
  if (yaml.shape === "single") return name === yaml.key ? yaml.section : `${type} ${name}`;
  const [parent, ...label] = name.split("/");
  if (label.length === 0) return `${type} ${name}`;
  return `${yaml.section}.${parent}.${yaml.field} ${label.join("/")}`;
}

/** An entry in messages. @param location such as `link-management.yaml:3:3` */
export function withPlace(entry: string, location: string | undefined): string {
  return location === undefined ? entry : `${entry} (${location})`;
}

/** The name in a URN, which is that of the resource. */
export function resourceName(urn: string): string {
  return urn.split("::").at(-1) ?? urn;
}

/** Many ids as a short text, such as `101-350,352`: every new entry carries those of its kind. */
export function packIds(ids: readonly string[]): string {
  const isNumber = (id: string) => /^[1-9]\d{0,14}$/.test(id);
  const numbers = ids
    .filter(isNumber)
    .map(Number)
    .sort((a, b) => a - b);
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range && number <= range[1] + 1) range[1] = number;
    else ranges.push([number, number]);
  }
  const texts = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  // What is no number is quoted: it may have a hyphen.
  return [...texts, ...ids.filter((id) => !isNumber(id)).map((id) => `"${id}"`)].join(",");
}

export function unpackIds(text = ""): string[] {
  return text.split(",").flatMap((part) => {
    if (part === "") return [];
    if (part.startsWith('"')) return part.slice(1, -1);
    const [first = 0, last = first] = part.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  });
}
