// What a user reads after an export.
import { describe, expect, test } from "vitest";
import { isNeeded, type Outcome, summary, warnings } from "../../../src/commands/export/outcome";

interface Case extends Partial<Omit<Outcome, "documents" | "report">> {
  readonly counts?: readonly (readonly [string, number])[];
  readonly omissions?: readonly string[];
  readonly errors?: number;
}

function outcome({ counts = [["channels", 2]], omissions = [], errors = 0, ...more }: Case): Outcome {
  const file = more.file ?? "link-management.yaml";
  return {
    documents: { files: new Map([[file, ""]]), counts: new Map(counts), omissions },
    report: { counts: { errors, warnings: 0 } },
    file,
    configFile: "link-management.yaml",
    hasVariable: false,
    isPrinted: false,
    isAddition: false,
    isSelection: false,
    ...more,
  };
}

const RUN = "run LINK_MANAGEMENT_ON_EXISTING=adopt npx pulumi up";

describe("next", () => {
  test.each<[string, Case, string]>([
    ["the config of the stack", {}, RUN],
    ["another file", { file: "a.yaml" }, `run pulumi config set link-management:file a.yaml and ${RUN}`],
    ["the file that the stack config names", { file: "accounts/a.yaml", configFile: "accounts/a.yaml" }, RUN],
    [
      "another file than the variable names",
      { file: "a.yaml", configFile: "b.yaml", hasVariable: true },
      `set LINK_MANAGEMENT_FILE to a.yaml and ${RUN}`,
    ],
    ["standard output", { isPrinted: true }, `save it as the config file and ${RUN}`],
    [
      "a file with errors",
      { errors: 1 },
      `correct the errors that \`npx pulumi-link-management validate link-management.yaml\` reports and ${RUN}`,
    ],
    [
      "an addition",
      { isAddition: true, file: "unmanaged.yaml" },
      `add include: unmanaged.yaml to link-management.yaml and ${RUN}`,
    ],
    [
      "an addition to a config in a folder, which includes files relative to itself",
      { isAddition: true, file: "unmanaged.yaml", configFile: "accounts/a.yaml" },
      `add include: ../unmanaged.yaml to accounts/a.yaml and ${RUN}`,
    ],
    [
      "a printed addition",
      { isAddition: true, isPrinted: true },
      `save it as a file that link-management.yaml includes and ${RUN}`,
    ],
  ])("%s", (_, written, next) => {
    expect(summary(outcome(written))[1]).toBe(`Next: ${next}`);
  });

  test("nothing, if no object was exported", () => {
    expect(summary(outcome({ counts: [] }))).toEqual(["link-management.yaml: no objects"]);
  });
});

test("names what was written, and not a file that was only printed", () => {
  expect(summary(outcome({}))[0]).toBe("link-management.yaml: 2 objects (2 channels)");
  expect(summary(outcome({ isPrinted: true }))[0]).toBe("standard output: 2 objects (2 channels)");
  expect(summary(outcome({ errors: 1 }))[0]).toMatch(/^link-management\.yaml: 2 objects .*, 1 error/);
});

test("an addition without objects is not written, unless it says what it lacks", () => {
  const none = outcome({ isAddition: true, counts: [] });
  expect(isNeeded(none)).toBe(false);
  expect(summary(none)).toEqual(["The stack manages every object. Nothing was written."]);
  const selected = outcome({ isAddition: true, isSelection: true, counts: [] });
  expect(summary(selected)).toEqual(["The stack manages every selected object. Nothing was written."]);
  const nameless = outcome({ isAddition: true, counts: [], omissions: ["Pixel (id 1): its name is empty"] });
  expect(isNeeded(nameless)).toBe(true);
  expect(summary(nameless)).toEqual(["link-management.yaml: no objects"]);
});

test("at most 20 omissions are named", () => {
  const omissions = Array.from({ length: 25 }, (_, n) => `object ${n}`);
  expect(warnings(outcome({ omissions }).documents)).toEqual([
    ...omissions.slice(0, 20),
    "5 more: see the comments",
  ]);
});
