// The output of a rejected command, and what it must not change.
import { expect } from "vitest";
import { diagnostics } from "../lifecycle/support";
import type { Project, Run } from "../support/project";

/** When the emulator's first account was created. */
export const REGISTERED = "2024-01-15 09:30:00";
export const OTHER_REGISTERED = "2025-02-02 12:00:00";

/** Rejected, with one line that has all parts, and without a stack trace. */
export function expectRejection({ code, output }: Run, parts: readonly string[]): void {
  expect(code, output).not.toBe(0);
  expect(output).not.toMatch(/^\s+at .+:\d+/m);
  const lines = diagnostics(output).split("\n");
  expect(
    lines.filter((line) => parts.every((part) => line.includes(part))),
    output,
  ).toHaveLength(1);
}

/** The resources of this package in the state, by URN. */
export async function recorded(project: Project) {
  const { resources = [] } = await project.state();
  const ours = resources.filter(({ urn }) => urn.includes("link-management:"));
  return new Map(ours.map(({ urn, id, inputs, outputs }) => [urn, { id, inputs, outputs }]));
}
