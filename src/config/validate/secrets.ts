// Secrets in plain text, in the file or in plain stack config: both are in the repository.
import { type Props, secretsOf } from "../../kind/definition";
import type { FileSchema, Section } from "../schema/file-schema";
import type { Path } from "../yaml/nodes";
import type { ConfigFile } from "./config-file";
import { labelOf } from "./labels";

/** One warning for each field. */
export function warnAboutPlainSecrets(
  { definition }: Section,
  own: Props,
  path: Path,
  schema: FileSchema,
  file: ConfigFile,
): void {
  const secrets = [...secretsOf(definition, own)].filter((field) => own[field] !== undefined);
  for (const field of secrets) {
    const texts = textsIn(own[field], [...path, field]);
    // A mapping such as `wifi:` marks the fields that are secret. Without such a mark, all of it is.
    const marked = texts.filter((one) => schema.metaAt(one, "secret").length > 0);
    const hasMarks = texts.some((one) => schema.at(one).length > 0 && one.length > path.length + 2);
    const plain = (hasMarks ? marked : texts).find((one) => isPlain(one, file));
    if (plain) warn(plain, labelOf(plain, schema), file);
  }
}

function textsIn(value: unknown, path: Path): readonly Path[] {
  if (typeof value === "string") return value === "" ? [] : [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([step, inner]) =>
    textsIn(inner, [...path, Array.isArray(value) ? Number(step) : step]),
  );
}

function isPlain(path: Path, file: ConfigFile): boolean {
  const interpolation = file.interpolationAt(path);
  return !interpolation || interpolation.plainKey !== undefined;
}

function warn(path: Path, label: string, file: ConfigFile): void {
  const key = file.interpolationAt(path)?.plainKey;
  if (key === undefined)
    file.warning(
      path,
      "secret",
      `${label} is secret, but it is in the file in plain text`,
      "run `pulumi config set --secret NAME`, and write ${config:NAME} in its place",
    );
  else
    file.warning(
      path,
      "secret",
      `${label} is secret, but the stack config value ${key} is in plain text`,
      `store it encrypted: \`pulumi config set --secret ${key}\``,
    );
}
