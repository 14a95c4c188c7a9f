// Runs that end too early: a killed engine and Ctrl-C. No object is lost or duplicated.
import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { descendants, isAlive, kill, type Process } from "./support/processes";
import { Project } from "./support/project";

const UP = ["up", "--yes", "--skip-preview", "--parallel", "4"];
const PIXELS = 12;
/** Twelve pixels: the account, the list and four creates fit into the first window of the rate limit. */
const WINDOW = { rateLimit: 6, windowMs: 2000 };
const CONFIG = {
  pixels: Object.fromEntries(
    Array.from({ length: PIXELS }, (_, n) => [`p${n}`, { type: "forum", name: `P${n}`, tag: `${n}` }]),
  ),
};

test("a killed run sends nothing more, and one word recovers what it left behind", async ({ skip }) => {
  skip(!existsSync("/proc"), "needs /proc to find the provider");
  const project = await Project.create({ config: CONFIG, ...WINDOW });
  const { pixels } = project.service.account();
  const killed = atCreate(project, 4, (pid) => process.kill(pid, "SIGKILL"));
  const run = project.start(...UP);
  const processes = await killed(run.pid);
  await run.ended;
  onTestFinished(() => processes.forEach(kill));
  const provider = processes.filter(({ command }) => command.includes("dynamic-provider"));
  expect(provider).toHaveLength(1);
  await expect.poll(() => provider.some(isAlive), { timeout: 10_000 }).toBe(false);
  const left = pixels.list().length;
  expect(left).toBeLessThan(PIXELS);

  await project.ok("cancel", "--yes");
  const preview = await project.pulumi("preview");
  expect(preview.code).toBe(1);
  expect(preview.output.match(/already exists/g)?.length).toBeGreaterThan(0);
  project.env.LINK_MANAGEMENT_ON_EXISTING = "adopt";
  project.writes();
  await project.ok(...UP);
  expect(project.writes()).toHaveLength(PIXELS - left);
  expect(pixels.list()).toHaveLength(PIXELS);
  expect(new Set(pixels.list().map(({ tag }) => tag)).size).toBe(PIXELS);
  await project.ok("refresh", "--preview-only", "--expect-no-changes");
});

test("after Ctrl-C the state has what was created, and the next run continues", async () => {
  const project = await Project.create({ config: CONFIG, ...WINDOW });
  const { pixels } = project.service.account();
  const interrupted = atCreate(project, 2, (pid) => process.kill(-pid, "SIGINT"));
  const run = project.start(...UP);
  await interrupted(run.pid);
  const { code, output } = await run.ended;
  expect(code, output).not.toBe(0);
  expect(project.service.log.filter(({ status }) => status === 429)).toEqual([]);
  const created = pixels.list().map(({ id }) => String(id));
  expect(created.length).toBeLessThan(PIXELS);
  const recorded = Object.values(await project.state()).map(({ id }) => id);
  expect(recorded.sort()).toEqual(created.sort());

  await project.ok(...UP);
  expect(pixels.list()).toHaveLength(PIXELS);
  await project.ok("refresh", "--preview-only", "--expect-no-changes");
});

/** Acts on the CLI when the nth create took effect, before its response. Resolves with the processes of the run. */
function atCreate(
  project: Project,
  nth: number,
  act: (pid: number) => void,
): (pid: number) => Promise<Process[]> {
  return (pid) =>
    new Promise((resolve) => {
      const edit = () => {
        const processes = descendants(pid);
        act(pid);
        resolve(processes);
      };
      project.faults.rule({ on: "POST /api/pixel/add", when: "after", after: nth - 1, times: 1, edit });
    });
}
