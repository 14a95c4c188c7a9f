// Why a resource cannot be applied: a sentence of the provider, and what a program adds to the sentences of all resources.

export interface Stop {
  /** What is wrong, and what to do about this entry. */
  readonly why: string;
  /** The word of `onExisting` that accepts the object, for a whole run. Unset: the entry must decide. */
  readonly accepts?: "adopt" | "overwrite";
  /** Id of the object, if another entry of the stack manages it. */
  readonly managedId?: string;
}

/** The command that continues. `undefined` if none does. */
export function continuation(stops: readonly Stop[]): string | undefined {
  const words = stops.flatMap(({ accepts }) => accepts ?? []);
  if (words.length === 0) return undefined;
  const command = words.includes("overwrite")
    ? "LINK_MANAGEMENT_ON_EXISTING=overwrite pulumi up, which updates them (adopt accepts equal objects only)"
    : "LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up";
  return (
    `If no other stack manages these objects, run ${command}. If another one may, move them: ` +
    "node_modules/pulumi-link-management/docs/recipes.md#move-an-object-to-another-stack"
  );
}
