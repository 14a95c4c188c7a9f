// `review` with what the real CLI itself says: protected objects, and previews that fail.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Project } from "./support/project";

const CONFIG = { pixels: { ads: { type: "fbpixel", name: "Ads", tag: "1" } } };

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

test("a preview that fails is a review, without a secret: collision, stack, passphrase, backend", async () => {
  const project = await Project.create({ config: CONFIG });
  await project.ok("config", "set", "--secret", "a:b", "c");
  project.service.account().pixels.create({ ...CONFIG.pixels.ads, type: "fbpixel" });
  const review = async (...args: string[]) => {
    const { code, output } = await project.command("review", "--output=review.md", ...args);
    expect(code, output).toBe(1);
    const texts = [output, await readFile(join(project.folder, "review.md"), "utf8")];
    for (const text of texts) expect(text).not.toMatch(/wrong-one|hunter22/);
    return texts;
  };
  const all = (text: RegExp) => [expect.stringMatching(text), expect.stringMatching(text)];
  expect(await review()).toEqual(all(/the preview failed[\s\S]*already exists[\s\S]*pulumi up/));
  expect(await review("--stack", "nope")).toEqual(all(/no stack named/));
  project.env.PULUMI_CONFIG_PASSPHRASE = "wrong-one";
  expect(await review()).toEqual(all(/incorrect passphrase/));
  project.env.PULUMI_BACKEND_URL = "postgres://me:a@hunter22@127.0.0.1:1/db?password=hunter22";
  expect(await review("--stack", "test")).toEqual(all(/127.*0.*0.*1/));
});
