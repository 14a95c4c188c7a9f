// Type tokens of Pulumi, such as `link-management:index:Pixel`.
import type { Definition } from "../kind/definition";

/** Every token begins with it. */
export const TOKEN_PREFIX = "link-management:index:";

/** The kind of a resource. @throws Error if the plugin has none with its token */
export function kindOf(definitions: readonly Definition[], urn: string): Definition {
  // A type with those of its parents in front.
  const token = urn.split("::")[2]?.split("$").at(-1) ?? "";
  const definition = definitions.find(({ type }) => token === TOKEN_PREFIX + type);
  if (!definition) throw new Error(`this plugin has no resource ${token}`);
  return definition;
}
