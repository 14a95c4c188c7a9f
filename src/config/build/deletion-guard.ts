// The deletion guard of a file that is the whole program: what happens to the resources in the state whose entries left the
// config, or replace their object. Compared before the first registration, so that a lost `include:` deletes nothing.
import { sanitize } from "../../api/sanitize";
import { deletionLimit, isPercentage, type Settings } from "../../api/settings";
import { compare } from "../../kind/compare";
import type { Definition } from "../../kind/definition";
import { entryName, resourceName, withPlace } from "../../kind/entry";
import { same } from "../../kind/meaning";
import { isDecided } from "../../kind/on-existing";
import { reportLines } from "../../pulumi/report";
import type { RecordedResource } from "../../pulumi/stack-state";
import { definitions } from "../../resources/definitions";
import type { Plan, PlannedResource } from "../validate/plan";
import { urnsIn } from "./make-resources";

type GuardSettings = Pick<Settings, "maxDeletions" | "onExisting" | "isInReview">;

const DEFAULT_MAX_DELETIONS = "30%";
/** With fewer objects in the state, nothing is limited by default. */
const MIN_OBJECTS = 10;

/** A resource in the state. */
interface Recorded extends RecordedResource {
  readonly definition: Definition;
  /** In messages. */
  readonly entry: string;
  /** What the config has in its place. Unset: it left the config. */
  readonly resource: PlannedResource | undefined;
  /** The fields whose new values replace its object. */
  readonly replaces: readonly string[];
}

/**
 * @param replaced URNs of those whose object is replaced without a change of the config. @default none is known yet
 * @returns why nothing may be registered, and what people lose
 */
export function guardDeletions(
  state: Iterable<RecordedResource>,
  plan: Plan,
  settings: GuardSettings,
  isPreview: boolean,
  replaced: ReadonlySet<string> = new Set(),
): { readonly errors: readonly string[]; readonly warnings: readonly string[] } {
  const all = recordedIn([...state], plan.resources);
  const removed = all.filter(({ resource }) => !resource);
  // A pending create has no object.
  const deletable = all.filter(({ definition, pending }) => !definition.whyRetained && pending === undefined);
  const lost = deletable.filter(
    ({ resource, replaces, urn }) => !resource || replaces.length > 0 || replaced.has(urn),
  );
  const errors = [
    ...renamedCodes(removed, all, plan, settings),
    ...limited(lost, deletable.length, plan, settings),
  ];
  // A review shows both as rows.
  if (settings.isInReview) return { errors, warnings: [] };
  const deleted = lost.filter(({ resource }) => !resource);
  const title =
    "Public objects will be deleted, unless they are gone already, or --target or retainOnDelete keeps them: their " +
    `entries are no longer in ${plan.file}.`;
  const next = "To keep an object, restore its entry. If its key changed, add renamedFrom.";
  const published = listed(title, deleted.filter(isPublished), describe, next);
  // An update says itself which objects stay on the account.
  return {
    errors,
    warnings: isPreview ? [...published, ...retainedTexts(removed, deleted, plan)] : published,
  };
}

function recordedIn(state: readonly RecordedResource[], resources: readonly PlannedResource[]): Recorded[] {
  const recorded = new Set(state.map(({ urn }) => urn));
  // As in the engine, an alias counts only if the state has no resource with an earlier URN of the list.
  const byUrn = new Map(resources.map((one) => [urnsIn(one).find((urn) => recorded.has(urn)), one]));
  return state.flatMap((one) => {
    const definition = definitions.find(({ type }) => type === one.type);
    if (!definition) return [];
    const resource = byUrn.get(one.urn);
    const { args, options } = resource ?? {};
    const { replaces } = args ? compare(definition, one.values, args) : { replaces: [] };
    return {
      ...one,
      definition,
      entry: entryName(definition, resourceName(one.urn)),
      resource,
      replaces: replaces.filter((name) => !options?.ignoreChanges?.includes(name)),
    };
  });
}

