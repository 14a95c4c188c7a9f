// `review` with what the real CLI itself says about protected objects.
import { expect, test } from "vitest";
import { Project } from "./support/project";

test("protected removals are recognized, all at once, and the other rows stay", async () => {
  const code = { type: "link", data: "https://example.com", options: { protect: true } };
  const codes = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [`c${n}`, { ...code, name: `C${n}` }]),
  );
  const channels = (color: string) => ({ spring: { name: "Spring", color } });
  const project = await Project.create({
    dialect: "observed",
    config: { qrCodes: codes, channels: channels("#000000") },
  });
  await project.ok("up", "--yes", "--skip-preview");
  await project.config({ channels: channels("#ffffff"), qrCodes: { c0: { ...codes.c0, type: "text" } } });
  project.env.LINK_MANAGEMENT_MAX_DELETIONS = "100%";
  const { code: exit, output } = await project.command("review", "--stack", "test");
  expect(exit, output).toBe(1);
  const deleted = /qrCodes\.c\d+ is protected, and will be deleted .*Scans so far: 0\. Restore/g;
  expect(output.match(deleted)).toHaveLength(39);
  expect(output).toMatch(/qrCodes\.c0 is protected, and will be replaced .*Undo the change/);
  expect(output).not.toContain("Fingerprint");
  expect(output).toMatch(/update +channels\.spring +color/);
});
