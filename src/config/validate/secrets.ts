// Secrets of an entry: those that come from secret config, and those that are in plain text, in the file or in plain stack
// config. Both are in the repository.
import type { Props } from "../../kind/definition";
import type { ConfigNode } from "../yaml/tree";

/**
 * The arguments with a value from secret config, by path. An argument that is made of several fields is secret as a
 * whole, and so is a text that contains one.
 */
export function secretPaths(entry: ConfigNode, args: Props): readonly (readonly (string | number)[])[] {
  if (!entry.hasSecret) return [];
  const made = Object.keys(args).filter((name) => !entry.children.has(name));
  return [...entry.children].flatMap(([field, node]) => {
    if (!node.hasSecret) return [];
    return Object.hasOwn(args, field) ? pathsIn(node, [field]) : made.map((name) => [name]);
  });
}

function pathsIn(
  node: ConfigNode,
  path: readonly (string | number)[],
): readonly (readonly (string | number)[])[] {
  if (node.origin?.isSecret) return [path];
  return [...node.children].flatMap(([step, child]) => pathsIn(child, [...path, step]));
}

/** One warning for each field. @param secrets the fields that are secret */
export function warnAboutPlainSecrets(entry: ConfigNode, secrets: ReadonlySet<string>): void {
  for (const field of secrets) {
    const node = entry.children.get(field);
    const texts = node ? textsIn(node, node) : [];
    // What is next to a secret of the config is no secret.
    const plain = texts.some(({ origin }) => origin?.isSecret) ? undefined : texts.find(isPlain);
    const key = plain?.origin?.plainKey;
    if (!plain) continue;
    if (key === undefined)
      plain.warning(
        "secret",
        `${plain.label} is secret, but it is in the file in plain text`,
        "run `pulumi config set --secret NAME`, and write ${config:NAME} in its place",
      );
    else
      plain.warning(
        "secret",
        `${plain.label} is secret, but the stack config value ${key} is in plain text`,
        `store it encrypted: \`pulumi config set --secret ${key}\``,
      );
  }
}

/** The texts that are secret. A mapping with known fields, such as `wifi:`, marks those. Without marks, all of it is. */
function textsIn(node: ConfigNode, field: ConfigNode): readonly ConfigNode[] {
  if (node.children.size > 0) return [...node.children.values()].flatMap((child) => textsIn(child, field));
  const isNamed = node !== field && node.parent!.place.fields.includes(String(node.step));
  const isSecret = !isNamed || node.place.meta("secret").includes(true);
  return typeof node.value === "string" && node.value !== "" && isSecret ? [node] : [];
}

function isPlain({ origin }: ConfigNode): boolean {
  return !origin || origin.plainKey !== undefined;
}
