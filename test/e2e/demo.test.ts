// `npm run demo`, in the repository itself.
import { expect, test } from "vitest";
import { demo, expectCleanUp, rootFiles } from "./support/demo";

test("completes in under a minute, ignores the user's settings, and cleans up", async () => {
  const before = await rootFiles();
  const startedAt = Date.now();
  const child = demo({
    LINK_MANAGEMENT_FILE: "none.yaml",
    PULUMI_BACKEND_URL: "file:///none",
    NO_COLOR: "1",
  });
  expect(await child.ended(), child.output).toBe(0);
  expect(Date.now() - startedAt).toBeLessThan(60_000);
  expect(child.output).toContain('"#000000" => "#22AA66"');
  const [, table = ""] = child.output.split("\nSummary\n");
  expect(table.split("\n").map((line) => line.trim().split(/ {2,}/).slice(0, 4))).toEqual([
    ["command", "resources", "requests", "writes"],
    ["pulumi up --yes", "12 created", expect.stringMatching(/^\d+$/), "11"],
    ["pulumi preview --expect-no-changes", "12 unchanged", expect.stringMatching(/^\d+$/), "0"],
    ["pulumi preview --refresh --diff", "1 to create, 2 to update, 9 unchanged", expect.anything(), "0"],
    ["pulumi up --refresh --yes", "1 created, 2 updated, 9 unchanged", expect.anything(), "3"],
    ["pulumi preview --refresh --expect-no-changes", "12 unchanged", expect.anything(), "0"],
    ["pulumi destroy --yes", "12 deleted", expect.stringMatching(/^\d+$/), "6"],
    [""],
    [expect.stringContaining("nothing is left running")],
    [""],
  ]);
  // In a pipe the output is short and has no colors.
  expect(child.output.split("\n").length).toBeLessThan(60);
  expect(child.output).not.toContain("\u001b");
  await expectCleanUp(before);
});
