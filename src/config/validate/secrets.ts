// The secrets of a file, as far as its own text shows.
import { secretsOf } from "../../kind/definition";
import { type MapNode, type Node, plainPairs } from "../parse/tree";
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

/** Warns about secrets from plain stack config, which is in plain text in the repository and in the state. */
export function warnAboutPlainSecrets(
  source: Source,
  root: MapNode | undefined,
  layout: Layout,
  diagnostics: Diagnostics,
): void {
  if (!root?.isInterpolated) return;
  for (const node of secretNodes(root, layout)) {
    const keys = node.kind === "scalar" ? node.interpolation?.plainKeys : undefined;
    for (const key of keys ?? []) {
      const message = `this value is secret, but the stack config value ${key} is in plain text`;
      const help = `store it encrypted: \`pulumi config set --secret ${key}\``;
      diagnostics.warning({ source, range: node }, "secret", message, help);
    }
  }
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
