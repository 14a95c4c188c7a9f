import { describe, expect, test } from "vitest";
import {
  type Collision,
  continuation,
  describeCollision,
  type Owner,
} from "../../src/kind/existing/collision";

const object = (id: string, ...differences: string[]) => ({ id, differences });
const exists = (...objects: ReturnType<typeof object>[]): Collision => ({ kind: "exists", objects });
const managed = (...ids: string[]): Collision => ({ kind: "managed", ids });
const owner: Owner = { entry: "pixels.old", key: "old", isLeaving: false };

describe("describes", () => {
  test.each<[string, Collision, Owner | undefined, string]>([
    ["an existing object that is equal", exists(object("5")), undefined, "already exists (id 5)"],
    [
      "an existing object that differs",
      exists(object("5", 'name ("Old" -> "New")', 'color ("#000000" -> "#22AA66")')),
      undefined,
      'already exists (id 5, differs in name ("Old" -> "New"), color ("#000000" -> "#22AA66"))',
    ],
    [
      "two matching objects",
      exists(object("5"), object("6", "name (…)")),
      undefined,
      "2 existing objects match (ids 5, 6). Delete the extra one or set onExisting: { id: 5 }",
    ],
    [
      "three matching objects",
      exists(object("5"), object("6"), object("7")),
      undefined,
      "3 existing objects match (ids 5, 6, 7). Delete the extra ones or set onExisting: { id: 5 }",
    ],
    ["a match without details", exists(), undefined, "already exists"],
    [
      "a managed object whose owner is not known",
      managed("5"),
      undefined,
      "already managed by another entry of this stack (id 5). Set renamedFrom if the entry was renamed, or onExisting: duplicate",
    ],
    [
      "a managed object whose owner stays",
      managed("5"),
      owner,
      "already managed by pixels.old (id 5). Apply the change of that entry first, or set onExisting: duplicate",
    ],
    [
      "a managed object whose owner leaves",
      managed("5"),
      { ...owner, isLeaving: true },
      "already managed by pixels.old (id 5), which leaves the stack. Set renamedFrom: old (in a program: aliases)",
    ],
    [
      "several managed objects",
      managed("5", "6"),
      owner,
      "already managed by pixels.old (ids 5, 6). Apply the change of that entry first, or set onExisting: duplicate",
    ],
    [
      "an id that does not fit",
      {
        kind: "unusable",
        reason:
          "onExisting: the account has no Pixel with id 7. Correct the id, or remove the entry if the object was deleted",
      },
      undefined,
      "onExisting: the account has no Pixel with id 7. Correct the id, or remove the entry if the object was deleted",
    ],
  ])("%s", (_what, collision, of, message) => {
    expect(describeCollision(collision, of)).toBe(message);
  });

  test("everything in one line", () => {
    for (const collision of [exists(object("5", "a (1 -> 2)")), managed("5", "6")])
      expect(describeCollision(collision, owner)).not.toContain("\n");
  });
});

describe("names the command that continues", () => {
  const adopt = "To manage these objects unchanged, run LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up";
  const overwrite =
    "To manage and update these objects, run LINK_MANAGEMENT_ON_EXISTING=overwrite pulumi up (adopt accepts equal objects only)";

  test("adopt, if all objects are equal", () => {
    expect(continuation([exists(object("5")), exists(object("6"))])).toBe(adopt);
  });

  test("overwrite, if one differs", () => {
    expect(continuation([exists(object("5")), exists(object("6", "name (…)"))])).toBe(overwrite);
  });

  test("none, if no command helps", () => {
    expect(continuation([])).toBeUndefined();
    expect(continuation([managed("5"), { kind: "unusable", reason: "no" }])).toBeUndefined();
    expect(continuation([exists(object("5"), object("6"))])).toBeUndefined();
  });

  test("for the objects that it helps, whatever the others are", () => {
    const several = exists(object("5"), object("6", "name (…)"));
    expect(continuation([several, managed("7"), exists(object("8"))])).toBe(adopt);
  });
});
