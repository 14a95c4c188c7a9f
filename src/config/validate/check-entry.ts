// What is wrong with an entry whose fields are right, and which of its values are secret.
import { type Definition, type Props, secretsOf } from "../../kind/definition";
import { cannotCreate, onExistingProblem } from "../../kind/on-existing";
import { warningsOf } from "../../kind/warnings";
import { OPTIONS } from "../schema/loader-fields";
import { UNRESOLVED } from "../yaml/expressions";
import { type ConfigNode, isMapping, type Step } from "../yaml/tree";
import { joined } from "./explain";

/** Reports what is wrong. @param fields those of the kind, as written. @param args the arguments that they make */
export function isEntryValid(definition: Definition, node: ConfigNode, fields: Props, args: Props): boolean {
  warn(definition, node, fields, args);
  const options = node.get(OPTIONS);
  if (options && !options.isValid) return false;
  const existing = options?.get("onExisting");
  const problem = existing && onExistingProblem(definition, args, existing.value);
  // Also of an entry in the state, which is not known here.
  const missing = isMapping(existing?.value) ? undefined : cannotCreate(definition, args);
  if (problem) existing.error("conflict", `${node.label}: onExisting ${problem}`);
  else if (missing)
    node.keyError(
      "missing",
      `${node.label}: ${missing}: add them, or set onExisting: { id: 4711 } under its ${OPTIONS}`,
    );
  for (const field of secretsOf(definition, fields)) warnIfPlain(node.get(field));
  return node.isValid;
}

/** A warning may quote a value, unless the kind calls it secret. So another one from secret config is not known to it. */
function warn(definition: Definition, node: ConfigNode, fields: Props, args: Props): void {
  const secret = secretsOf(definition, fields);
  const shown = ([field, value]: readonly [string, unknown]) =>
    [field, !secret.has(field) && node.get(field)?.hasSecret ? UNRESOLVED : value] as const;
  const values = Object.entries({ ...fields, ...args }).map(shown);
  for (const { path, message } of warningsOf(definition, Object.fromEntries(values))) {
    const at = node.at(path)!;
    at.warning("suspicious", joined(at.label, message));
  }
}

/** Warns about a secret that is in plain text, in the file or in plain stack config: both are in the repository. */
function warnIfPlain(field: ConfigNode | undefined): void {
  const texts = field ? secretTexts(field, field) : [];
  const plain = texts.find(({ origin }) => !origin || origin.plainKey !== undefined);
  // What is next to a secret of the config is no secret.
  if (!plain || texts.some(({ origin }) => origin?.isSecret)) return;
  const key = plain.origin?.plainKey;
  const [place, help] =
    key === undefined
      ? [
          "it is in the file in plain text",
          "run `pulumi config set --secret NAME`, and write ${config:NAME} in its place",
        ]
      : [
          `the stack config value ${key} is in plain text`,
          `store it encrypted: \`pulumi config set --secret ${key}\``,
        ];
  plain.warning("secret", `${plain.label} is secret, but ${place}`, help);
}

/** The texts that are secret. A mapping with known fields, such as `wifi:`, marks those. Without marks, all of it is. */
function secretTexts(node: ConfigNode, field: ConfigNode): readonly ConfigNode[] {
  if (node.children.size > 0) return [...node.children.values()].flatMap((one) => secretTexts(one, field));
  const isNamed = node !== field && node.parent!.place.fields.includes(String(node.step));
  const isSecret = !isNamed || node.place.meta("secret").includes(true);
  return typeof node.value === "string" && node.value !== "" && isSecret ? [node] : [];
}

/**
 * The arguments with a value from secret config, by path. An argument that is made of several fields is secret as a
 * whole, and so is a text that contains one.
 */
export function secretPaths(entry: ConfigNode, args: Props): readonly (readonly Step[])[] {
  if (!entry.hasSecret) return [];
  const made = Object.keys(args).filter((name) => !entry.get(name));
  return [...entry.children].flatMap(([field, node]) => {
    if (!node.hasSecret) return [];
    return Object.hasOwn(args, field) ? pathsIn(node, [field]) : made.map((name) => [name]);
  });
}

function pathsIn({ origin, children }: ConfigNode, path: readonly Step[]): readonly (readonly Step[])[] {
  if (origin?.isSecret) return [path];
  return [...children].flatMap(([step, child]) => pathsIn(child, [...path, step]));
}
