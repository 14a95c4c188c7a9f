// Reads the lists of an entry, whose members are resources of their own.
import type { Props } from "../../kind/definition";
import { locationText } from "../report/diagnostics";
import type { ListField } from "../schema/file-schema";
import type { Path } from "../yaml/nodes";
import { hasUnresolved } from "../yaml/values";
import type { ConfigFile } from "./config-file";
import type { Duplicates } from "./duplicates";
import type { EntryKeys } from "./entry-keys";
import type { PlannedMember } from "./plan";

/** @param path of the list */
export function readMembers(
  file: ConfigFile,
  path: Path,
  list: ListField,
  keys: EntryKeys,
  duplicates: Duplicates,
): readonly PlannedMember[] {
  const values = file.valueAt(path);
  if (!Array.isArray(values)) return [];
  const [, parent] = path;
  const label = path.join(".");
  return values.flatMap((value: unknown, index) => {
    const place = [...path, index];
    if (!file.isValid(place)) return [];
    const name = `${String(parent)}/${list.yaml.label(value as never)}`;
    const location = file.keyLocation(place);
    if (!hasUnresolved(value)) duplicates.checkMember(list, name, value, label, location);
    const references = referencesOf(list, value);
    for (const { section, key, field } of references)
      keys.addReference({ section, key, label, ...file.origin([...place, field]) });
    return { list, name, value, references, location: locationText(location) };
  });
}

/** The keys that a member names. A definition resolves each of them to make the arguments. */
function referencesOf({ yaml }: ListField, value: unknown): PlannedMember["references"] {
  const found: { section: string; key: string; field: string }[] = [];
  yaml.toArgs(undefined, value as never, (section, key) => {
    if (typeof key === "string")
      found.push({ section, key, field: Object.entries(value as Props).find(([, one]) => one === key)![0] });
    return key;
  });
  return found;
}
