// Rules about several fields of a mapping together.

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Options of a refinement that is told also where a single field is wrong: all mistakes are told in one run. */
export function rule(error: string) {
  return { error, when: ({ value }: { value: unknown }) => isMapping(value) };
}
