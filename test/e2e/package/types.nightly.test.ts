// The types of the package with the declarations of all dependencies, under every combination of compiler options.
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  describeAll,
  RESOLUTIONS,
  type Resolution,
  TYPED_PROGRAM,
  TypeScriptProject,
} from "../support/typescript";

let project: TypeScriptProject;
beforeAll(async () => {
  project = await TypeScriptProject.create();
});
afterAll(() => project.remove());

const resolutions = Object.keys(RESOLUTIONS) as Resolution[];
const both = [true, false];
const combinations = resolutions.flatMap((resolution) =>
  both.flatMap((skipLibCheck) =>
    both.map((esModuleInterop) => ({ resolution, skipLibCheck, esModuleInterop })),
  ),
);

test.each(combinations)("compile with %o", async ({ resolution, ...flags }) => {
  const { program } = await project.program(TYPED_PROGRAM, project.options(resolution, flags));
  expect(describeAll(ts.getPreEmitDiagnostics(program))).toEqual([]);
});
