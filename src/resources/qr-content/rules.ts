// Rules about several fields together.

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Options of a refinement that also runs if a single field is wrong, so that all errors are reported at once. */
export function rule(error: string) {
  return { error, when: ({ value }: { value: unknown }) => isMapping(value) };
}
