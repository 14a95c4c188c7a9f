// The hidden input of every resource. The program writes a request for the provider, which sees nothing else of the
// program and the state. `check` replaces it by its plan. The engine does not display a name that begins with `__`.
import type { Definition, Props } from "./definition";
import type { Collision } from "./existing/collision";
import type { OnExisting } from "./existing/on-existing";

export const ENTRY = "__entry";

/** What the state records about an entry of a config file. The loader reads it when the entry has left the file. */
export interface FileRecord {
  /** Path of the main file in the project. Unset for a resource of a program. */
  readonly file?: string;
  /** Whether the object stays on the account without its entry (`retainOnDelete`). */
  readonly isRetained?: true;
}

/** Ids repeat between accounts. Under "" are those of an unknown account. */
export type IdsByAccount = Readonly<Record<string, readonly string[]>>;

export function idsByAccount(
  records: Iterable<{ readonly id?: string | undefined; readonly account?: string | undefined }>,
): IdsByAccount {
  const ids: Record<string, string[]> = {};
  for (const { id, account = "" } of records) {
    if (id === undefined) continue;
    ids[account] ??= [];
    ids[account].push(id);
  }
  return ids;
}

/** What the program says about a resource. */
export interface EntryRequest extends FileRecord {
  /** The entry in messages, such as `pixels.ads`. */
  readonly entry: string;
  /** Where a config file has it, such as `link-management.yaml:3:3`. Never in the state: a moved line is no change. */
  readonly location?: string;
  readonly urn?: string;
  readonly isPreview: boolean;
  /** The accounts that the state records. */
  readonly accounts: readonly string[];
  /** Id of the resource's own object, if the state has one. */
  readonly ownId?: string;
  /** The objects of this kind in the state. Only for an entry that may adopt an existing object. */
  readonly managedIds?: IdsByAccount;
  /** The state has an object of this kind without an id, such as an import before its first refresh. */
  readonly hasUnknownIds?: boolean;
  readonly onExisting?: OnExisting;
  /** The program only reads the object (Pulumi's option `id`). */
  readonly isRead?: boolean;
  /** The state has a pending create of this entry, and whether the entry now decides it. */
  readonly pending?: "undecided" | "decided";
  /** Arguments that the program marks as secret. A provider gets their values without the mark. */
  readonly secrets?: readonly string[];
}

/** What `check` decided about a new resource, and the record of its file. The outputs keep it. */
export interface EntryPlan extends FileRecord {
  /** For messages of a refresh or a destroy, which run no program. As of the last create or update. */
  readonly urn?: string;
  /** Id of the existing object that the create adopts. */
  readonly adopt?: string;
  /** Fields that the adoption updates. */
  readonly changed?: readonly string[];
  /** A rejected assignment counts as assigned. */
  readonly adoptsExisting?: boolean;
  /** The resource has an object already: this create replaces it. */
  readonly isReplacement?: boolean;
  /** Why the resource cannot be created. The program reports all collisions of a preview at once. */
  readonly collision?: Collision;
  /** A decided pending create is replaced. */
  readonly resolvesPending?: boolean;
  /** Arguments that are secret because the program marks them, not because of their kind. */
  readonly secrets?: readonly string[];
}

const NO_REQUEST: EntryRequest = { entry: "", isPreview: false, accounts: [] };

/** Removes the hidden input. A program without this package's classes sends none. */
export function takeRequest(inputs: Props): { request: EntryRequest; inputs: Props } {
  const { [ENTRY]: text, ...rest } = inputs;
  return { request: { ...NO_REQUEST, ...(parse(text) as Partial<EntryRequest>) }, inputs: rest };
}

export function planOf(inputs: Props): EntryPlan {
  return parse(inputs[ENTRY]) as EntryPlan;
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

export function fileRecordOf({ file, isRetained }: FileRecord): FileRecord {
  return { ...(file !== undefined && { file }), ...(isRetained && { isRetained }) };
}

export function isSameRecord(a: FileRecord, b: FileRecord): boolean {
  return a.file === b.file && a.isRetained === b.isRetained;
}

/** Both are one JSON text: the engine and the SDK spend time on every nested value. */
export function toText(value: EntryRequest | EntryPlan): string {
  return JSON.stringify(value);
}

function parse(text: unknown): unknown {
  return typeof text === "string" && text !== "" ? JSON.parse(text) : {};
}
