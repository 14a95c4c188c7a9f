// The secrets of a file, as far as its own text shows.
import { secretsOf } from "../../kind/definition";
import { type MapNode, type Node, plainPairs, type ScalarNode } from "../parse/tree";
import type { Diagnostics } from "../report/diagnostics";
import type { Layout, Section } from "../schema/layout";
import type { SchemaInspector } from "../schema/schema-inspector";
import type { Source } from "../source/source";

/** The values of secret fields. Of a secret with fields, only the parts that its schema does not mark as public. */
export function secretNodes(root: MapNode | undefined, layout: Layout): ReadonlySet<Node> {
  const found = new Set<Node>();
  for (const { section, entry } of entriesIn(root, layout)) {
    const secrets = secretsOf(section.definition, plainPairs(entry.pairs.values()));
    for (const { key, value } of entry.pairs.values()) {
      if (secrets.has(key)) addSecrets(value, section.fields, [key], found);
    }
  }
  return found;
}

/** Warns about secrets in plain text, in the file or in plain stack config: both are in the repository. One for each field. */
export function warnAboutPlainSecrets(
  section: Section,
  entry: MapNode,
  source: Source,
  diagnostics: Diagnostics,
): void {
  const secrets = secretsOf(section.definition, plainPairs(entry.pairs.values()));
  for (const { key, value } of entry.pairs.values()) {
    if (!secrets.has(key)) continue;
    const found = new Set<Node>();
    addSecrets(value, section.fields, [key], found);
    const plain = [...found].find(isPlain);
    if (plain) warnAboutPlain(plain, source, diagnostics);
  }
}

function isPlain(node: Node): node is ScalarNode {
  if (node.kind !== "scalar" || typeof node.value !== "string" || node.value === "") return false;
  return !node.interpolation || node.interpolation.plainKeys.length > 0;
}

function warnAboutPlain(node: ScalarNode, source: Source, diagnostics: Diagnostics): void {
  const location = { source, range: node };
  const [key] = node.interpolation?.plainKeys ?? [];
  const message =
    key === undefined
      ? "this value is secret, but it is in the file in plain text"
      : `this value is secret, but the stack config value ${key} is in plain text`;
  const help =
    key === undefined
      ? "run `pulumi config set --secret NAME`, and write ${config:NAME} in its place"
      : `store it encrypted: \`pulumi config set --secret ${key}\``;
  diagnostics.warningOnce(location, "secret", "", message, help);
}

function entriesIn(root: MapNode | undefined, layout: Layout): { section: Section; entry: MapNode }[] {
  return [...(root?.pairs.values() ?? [])].flatMap(({ key, value }) => {
    const section = layout.sections.get(key);
    if (!section || value.kind !== "map") return [];
    const entries =
      section.onlyKey === undefined ? Array.from(value.pairs.values(), (pair) => pair.value) : [value];
    return entries.flatMap((entry) => (entry.kind === "map" ? [{ section, entry }] : []));
  });
}

function addSecrets(node: Node, inspector: SchemaInspector, path: readonly string[], found: Set<Node>): void {
  const isPublic = node.kind === "scalar" && inspector.isPublicPart(path);
  if (isPublic) return;
  const fields = node.kind === "map" ? inspector.fieldsAt(path) : [];
  if (fields.length === 0) addAll(node, found);
  else if (node.kind === "map")
    for (const { key, value } of node.pairs.values()) addSecrets(value, inspector, [...path, key], found);
}

function addAll(node: Node, found: Set<Node>): void {
  found.add(node);
  if (node.kind === "list") for (const item of node.items) addAll(item, found);
  else if (node.kind === "map") for (const { value } of node.pairs.values()) addAll(value, found);
}
