// How entries are named: the form of a key, and what messages call them.
import type { Definition } from "./definition";

/** The form of the keys of entries. A key becomes the name of a resource and a part of its URN. */
export const ENTRY_KEY = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

/** How messages name an entry that is only in the state. @param name of its resource */
export function entryName({ type, yaml }: Definition, name: string): string {
  if (yaml.shape === "mapping") return `${yaml.section}.${name}`;
  if (yaml.shape === "single") return name === yaml.section ? yaml.section : `${type} ${name}`;
  const [parent, ...label] = name.split("/");
  if (label.length === 0) return `${type} ${name}`;
  return `${yaml.section}.${parent}.${yaml.field} ${label.join("/")}`;
}

/** An entry in messages. @param location such as `link-management.yaml:3:3` */
export function withPlace(entry: string, location: string | undefined): string {
  return location === undefined ? entry : `${entry} (${location})`;
}

/** The name in a URN, which is that of the resource. */
export function resourceName(urn: string): string {
  return urn.split("::").at(-1) ?? urn;
}
