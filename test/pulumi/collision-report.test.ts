import { describe, expect, test } from "vitest";
import type { Collision, Owner } from "../../src/kind/existing/collision";
import { collisionReport, type Problem } from "../../src/pulumi/collision-report";

const exists = (id: string, ...differences: string[]): Collision => ({
  kind: "exists",
  objects: [{ id, differences }],
});

function problem(parts: Partial<Problem> = {}): Problem {
  return {
    entry: "pixels.ads",
    location: "link-management.yaml:3:3",
    collision: exists("5"),
    owners: new Map(),
    ...parts,
  };
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    problem({ entry: `pixels.p${index}`, location: undefined, collision: exists(String(index)) }),
  );

const ADOPT =
  "To manage these objects unchanged, run LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up. For one entry, set onExisting " +
  "under options: adopt, overwrite, duplicate or { id: … }. An adopted object is deleted with this stack.";
const OVERWRITE = ADOPT.replace(
  "To manage these objects unchanged, run LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up",
  "To manage and update these objects, run LINK_MANAGEMENT_ON_EXISTING=overwrite pulumi up (adopt accepts equal objects only)",
);

test("names the entry, its location, the object and the command that continues", () => {
  expect(collisionReport([problem()]).split("\n")).toEqual([
    "1 entry cannot be created. Nothing was changed.",
    "  pixels.ads (link-management.yaml:3:3): already exists (id 5)",
    ADOPT,
  ]);
});

test("names a resource of a program without a location", () => {
  const report = collisionReport([problem({ entry: "Pixel ads", location: undefined })]);
  expect(report.split("\n")[1]).toBe("  Pixel ads: already exists (id 5)");
});

test("reports several entries in the given order", () => {
  const report = collisionReport([
    problem({ entry: "pixels.z", collision: exists("9") }),
    problem({ entry: "channels.a", location: "more.yaml:1:1", collision: exists("1", 'name ("A" -> "B")') }),
  ]);
  expect(report.split("\n")).toEqual([
    "2 entries cannot be created. Nothing was changed.",
    "  pixels.z (link-management.yaml:3:3): already exists (id 9)",
    '  channels.a (more.yaml:1:1): already exists (id 1, differs in name ("A" -> "B"))',
    OVERWRITE,
  ]);
});

describe("many entries", () => {
  test("have a line each, up to 20", () => {
    const lines = collisionReport(many(20)).split("\n");
    expect(lines).toHaveLength(22);
    expect(lines[20]).toBe("  pixels.p19: already exists (id 19)");
    expect(lines[21]).toBe(ADOPT);
  });

  test("are listed by name after that", () => {
    const lines = collisionReport(many(23)).split("\n");
    expect(lines[0]).toBe("23 entries cannot be created. Nothing was changed.");
    expect(lines[20]).toBe("  pixels.p19: already exists (id 19)");
    expect(lines.slice(21)).toEqual(["  and 3 more: pixels.p20, pixels.p21, pixels.p22", ADOPT]);
  });

  test("are counted after 520", () => {
    const [, ...named] = /more: (.*)/
      .exec(collisionReport(many(520)))![1]!
      .split(", ")
      .reverse();
    expect(named).toHaveLength(499);
    expect(collisionReport(many(521))).toMatch(/\n {2}and 501 more: .*, pixels.p519, 1 other\n/);
    expect(collisionReport(many(600))).toMatch(/\n {2}and 580 more: .*, pixels.p519, 80 others\n/);
  });

  test("decide about the command even if they have no line", () => {
    const differing = problem({ collision: exists("99", "name (…)") });
    expect(collisionReport([...many(30), differing])).toContain(OVERWRITE);
  });
});

describe("an object that the stack manages", () => {
  const owner: Owner = { entry: "pixels.old", key: "old", isLeaving: true };
  const lines = (of: Owner, collision: Collision) =>
    collisionReport([problem({ collision, owners: new Map([["5", of]]) })]).split("\n");

  test("belongs to an entry that leaves: renamed", () => {
    expect(lines(owner, { kind: "managed", ids: ["5"] })).toEqual([
      "1 entry cannot be created. Nothing was changed.",
      "  pixels.ads (link-management.yaml:3:3): already managed by pixels.old (id 5), which leaves the stack. " +
        "Set renamedFrom: old (in a program: aliases)",
    ]);
  });

  test("belongs to an entry that stays: its change comes first", () => {
    expect(lines({ ...owner, isLeaving: false }, { kind: "managed", ids: ["5"] })).toEqual([
      "1 entry cannot be created. Nothing was changed.",
      "  pixels.ads (link-management.yaml:3:3): already managed by pixels.old (id 5). " +
        "Apply the change of that entry first, or set onExisting: duplicate",
    ]);
  });

  test("is never offered for adoption, although the provider only knows that it exists", () => {
    expect(lines(owner, exists("5"))).toEqual(lines(owner, { kind: "managed", ids: ["5"] }));
  });

  test("does not count for the command", () => {
    const managed = problem({ collision: exists("5", "name (…)"), owners: new Map([["5", owner]]) });
    expect(collisionReport([managed, problem({ collision: exists("6") })])).toContain(ADOPT);
  });
});

test("names no command if none continues", () => {
  const report = collisionReport([
    problem({ collision: { kind: "unusable", reason: "onExisting: the account has no Pixel with id 7" } }),
    problem({
      entry: "pixels.more",
      collision: {
        kind: "exists",
        objects: [
          { id: "5", differences: [] },
          { id: "6", differences: [] },
        ],
      },
    }),
  ]);
  expect(report.split("\n")).toEqual([
    "2 entries cannot be created. Nothing was changed.",
    "  pixels.ads (link-management.yaml:3:3): onExisting: the account has no Pixel with id 7",
    "  pixels.more (link-management.yaml:3:3): 2 existing objects match (ids 5, 6). " +
      "Delete the extra one or set onExisting: { id: 5 }",
  ]);
});
