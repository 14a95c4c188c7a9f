// The hidden input of every resource, one JSON text: the engine and the SDK spend time on every nested value. The program
// writes a request, because the provider sees nothing else of the program and the state. `check` consumes it, and puts its
// decision in the place. The engine does not display a name that begins with `__`.
import type { Definition, Props } from "./definition";
import type { Collision } from "./existing/collision";
import type { OnExisting } from "./existing/on-existing";

export const ENTRY = "__entry";

/** What the program says about a resource. */
export interface EntryRequest {
  /** In messages, such as `pixels.ads (link-management.yaml:3:3)`. Empty: the program does not use this package's classes. */
  readonly entry: string;
  readonly isPreview: boolean;
  /** The accounts that the state records, and that of the program. */
  readonly accounts: readonly string[];
  /** Id of the resource's own object, if the state has one. */
  readonly ownId?: string;
  /** The create that the state records has an unknown result, and whether the entry now decides it. */
  readonly pending?: "undecided" | "decided";
  readonly onExisting?: OnExisting;
  /** Other objects of the state with the recorded identity of this entry, or the id under `onExisting`. "": no id yet. */
  readonly managedIds?: readonly string[];
  /** The program only reads the object (Pulumi's option `id`). */
  readonly isRead?: true;
  /** The number of deletions that the program expects, by type. For the estimate. */
  readonly deletions?: Readonly<Record<string, number>>;
}

/** What `check` decided about a new resource. The state keeps it as it is. */
export interface Decision {
  /** Id of the existing object that the create adopts. Unset: it creates one. */
  readonly adopt?: string;
  /** The adoption updates the object. */
  readonly update?: true;
  /** Why the resource cannot be created. Only in a preview: the program reports all collisions at once. */
  readonly collision?: Collision;
}

const NO_REQUEST: EntryRequest = { entry: "", isPreview: false, accounts: [] };

/** Removes the hidden input. */
export function takeRequest(inputs: Props): { request: EntryRequest; inputs: Props } {
  const { [ENTRY]: text, ...rest } = inputs;
  return { request: { ...NO_REQUEST, ...parse<Partial<EntryRequest>>(text) }, inputs: rest };
}

export function decisionOf(inputs: Props): Decision {
  return parse<Decision>(inputs[ENTRY]);
}

export function entryText(value: EntryRequest | Decision): string {
  return JSON.stringify(value);
}

function parse<T extends object>(text: unknown): Partial<T> {
  return typeof text === "string" && text !== "" ? JSON.parse(text) : {};
}

/** How messages name an entry that is only in the state. @param name of its resource */
export function entryName({ type, yaml }: Pick<Definition, "type" | "yaml">, name: string): string {
  if (yaml.shape === "mapping") return `${yaml.section}.${name}`;
  if (yaml.shape === "single") return name === yaml.key ? yaml.section : `${type} ${name}`;
  const [parent, ...label] = name.split("/");
  if (label.length === 0) return `${type} ${name}`;
  return `${yaml.section}.${parent}.${yaml.field} ${label.join("/")}`;
}

/** The name in a URN, which is that of the resource. */
export function nameOf(urn: string): string {
  return urn.split("::").at(-1) ?? urn;
}
