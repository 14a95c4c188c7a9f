// What a user does after a killed run.
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import type { EmulatorOptions } from "../../../src/emulator/index";
import { acme, type Config, changed, configured, writes, yaml } from "../lifecycle/support";
import type { Project, Run } from "../support/project";
import { addStrangers, CONFIG, expectApplied, leftBehind, strangersOf } from "./expected-stack";
import { runAndKill } from "./interruption";
import type { Role } from "./processes";

const MAX_RUNS = 3;

/** Without QR codes, which nothing identifies. */
const { qrCodes: _, ...WITHOUT_CODES } = CONFIG;
export const STACK: Config = {
  ...WITHOUT_CODES,
  channels: { spring: { name: "Spring", items: [{ link: 4711 }] } },
};
export const UP = ["up", "--yes", "--skip-preview"];

/** Kills a run while it creates objects. A preview names what it left behind, and one run with `adopt` continues. */
export async function expectRecovered(victim: Role, emulator?: EmulatorOptions): Promise<void> {
  const app = await configured(STACK, emulator);
  addStrangers(app);
  const strangers = strangersOf(app);
  const run = await runAndKill(app, UP, { nth: 5, timing: "after", victims: [victim] });
  await unlock(app, run.killedAt!);
  const { qrs, ...left } = await leftBehind(app);
  expect(qrs).toEqual([]);
  expect(Object.values(left).flat()).not.toEqual([]);

  app.emulator.clearLog();
  expect(await expectLeftBehindNamed(app, STACK)).toBeGreaterThan(0);
  const again = await app.try(...UP);
  expect(again.code).not.toBe(0);
  expect(again.output).toContain("already exists");

  const { code, output } = await adopting(app, "up", "--yes");
  expect(code, output).toBe(0);
  expect(output).toMatch(/\d existing objects? adopted, none changed/);
  expect(Object.keys(writes(app)).filter((request) => !request.startsWith("POST"))).toEqual([]);
  await expectApplied(app, STACK);
  expect(strangersOf(app)).toEqual(strangers);
}

/** Unlocks the stack, and waits until lists show everything that the killed run sent. */
export async function unlock(project: Project, killedAt: number): Promise<void> {
  await project.try("cancel", "--yes");
  const settledAt = killedAt + Number(project.env.LINK_MANAGEMENT_SETTLE_TIME) * 1000;
  await wait(Math.max(0, settledAt - Date.now()));
}

/**
 * A preview fails if the run left objects behind, and names each. QR codes are the exception: nothing identifies them,
 * so the user finds the code on the account and sets its id.
 * @returns how many objects were left behind
 */
export async function expectLeftBehindNamed(project: Project, config: Config): Promise<number> {
  const { qrs, ...others } = await leftBehind(project);
  const preview = await project.try("preview");
  const named = Object.entries(others).flatMap(([section, ids]) => ids.map((id) => ({ section, id })));
  expect(preview.code === 0, preview.output).toBe(named.length === 0);
  for (const { section, id } of named) {
    expect(preview.output).toMatch(new RegExp(`${section}\\.\\S+ \\(.*\\): already exists \\(id ${id}\\)`));
  }
  expect(qrs.length).toBeLessThanOrEqual(1);
  for (const id of qrs) await adoptCode(project, config, id);
  return named.length + qrs.length;
}

async function adoptCode(project: Project, config: Config, id: number): Promise<void> {
  const { data } = acme(project).qrs.get(id) ?? {};
  const codes = Object.entries(config.qrCodes ?? {});
  const [key] = codes.find(([, entry]) => (entry as { data: unknown }).data === data)!;
  const edited = changed(config, { qrCodes: { [key]: { options: { onExisting: { id } } } } });
  await project.config(yaml(edited));
}

/** Runs a command with LINK_MANAGEMENT_ON_EXISTING=adopt. */
export async function adopting(project: Project, ...args: string[]): Promise<Run> {
  project.env.LINK_MANAGEMENT_ON_EXISTING = "adopt";
  try {
    return await project.try(...args);
  } finally {
    delete project.env.LINK_MANAGEMENT_ON_EXISTING;
  }
}

/** Repeats a command with `adopt` until it succeeds. A slow service may need more than one run. @returns its runs */
export async function repeat(project: Project, ...args: string[]): Promise<number> {
  const outputs: string[] = [];
  for (let run = 1; run <= MAX_RUNS; run++) {
    const { code, output } = await adopting(project, ...args);
    if (code === 0) return run;
    outputs.push(output);
  }
  throw new Error(`no success in ${MAX_RUNS} runs:\n${outputs.join("\n")}`);
}
