// From the options of an entry to those of its resource.
import type { KindOptions } from "../../pulumi/resource-class";
import type { EntryOptions } from "../schema/entry-options";

/** Whether an alias is a URN; otherwise it is an earlier name. */
export function isUrn(alias: string): boolean {
  return alias.startsWith("urn:pulumi:");
}

/** @param aliases earlier names of the resource, or URNs */
export function toResourceOptions(
  { aliases: _own, ...options }: EntryOptions,
  aliases: readonly string[],
): KindOptions {
  if (aliases.length === 0) return options;
  return { ...options, aliases: aliases.map((alias) => (isUrn(alias) ? alias : { name: alias })) };
}