/** An error if `maxDeletions` is exceeded. */
function limited(lost: readonly Recorded[], total: number, plan: Plan, settings: GuardSettings): string[] {
  const byDefault = total < MIN_OBJECTS ? undefined : DEFAULT_MAX_DELETIONS;
  const max = settings.maxDeletions ?? plan.maxDeletions ?? byDefault;
  const count = lost.length;
  if (max === undefined || count <= deletionLimit(max, total)) return [];
  const rule = `maxDeletions allows ${deletionLimit(max, total)}${isPercentage(max) ? ` (${max})` : ""}.`;
  // Unless --target excludes them.
  const effect = `${count} of ${total === 1 ? "1 object" : `${total} objects`} would be deleted or replaced. ${rule}`;
  const publishedFirst = lost.toSorted((a, b) => Number(isPublished(b)) - Number(isPublished(a)));
  // A setting takes precedence over the file.
  const inFile =
    settings.maxDeletions === undefined
      ? `write maxDeletions: ${count} into ${plan.file}, which is reviewed. Or for one run, `
      : "";
  const next =
    `Check ${plan.file} and its include:. If people deleted them on the website, run \`pulumi refresh\` first. To continue, ` +
    `${inFile}run LINK_MANAGEMENT_MAX_DELETIONS=${count} pulumi up. Do the same if --target or ` +
    "another part of the program keeps them, which the loader cannot see.";
  return listed(`${effect} Nothing was changed.`, publishedFirst, describe, next);
}

/** New entries with the content of removed ones: with other keys, they would be other codes. */
function renamedCodes(
  removed: readonly Recorded[],
  all: readonly Recorded[],
  { resources }: Plan,
  settings: GuardSettings,
): string[] {
  const known = new Set(all.map(({ resource }) => resource));
  return resources.flatMap((resource) => {
    const { definition, name, node, args, options } = resource;
    const { content, fields } = definition;
    if (!content || !args || known.has(resource)) return [];
    if (isDecided(options.onExisting ?? settings.onExisting)) return [];
    const isSame = (field: string, { values }: Recorded) =>
      args[field] !== undefined && same(fields[field]!, values[field], args[field]);
    const old = removed.find(
      (one) => one.definition === definition && content.every((field) => isSame(field, one)),
    );
    if (!old) return [];
    return (
      `${withPlace(entryName(definition, name), node.keyPosition)} has the content of ${describe(old)}. That entry leaves the ` +
      `config. If the key changed, add renamedFrom: ${resourceName(old.urn)}, and the object stays. To create another one, set ` +
      "onExisting: duplicate under options. Nothing was changed."
    );
  });
}

/** Without the members of deleted entries, which are gone with them. */
function retainedTexts(removed: readonly Recorded[], deleted: readonly Recorded[], { file }: Plan): string[] {
  const gone = new Set(deleted.map(({ definition, id }) => `${definition.yaml.section} ${id}`));
  const retained = removed.filter(
    ({ definition: { whyRetained, parent = "", yaml }, values }) =>
      whyRetained !== undefined && !gone.has(`${yaml.section} ${values[parent]}`),
  );
  const title = `Entries are no longer in ${file}. Only the state loses them:`;
  return listed(title, retained, ({ entry, definition }) => `${entry}: ${definition.whyRetained}`);
}

/** One text, or none if there is nothing to list. */
function listed(title: string, all: readonly Recorded[], line: (one: Recorded) => string, next?: string) {
  const lines = reportLines(all, line, ({ entry }) => entry);
  return all.length === 0 ? [] : [[title, ...lines, next].filter(Boolean).join("\n")];
}

/** `qrCodes.menu (id 101, https://…): every printed copy stops working` */
function describe({ definition, entry, id, shown, values, replaces }: Recorded): string {
  const { address = "", breaks } = definition.publicUse ?? {};
  const replaced = replaces.length > 0 && `another ${replaces.join(", ")} replaces it`;
  const known = [id && `id ${id}`, shown[address] && sanitize(String(shown[address]))].filter(Boolean);
  const effects = [replaced, breaks?.(values)].filter(Boolean).join(", and ");
  return `${entry}${known.length > 0 ? ` (${known.join(", ")})` : ""}${effects && `: ${effects}`}`;
}

function isPublished({ definition, values }: Recorded): boolean {
  return definition.publicUse?.breaks(values) !== undefined;
}
