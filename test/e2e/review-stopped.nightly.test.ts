// `review` that a signal stops.
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
