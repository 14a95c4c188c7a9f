// `review` of a preview that fails, or that a signal stops.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { descendants, isAlive } from "./support/processes";
import { Command, Project, packageRoot } from "./support/project";

const CONFIG = { pixels: { ads: { type: "fbpixel", name: "Ads", tag: "1" } } };

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s ends the preview and all its processes, with exit code %i", async (signal, code) => {
  const project = await Project.create({ config: CONFIG });
  const hanging = new Promise<void>((resolve) => {
    const on = () => {
      resolve();
      return true;
    };
    project.faults.rule({ on, delay: 3000 });
  });
  const main = join(packageRoot, "dist/commands/main.js");
  const review = new Command([process.execPath, main, "review"], project.folder, project.env);
  await hanging;
  const processes = descendants(review.pid);
  expect(processes.length).toBeGreaterThan(2);
  await review.stop(signal);
  expect((await review.ended).code).toBe(code);
  expect(processes.filter(isAlive)).toEqual([]);
});

test("a preview that fails is a review: a collision, an unknown stack, a wrong passphrase", async () => {
  const project = await Project.create({ config: CONFIG });
  await project.ok("config", "set", "--secret", "a:b", "c");
  project.service.account().pixels.create({ ...CONFIG.pixels.ads, type: "fbpixel" });
  const review = async (...args: string[]) => {
    const { code, output } = await project.command("review", "--output=review.md", ...args);
    expect(code, output).toBe(1);
    return `${output}${await readFile(join(project.folder, "review.md"), "utf8")}`;
  };
  const both = (text: RegExp) => new RegExp(`${text.source}[\\s\\S]*${text.source}`);
  expect(await review()).toMatch(both(/the preview failed[\s\S]*already exists[\s\S]*pulumi up/));
  expect(await review("--stack", "nope")).toMatch(both(/no stack named/));
  project.env.PULUMI_CONFIG_PASSPHRASE = "wrong-one";
  const denied = await review();
  expect(denied).toMatch(both(/incorrect passphrase/));
  expect(denied).not.toContain("wrong-one");
});
