// What a refused command must look like, and what it must leave as it was.
import { expect } from "vitest";
import { diagnostics } from "../lifecycle/support";
import type { Project, Run } from "../support/project";

/** When the emulator's first account was made. */
export const REGISTERED = "2024-01-15 09:30:00";
export const OTHER_REGISTERED = "2025-02-02 12:00:00";

/** Refused, told once with everything that must be named, and without a stack trace. */
export function expectRefusal({ code, output }: Run, named: readonly string[]): void {
  expect(code, output).not.toBe(0);
  expect(output).not.toMatch(/^\s+at .+:\d+/m);
  const lines = diagnostics(output).split("\n");
  expect(
    lines.filter((line) => named.every((name) => line.includes(name))),
    output,
  ).toHaveLength(1);
}

/** Every object of the account that stands in the state, by its URN: without the stack and the engine's own entries. */
export async function remembered(project: Project) {
  const { resources = [] } = await project.state();
  const ours = resources.filter(({ urn }) => urn.includes("link-management:"));
  return new Map(ours.map(({ urn, id, inputs, outputs }) => [urn, { id, inputs, outputs }]));
}
