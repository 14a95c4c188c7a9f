// An account made by hand, exported and adopted with the real CLI.
import { join } from "node:path";
import { expect } from "vitest";
import type { Dialect } from "../../../src/emulator/index";
import { addDifficultObjects } from "../../support/difficult-account";
import { acme, project, writes } from "../lifecycle/support";
import { type Project, packageRoot, type Run, run } from "../support/project";

const MAIN = [process.execPath, join(packageRoot, "dist/commands/main.js")];

/** Runs `link-management` in the folder of a project. */
export const command = (stack: Project, ...args: string[]): Promise<Run> =>
  run([...MAIN, ...args], stack.folder, stack.env);

/** A project without a config, and an account with one object of each kind for each name. */
export async function handMade(names: readonly string[], dialect: Partial<Dialect> = {}): Promise<Project> {
  const stack = await project({}, { dialect });
  addDifficultObjects(acme(stack), names);
  return stack;
}

export interface RoundTrip {
  /** The warnings of the export, without ids. */
  readonly notExported: readonly string[];
  /** What the preview and the update say about the adoption. */
  readonly adoption: readonly string[];
}

/** Exports, adopts, and looks for drift. */
export async function roundTrip(stack: Project, ...options: string[]): Promise<RoundTrip> {
  stack.emulator.clearLog();
  const exported = await command(stack, "export", ...options);
  expect(exported.code, exported.output).toBe(0);
  expect(exported.stdout).toContain("LINK_MANAGEMENT_ON_EXISTING=adopt npx pulumi up\n");
  const valid = await command(stack, "validate");
  expect(valid.output).toMatch(/0 errors/);

  stack.env.LINK_MANAGEMENT_ON_EXISTING = "adopt";
  const output = await stack.pulumi("up", "--yes");
  // Consent is for one run.
  delete stack.env.LINK_MANAGEMENT_ON_EXISTING;
  await stack.pulumi("preview", "--expect-no-changes");
  await stack.pulumi("refresh", "--preview-only", "--expect-no-changes");
  expect(writes(stack)).toEqual({});
  const omitted = [...exported.output.matchAll(/^link-management: not exported: (.*)$/gm)];
  return {
    notExported: omitted.map(([, line = ""]) => line.replace(/ \(id \d+\)/, "")).sort(),
    adoption: summaries(output),
  };
}

/** The lines of the summaries at the end of the preview and of the update. The progress before them has every line, too. */
function summaries(output: string): string[] {
  const blocks = [...output.matchAll(/^Diagnostics:\n((?: .*\n|\n)*)/gm)].map(([, block = ""]) => block);
  return blocks
    .flatMap((block) => block.split("\n"))
    .filter((line) => line.includes("adopt"))
    .map((line) => line.trim());
}

/** Of one object of each of the five kinds for each name. @param nameless how many of the names are empty */
export function adoptionOf(names: readonly string[], nameless: number): RoundTrip {
  const omitted = ["Campaign", "Channel", "Pixel"].flatMap((type) =>
    Array.from({ length: nameless }, () => `${type}: its name is empty`),
  );
  const count = 5 * names.length - omitted.length;
  return {
    notExported: omitted,
    adoption: [
      `${count} existing objects will be adopted, none changed (deleted with this stack)`,
      `${count} existing objects adopted, none changed (deleted with this stack)`,
    ],
  };
}
