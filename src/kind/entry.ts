// How messages name an entry.
import type { Definition } from "./definition";

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
