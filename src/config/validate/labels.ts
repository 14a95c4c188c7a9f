// How messages name a value of the file: by the entry, and the path in it.
import type { FileSchema } from "../schema/file-schema";
import type { Path } from "../yaml/nodes";

/** Where the entry of a path ends: `pixels.ads`, or a section that is itself an entry, or `defaults`. */
export function entryPath(path: Path, { sections }: FileSchema): Path {
  const section = sections.get(String(path[0]));
  return path.slice(0, section && section.onlyKey === undefined ? 2 : 1);
}

/** `pixels.ads: content.wifi` */
export function labelOf(path: Path, schema: FileSchema): string {
  const entry = entryPath(path, schema);
  const rest = pathText(path.slice(entry.length));
  return rest === "" ? pathText(entry) : `${pathText(entry)}: ${rest}`;
}

/** `data[0].name` */
export function pathText(path: Path): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
}
