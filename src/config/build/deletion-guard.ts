// The deletion guard of a file that is the whole program: what happens to the resources in the state whose entries left the
// config, or replace their object. Compared before the first registration, so that a lost `include:` deletes nothing.
import type { MaxDeletions } from "../../api/settings";
import { compare } from "../../kind/compare";
import type { Definition, Props } from "../../kind/definition";
import { entryName, nameOf, withPlace } from "../../kind/entry";
import { isDecided, type OnExisting } from "../../kind/on-existing";
import { reportLines } from "../../pulumi/report";
import type { RecordedResource } from "../../pulumi/stack-state";

/** An entry or a member of the config. */
export interface GuardedResource {
  readonly definition: Definition;
  readonly label: string;
  readonly location?: string;
  /** Under which the state may have it, the own one first. */
  readonly urns: readonly string[];
  /** Unset for the member of a list. */
  readonly args?: Props;
  /** Fields that are not compared. */
  readonly ignoreChanges: readonly string[];
  readonly onExisting: OnExisting | undefined;
}

export interface GuardedConfig {
  /** In messages. */
  readonly file: string;
  readonly resources: readonly GuardedResource[];
  /** @default 30% of 10 or more */
  readonly maxDeletions?: MaxDeletions | undefined;
}

export interface GuardReport {
  /** Why nothing may be registered. */
  readonly errors: readonly string[];
  /** Of what people lose. An update says itself which objects stay on the account. */
  readonly warnings: readonly { readonly text: string; readonly isPreviewOnly: boolean }[];
  /** The number of objects that will be deleted by type, without the replaced ones. */
  readonly deletions: Readonly<Record<string, number>>;
}

const VARIABLE = "LINK_MANAGEMENT_MAX_DELETIONS";
const DEFAULT_PERCENT = 30;
/** With fewer objects in the state, nothing is limited by default. */
const MIN_OBJECTS = 10;
/** A user must be able to read the address of every lost object. */
const MAX_PUBLISHED_LINES = 200;

/** A resource in the state that belongs to the config. */
interface Recorded extends RecordedResource {
  readonly definition: Definition;
  /** In messages. */
  readonly entry: string;
  /** The fields whose new values replace the object. @default it is deleted */
  readonly replaces?: readonly string[];
}

export function guardDeletions(
  state: Iterable<RecordedResource>,
  kinds: readonly { readonly definition: Definition }[],
  config: GuardedConfig,
): GuardReport {
  const all = recordedIn(state, kinds);
  const resources = resourcesByUrn(all, config.resources);
  const removed = all.filter(({ urn }) => !resources.has(urn));
  const deletable = all.filter(isDeletable);
  const deleted = deletable.filter(({ urn }) => !resources.has(urn));
  const replaced = deletable.flatMap((one) => replacementOf(one, resources.get(one.urn)));
  const errors = [
    ...renamedCodes(removed, all, config.resources),
    ...tooMany([...deleted, ...replaced], deletable.length, config),
  ];
  const published = deleted.filter((one) => lossOf(one) !== undefined);
  const retained = retainedOf(removed, deleted);
  return {
    errors,
    warnings: [
      ...(published.length > 0
        ? [{ text: deletionsText(published, config.file), isPreviewOnly: false }]
        : []),
      ...(retained.length > 0 ? [{ text: retainedText(retained, config.file), isPreviewOnly: true }] : []),
    ],
    deletions: countsOf(deleted),
  };
}

