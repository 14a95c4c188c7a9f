// From the entries of an account to the text of a config file. Nothing is sent, read or written here.
import type { AccountInfo } from "../../api/account";
import { quote, sanitize } from "../../api/sanitize";
import { formatList } from "../../api/suggest";
import type { Definition, Props, ReferTo } from "../../kind/definition";
import { definitions } from "../../resources/definitions";
import { type Entry, entryLines, fileId, textProblem } from "./entry";
import { comment, indented, inline } from "./yaml";

/** The entries of a kind. */
export interface KindEntries {
  readonly kind: Definition;
  readonly entries: readonly Entry[];
}

export interface ConfigText {
  readonly text: string;
  /** `5 objects (1 channel and 4 pixels), not exported: 2 (see the comments)` */
  readonly summary: string;
  /** Of entries, and of comments about what the file does not have. */
  readonly counts: { readonly entries: number; readonly omissions: number };
}

const SCHEMA = "node_modules/pulumi-link-management/link-management.schema.json";
const ADOPT_NOTE =
  "The first up adopts the objects of the account that are equal to their entries. Remove this line after it.";

/**
 * @param file its path in the project, with "/"
 * @param isAddition more entries for a config that exists: without `account:` and `defaults:`, which a config has once
 */
export function toConfigText(
  account: AccountInfo,
  kinds: readonly KindEntries[],
  file: string,
  isAddition: boolean,
): ConfigText {
  const keys = new Map(kinds.map(({ kind, entries }) => [kind.yaml.section, keysOf(entries)]));
  const refer: ReferTo = (section, id) => keys.get(section)?.get(id) ?? fileId(id) ?? id;
  const sections = kinds.map((one) => sectionOf(one, refer, isAddition));
  const filled = sections.filter(({ count }) => count > 0);
  const lines = [
    ...titleOf(account, file, isAddition),
    ...(isAddition ? [] : [...accountLines(account), ...defaultsLines(filled.map(({ kind }) => kind))]),
    ...sections.flatMap(({ lines }) => lines),
  ];
  const counts = {
    entries: sections.reduce((sum, { count }) => sum + count, 0),
    omissions: sections.reduce((sum, { omissions }) => sum + omissions, 0),
  };
  return { text: `${lines.join("\n")}\n`, summary: summaryOf(filled, counts), counts };
}

function summaryOf(
  sections: readonly { readonly kind: Definition; readonly count: number }[],
  { entries, omissions }: ConfigText["counts"],
): string {
  const words = sections.map(({ kind, count }) => {
    const { section } = kind.yaml;
    return `${count} ${count === 1 ? section.replace(/s$/, "") : section}`;
  });
  const exported = `${entries} object${entries === 1 ? "" : "s"}`;
  const kinds = entries === 0 ? "" : ` (${formatList(words)})`;
  return `${exported}${kinds}${omissions === 0 ? "" : `, not exported: ${omissions} (see the comments)`}`;
}

/** What members can refer to. */
function keysOf(entries: readonly Entry[]): ReadonlyMap<string, string> {
  return new Map(entries.filter(({ problem }) => !problem).map(({ object: { id, key } }) => [id, key]));
}

function sectionOf({ kind, entries }: KindEntries, refer: ReferTo, isAddition: boolean) {
  const options: Props = isAddition ? { ...(isPublic(kind) && { protect: true }), onExisting: "adopt" } : {};
  const lines: string[] = [];
  const omissions: string[] = [];
  for (const entry of entries) {
    const text = entry.problem ? undefined : entryLines(kind, entry, refer, options);
    if (text) lines.push(...text.lines);
    const omitted = text ? [...entry.omissions, ...text.omissions] : [entry.problem];
    omissions.push(...omitted.map((line) => `${labelOf(kind, entry)}: ${line}`));
  }
  const count = entries.filter(({ problem }) => !problem).length;
  const comments = [
    ...(count > 0 ? unreadable(kind) : []),
    ...omissions.map((line) => `Not exported: ${line}`),
  ];
  const { section } = kind.yaml;
  const body =
    count > 0 ? [`${section}:`, ...indented(lines)] : comments.length > 0 ? [`${section}: {}`] : [];
  return { kind, count, omissions: omissions.length, lines: [...comments.map(comment), ...body] };
}

/** `Channel "Spring" (id 101)` */
function labelOf({ type }: Definition, { object: { id, name } }: Entry): string {
  return `${type}${name === "" ? "" : ` ${quote(name)}`} (id ${sanitize(id, 40)})`;
}

/** What no entry of the kind can have, because the API does not show it. */
function unreadable({ fields, yaml: { section } }: Definition): string[] {
  const names = Object.keys(fields).filter((name) => fields[name]!.writeOnly);
  const unlisted = definitions.flatMap(({ yaml, lifecycle }) =>
    yaml.shape === "list" && yaml.section === section && !lifecycle.members ? [yaml.field] : [],
  );
  return [
    ...(names.length > 0 ? [`Without ${names.join(", ")}, which the API does not return.`] : []),
    ...unlisted.map((field) => `Without ${field}, which the API does not list. Add them by hand.`),
  ];
}

/** With any other account, nothing is sent. */
function accountLines({ id, username, email }: AccountInfo): string[] {
  const names = Object.entries({ username: username.trim(), email: email.trim() });
  const name = names.find(([, value]) => value !== "" && textProblem(value) === undefined);
  const numericId = fileId(id);
  const expect = {
    ...(typeof numericId === "number" && { id: numericId }),
    ...(name && { [name[0]]: name[1] }),
  };
  return Object.keys(expect).length === 0 ? [] : ["account:", `  expect: ${inline(expect)}`];
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

/** By the first comment, an editor finds the schema. */
function titleOf({ id, username }: AccountInfo, file: string, isAddition: boolean): string[] {
  const toProject = "../".repeat(file.split("/").length - 1) || "./";
  const title = `Written by pulumi-link-management export, from account ${`${id} ${username}`.trim()}.`;
  return [
    `# yaml-language-server: $schema=${toProject}${SCHEMA}`,
    comment(isAddition ? `${title} Add it to the config: include: ${file}` : title),
  ];
}
