// What a review says is what the account gets: random edits, renames, changes by hand, retained objects and failed deletes.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Review } from "../../src/commands/review/review";
import { seededInteger } from "../support/seeded";
import { type Config, Project } from "./support/project";

const SEEDS = Number(process.env.REVIEW_SEEDS ?? 12);
const SECTIONS = { pixels: "pixel", qrCodes: "qr" } as const;
type Section = keyof typeof SECTIONS;
type Entries = Record<string, Record<string, unknown>>;

/** The requests of an operation, and whether each has the id of the object. */
const REQUESTS: Readonly<Record<string, readonly string[]>> = {
  create: ["POST"],
  update: ["PUT"],
  delete: ["DELETE"],
  replace: ["POST", "DELETE"],
};

test.each(Array.from({ length: SEEDS }, (_, seed) => seed))("seed %i", async (seed) => {
  let draws = 0;
  const random = (max: number) => seededInteger(seed, `${draws++}`) % max;
  const config: Record<Section, Entries> = { pixels: {}, qrCodes: {} };
  const project = await Project.create({ env: { LINK_MANAGEMENT_MAX_DELETIONS: "100%" } });
  const account = project.service.account();
  for (let round = 0; round < 3; round++) {
    edit(config, random, round);
    changeByHand(account, random);
    await project.config(config as unknown as Config);
    if (random(3) === 0) {
      project.faults.rule({ on: "DELETE *", reject: true, times: 1 });
      await project.pulumi("up", "--yes", "--skip-preview", "--refresh");
      project.faults.clear();
      edit(config, random, round + 10);
      await project.config(config as unknown as Config);
    }
    project.writes();
    const review = await project.command("review", "--output", "review.json");
    expect(review.code, review.output).toBe(0);
    expect(project.writes()).toEqual([]);
    const { rows }: Review = JSON.parse(await readFile(join(project.folder, "review.json"), "utf8"));
    await project.ok("up", "--yes", "--skip-preview", "--refresh");
    expect(project.writes().map(requestOf).sort(), review.output).toEqual(rows.flatMap(requestsOf).sort());
    expect((await project.command("review", "--fail-on", "changes")).code).toBe(0);
  }
});

/** Such as `DELETE qr 101`. A new object has no id yet. */
function requestOf(line: string): string {
  const [, method, kind, id] = /^(\S+) \/api\/(\w+)\/(\w+)/.exec(line) ?? [];
  return id === "add" ? `${method} ${kind}` : `${method} ${kind} ${id}`;
}

function requestsOf({ operation, key, id, field }: Review["rows"][number]): readonly string[] {
  if (field !== undefined) return [];
  const kind = SECTIONS[key.split(".")[0] as Section];
  const requests = REQUESTS[operation] ?? [];
  return requests.map((method) => (method === "POST" ? `POST ${kind}` : `${method} ${kind} ${id}`));
}

type Random = (max: number) => number;

/** Each value is new, so that no two objects are alike. */
function edit(config: Record<Section, Entries>, random: Random, round: number): void {
  for (const section of ["pixels", "qrCodes"] as const) {
    const entries = config[section];
    const fresh = (n: number) => `${round}-${n}`;
    const make = (n: number) =>
      section === "pixels"
        ? { type: "fbpixel", name: `Pixel ${fresh(n)}`, tag: fresh(n) }
        : { type: "text", name: `Code ${fresh(n)}`, data: fresh(n) };
    for (const entry of Object.values(entries)) delete entry.renamedFrom;
    // An empty list would prove nothing.
    entries.stays ??= make(99);
    for (let n = 0; n < 4; n++) {
      const keys = Object.keys(entries).filter((key) => key !== "stays" && !entries[key]!.renamedFrom);
      const key = keys[random(keys.length || 1)];
      const action = key === undefined ? 0 : random(7);
      if (action <= 1) entries[`k${fresh(n)}`] = make(n);
      if (key === undefined) continue;
      const entry = entries[key]!;
      if (action === 2) delete entries[key];
      if (action === 3) entry.name = `Renamed ${fresh(n)}`;
      if (action === 4)
        Object.assign(
          entry,
          section === "pixels" ? { tag: fresh(n) } : { type: entry.type === "text" ? "link" : "text" },
        );
      if (action === 5)
        entry.options = { retainOnDelete: random(2) === 0, deleteBeforeReplace: random(2) === 0 };
      // The state may not have it yet.
      if (action === 6 && round % 10 > 0 && !key.startsWith(`k${round}-`)) {
        delete entries[key];
        entries[`r${fresh(n)}`] = { ...entry, renamedFrom: key };
      }
    }
  }
}

function changeByHand({ pixels, qrs }: ReturnType<Project["service"]["account"]>, random: Random): void {
  for (const list of [pixels, qrs]) {
    const others = list.list().slice(1);
    const one = others[random(others.length || 1)];
    if (one === undefined) continue;
    if (random(3) > 0) list.update(one.id, { name: `By hand ${one.id} ${random(1000)}` });
    else list.delete(one.id);
  }
}