function countsOf(resources: readonly Recorded[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of resources) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

function recordedIn(
  state: Iterable<RecordedResource>,
  kinds: readonly { readonly definition: Definition }[],
): readonly Recorded[] {
  const definitions = new Map(kinds.map(({ definition }) => [definition.type, definition]));
  return [...state].flatMap((resource) => {
    const definition = definitions.get(resource.type);
    return definition ? { ...resource, definition, entry: entryName(definition, nameOf(resource.urn)) } : [];
  });
}

/** As in the engine, an alias counts only if the state has no resource with an earlier URN of the list. */
function resourcesByUrn(
  all: readonly Recorded[],
  resources: readonly GuardedResource[],
): ReadonlyMap<string, GuardedResource> {
  const recorded = new Set(all.map(({ urn }) => urn));
  return new Map(
    resources.flatMap((resource) => {
      const urn = resource.urns.find((one) => recorded.has(one));
      return urn === undefined ? [] : [[urn, resource] as const];
    }),
  );
}

/** The object that other create-only values replace. None if it is retained. */
function replacementOf(recorded: Recorded, resource: GuardedResource | undefined): readonly Recorded[] {
  if (!resource?.args) return [];
  const { replaces } = compare(recorded.definition, recorded.values, resource.args);
  const changed = replaces.filter((name) => !resource.ignoreChanges.includes(name));
  return changed.length === 0 ? [] : [{ ...recorded, replaces: changed }];
}

/** A pending create has no object. */
function isDeletable({ definition, isPending }: Recorded): boolean {
  return definition.whyRetained === undefined && !isPending;
}

function tooMany(lost: readonly Recorded[], total: number, config: GuardedConfig): string[] {
  const { maxDeletions, file } = config;
  if (maxDeletions === undefined && total < MIN_OBJECTS) return [];
  const max = maxDeletions ?? `${DEFAULT_PERCENT}%`;
  const limit = typeof max === "number" ? max : Math.floor((total * Number.parseFloat(max)) / 100);
  const count = lost.length;
  if (count <= limit) return [];
  const percentage = typeof max === "number" ? "" : ` (${max})`;
  const publishedFirst = lost.toSorted((a, b) => Number(!lossOf(a)) - Number(!lossOf(b)));
  return [
    [
      `${count} of ${objects(total)} would be deleted or replaced. maxDeletions allows ${limit}${percentage}. ` +
        "Nothing was changed.",
      ...reportLines(publishedFirst, lineOf, ({ entry }) => entry),
      `Check ${file} and its include:. To continue, run ${VARIABLE}=${count} pulumi up. Do the same if --target or ` +
        "another part of the program keeps them, which the loader cannot see.",
    ].join("\n"),
  ];
}

/** New entries with the content of removed ones: with other keys, they would be other codes. */
function renamedCodes(
  removed: readonly Recorded[],
  all: readonly Recorded[],
  resources: readonly GuardedResource[],
): string[] {
  const recorded = new Set(all.map(({ urn }) => urn));
  const left = removed.filter(({ definition }) => definition.content !== undefined);
  return resources.flatMap(({ definition, label, location, urns, args, onExisting }) => {
    const isNew = !urns.some((urn) => recorded.has(urn));
    if (!args || !isNew || isDecided(onExisting)) return [];
    const at = left.findIndex((one) => one.definition === definition && hasContent(one, args));
    const [old] = at === -1 ? [] : left.splice(at, 1);
    if (!old) return [];
    return (
      `${withPlace(label, location)} has the content of ${lineOf(old)}. That entry leaves the config. If the key changed, add ` +
      `renamedFrom: ${nameOf(old.urn)}, and the object stays. To create another one, set onExisting: duplicate under ` +
      "options. Nothing was changed."
    );
  });
}

function hasContent({ definition, values }: Recorded, args: Props): boolean {
  const { content = [], fields } = definition;
  return content.every((name) => args[name] !== undefined && fields[name]?.same(values[name], args[name]));
}

/** Without the members of deleted entries, which are gone with them. */
function retainedOf(removed: readonly Recorded[], deleted: readonly Recorded[]): readonly Recorded[] {
  const gone = new Set(deleted.map(({ definition, id }) => `${definition.yaml.section} ${id}`));
  return removed.filter(({ definition: { whyRetained, parent, yaml }, values }) => {
    if (whyRetained === undefined) return false;
    return parent === undefined || !gone.has(`${yaml.section} ${values[parent]}`);
  });
}

function retainedText(retained: readonly Recorded[], file: string): string {
  return [
    `${entries(retained.length)} no longer in ${file}. Only the state loses ${retained.length === 1 ? "it" : "them"}:`,
    ...reportLines(
      retained,
      ({ entry, definition }) => `${entry}: ${definition.whyRetained}`,
      ({ entry }) => entry,
    ),
  ].join("\n");
}

function deletionsText(published: readonly Recorded[], file: string): string {
  const one = published.length === 1;
  return [
    `${one ? "1 public object" : `${published.length} public objects`} will be deleted unless --target excludes ` +
      `${one ? "it: its entry is" : "them: their entries are"} no longer in ${file}.`,
    ...reportLines(published, lineOf, ({ entry }) => entry, MAX_PUBLISHED_LINES),
    "To keep an object, restore its entry. If its key changed, add renamedFrom.",
  ].join("\n");
}

/** `qrCodes.menu (id 101, https://…): every printed copy stops working` */
function lineOf(resource: Recorded): string {
  const { definition, entry, id, shown, replaces } = resource;
  const address = shown[definition.publicUse?.address ?? ""];
  const known = [
    ...(id === undefined ? [] : [`id ${id}`]),
    ...(address === undefined ? [] : [String(address)]),
  ];
  const replaced = replaces && `another ${replaces.join(", ")} replaces it`;
  const effect = [replaced, lossOf(resource)].filter((one) => one !== undefined).join(", and ");
  return `${entry}${known.length > 0 ? ` (${known.join(", ")})` : ""}${effect === "" ? "" : `: ${effect}`}`;
}

function lossOf({ definition, values }: Recorded): string | undefined {
  return definition.publicUse?.breaks(values);
}

function entries(count: number): string {
  return count === 1 ? "1 entry is" : `${count} entries are`;
}

function objects(count: number): string {
  return count === 1 ? "1 object" : `${count} objects`;
}
