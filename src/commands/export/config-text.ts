// From the objects of an account to the text of a config file. Nothing is sent, read or written here.
import type { AccountInfo } from "../../api/account";
import { quote, sanitize } from "../../api/sanitize";
import type { Definition, Props, ReferTo } from "../../kind/definition";
import { readAll } from "../../kind/state";
import { comment, fileId, indented, inline } from "./fields";
import type { Account, AccountObject, KindObjects } from "./read-account";

export type ConfigText = ReturnType<typeof toConfigText>;

const PACKAGE = "node_modules/pulumi-link-management";
const ADOPT_NOTE =
  "The first up adopts the objects of the account that are equal to their entries. Remove this line after it.";

/**
 * @param file its path in the project, with "/"
 * @param isAddition more entries for a config that exists: without `account:` and `defaults:`, which a config has once
 * @returns with a summary: `channels: 1, pixels: 4, not exported: 2 (see the comments)`, or "" if there is nothing
 */
export function toConfigText({ info, kinds, rejected }: Account, file: string, isAddition: boolean) {
  const keys = new Map(kinds.map(({ kind, objects }) => [kind.yaml.section, keysOf(objects)]));
  const refer: ReferTo = (section, id) => keys.get(section)?.get(id) ?? fileId(id);
  const sections = kinds.map((one) => sectionOf(one, refer, isAddition));
  const filled = sections.filter(({ count }) => count > 0);
  const lines = [
    // By this comment, an editor finds the schema.
    `# yaml-language-server: $schema=${"../".repeat(file.split("/").length - 1) || "./"}${PACKAGE}/link-management.schema.json`,
    comment(`An example, the commands and two rules: ${PACKAGE}/docs/config-file.md`),
    comment(`Written by pulumi-link-management export, from account ${info.id} ${info.username}.`),
    ...(isAddition ? [] : [...accountLines(info), ...defaultsLines(filled.map(({ kind }) => kind))]),
    ...sections.flatMap(({ lines }) => lines),
    ...rejected.map(({ kind, why }) => comment(`Not exported: ${kind.yaml.section}: ${why}`)),
  ];
  const omissions = sections.reduce((sum, one) => sum + one.omissions, 0);
  const summary = [
    ...filled.map(({ kind, count }) => `${kind.yaml.section}: ${count}`),
    ...(omissions > 0 ? [`not exported: ${omissions} (see the comments)`] : []),
  ].join(", ");
  return { text: `${lines.join("\n")}\n`, summary };
}

/** What entries and members can refer to. */
function keysOf(objects: readonly AccountObject[]): ReadonlyMap<string, string> {
  return new Map(objects.filter(({ problem }) => !problem).map(({ id, key }) => [id, key]));
}

function sectionOf({ kind, objects }: KindObjects, refer: ReferTo, isAddition: boolean) {
  const options: Props = isAddition ? { ...(isPublic(kind) && { protect: true }), onExisting: "adopt" } : {};
  const all = objects.map((object) => entryOf(kind, object, refer, options));
  const entries = all.flatMap(({ lines }) => lines);
  const omissions = all.flatMap((one) => one.omissions);
  const unreadable = Object.keys(kind.fields).filter((name) => kind.fields[name]!.writeOnly);
  const without = `Without ${unreadable.join(", ")}, which the API does not return.`;
  return {
    kind,
    count: keysOf(objects).size,
    omissions: omissions.length,
    lines: [
      ...(entries.length > 0 && unreadable.length > 0 ? [comment(without)] : []),
      ...omissions.map(comment),
      ...(entries.length > 0 ? [`${kind.yaml.section}:`, ...indented(entries)] : []),
    ],
  };
}

/** @param options of all entries */
function entryOf(kind: Definition, object: AccountObject, refer: ReferTo, options: Props) {
  const { id, name, key, args, isById, item, members, omissions, problem } = object;
  const label = `${kind.type}${name && ` ${quote(name)}`} (id ${sanitize(id, 40)})`;
  const omitted = (why: string) => `Not exported: ${label}: ${why}`;
  if (problem !== undefined) return { lines: [], omissions: [omitted(problem)] };
  const lists = members.map((one) => memberLines(one, refer));
  const entryOptions = isById ? { ...options, onExisting: { id: fileId(id) } } : options;
  const lines = [
    ...Object.entries(args).map(([name, value]) => `${name}: ${inline(value)}`),
    ...lists.flatMap(({ lines }) => lines),
    ...(Object.keys(entryOptions).length > 0 ? [`options: ${inline(entryOptions)}`] : []),
  ];
  return {
    lines: [...recognition(kind, item), `${inline(key)}:`, ...indented(lines)],
    omissions: [...omissions, ...lists.flatMap(({ omissions }) => omissions)].map(omitted),
  };
}

function memberLines(
  { yaml: { entry, field, fromItem, label }, items }: AccountObject["members"][number],
  refer: ReferTo,
) {
  const omissions: string[] = [];
  // The API may list an item twice that is assigned twice.
  const lines = new Map<string, string>();
  for (const item of items.values()) {
    const member = fromItem?.(item, refer);
    if (entry().safeParse(member).success) lines.set(label(member as never), `  - ${inline(member)}`);
    else omissions.push(`${field}: a config file cannot have ${sanitize(JSON.stringify(item), 120)}`);
  }
  return { lines: lines.size > 0 ? [`${field}:`, ...lines.values()] : [], omissions };
}

/** A comment with what people know of an object that they use. */
function recognition(kind: Definition, item: Props): string[] {
  if (!kind.publicUse) return [];
  const shown = Object.entries(readAll({ ...kind.outputs, ...kind.shown }, item));
  const known = shown
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${name} ${sanitize(String(value), 100)}`);
  return known.length === 0 ? [] : [comment(known.join(", "))];
}

/** With any other account, nothing is sent. */
function accountLines({ id, username }: AccountInfo): string[] {
  const name = username.trim();
  return ["account:", `  expect: ${inline({ id: fileId(id), ...(name !== "" && { username: name }) })}`];
}

/** The consent to adopt is in the file, where it is reviewed like everything else. */
function defaultsLines(kinds: readonly Definition[]): string[] {
  if (kinds.length === 0) return [];
  const protectedOnes = kinds.filter(isPublic).map(({ yaml }) => `${yaml.section}: { protect: true }`);
  return ["defaults:", ...indented([comment(ADOPT_NOTE), "onExisting: adopt", ...protectedOnes])];
}

/** Whether people outside the account may use every object of the kind. */
function isPublic({ publicUse }: Definition): boolean {
  return publicUse?.breaks({}) !== undefined;
}
