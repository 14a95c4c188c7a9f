// Which values of an entry are secret, where they would not stay secret, and what is wrong with expressions.
import type { Props } from "../../kind/definition";
import { entryFields, type FileSchema } from "../schema/file-schema";
import type { ConfigNode } from "../yaml/tree";

/** Reports wrong expressions, and secrets where they would not stay secret: Pulumi keeps only arguments secret. */
export function checkOrigins(node: ConfigNode, schema: FileSchema, wrong: Set<ConfigNode>): void {
  for (const child of node.children.values()) checkOrigins(child, schema, wrong);
  // Its place is found only when it is needed.
  if (!node.origin) return;
  const { range, origin, place, file, text, path } = node;
  for (const { written, problem, help } of origin.problems) {
    // With an escape sequence in it, the whole value is its range.
    const offset = text.indexOf(written);
    const start = range.start + offset;
    const where = offset === -1 ? range : { start, end: start + written.length };
    file.report({ range: where, message: problem!, help });
    wrong.add(node);
  }
  const section = schema.sections.get(String(path[0]!.step));
  const field = String(path.find(({ parent }) => parent?.isEntry)?.step);
  const isArgument = section !== undefined && Object.hasOwn(entryFields(section.definition).shape, field);
  if (!origin.isSecret || !place.isKnown || isArgument) return;
  const message = "cannot come from secret config: it would not stay secret";
  node.error(message, "store the value in plain config, or write it here");
  wrong.add(node);
}

/** Warns about a secret that is in plain text, in the file or in plain stack config: both are in the repository. */
export function warnIfPlain(field: ConfigNode): void {
  const texts = secretTexts(field, field);
  const plain = texts.find(({ origin }) => !origin || origin.plainKey !== undefined);
  // What is next to a secret of the config is no secret.
  if (!plain || texts.some(({ origin }) => origin?.isSecret)) return;
  const key = plain.origin?.plainKey;
  const where = key === undefined ? "it is in the file" : `the stack config value ${key} is`;
  const name = key ?? "NAME";
  const help = `run \`pulumi config set --secret ${name}\`, and write \${config:${name}} in its place`;
  plain.warning(`is secret, but ${where} in plain text`, help);
}

/** The texts that are secret. A mapping with known fields, such as `wifi:`, marks those. Without marks, all of it is. */
function secretTexts(node: ConfigNode, field: ConfigNode): readonly ConfigNode[] {
  if (node.children.size > 0) return [...node.children.values()].flatMap((one) => secretTexts(one, field));
  const isNamed = node !== field && node.parent!.place.fields.includes(String(node.step));
  const isSecret = !isNamed || node.place.meta("secret").includes(true);
  return typeof node.value === "string" && node.value !== "" && isSecret ? [node] : [];
}

/** The arguments with a part from secret config, also those that are made of several fields: all of each is secret. */
export function secretArguments(entry: ConfigNode, args: Props): readonly string[] {
  if (!entry.hasSecret) return [];
  const made = Object.keys(args).filter((name) => !entry.get(name));
  const fields = [...entry.children.keys()].map(String).filter((field) => entry.get(field)!.hasSecret);
  return fields.flatMap((field) => (Object.hasOwn(args, field) ? [field] : made));
}
