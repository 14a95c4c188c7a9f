// Entries that exchange names. An object in the state is never adopted by another entry.
import { expect, test } from "vitest";
import type { Project } from "../support/project";
import { acme, configured, diagnostics, ids, plan, program, project, upOf, writes, yaml } from "./support";

const COUNT = 10;
const KEYS = Array.from({ length: COUNT }, (_, index) => index);
const channels = (prefix: string, name: (index: number) => string, options = {}) =>
  Object.fromEntries(KEYS.map((index) => [`${prefix}${index}`, { name: name(index), ...options }]));
const spring = (index: number) => `Spring ${index}`;
const lastSpring = (index: number) => `Spring ${index} of 2023`;

const namesById = (app: Project) =>
  acme(app)
    .channels.list()
    .map(({ id, name }) => `${id} ${name}`);

/** The error of a preview that fails before any change. */
async function rejection(app: Project): Promise<string> {
  app.emulator.clearLog();
  const { code, output } = await app.try("preview");
  expect(code, output).not.toBe(0);
  expect(writes(app)).toEqual({});
  return diagnostics(output);
}

test("new entries with the old names of renamed entries need two steps, or duplicate", async () => {
  const app = await configured({ channels: channels("old", spring) });
  await upOf(app);
  const before = await ids(app);
  const renamed = channels("old", lastSpring);

  await app.config(yaml({ channels: { ...channels("new", spring), ...renamed } }));
  const error = await rejection(app);
  for (const key of KEYS) {
    const id = before[`Channel old${key}`];
    expect(error).toMatch(
      new RegExp(
        `channels\\.new${key} \\(.*\\): already managed by channels\\.old${key} \\(id ${id}\\)\\. Apply the change of that entry first, or set onExisting: duplicate`,
      ),
    );
  }

  const duplicates = channels("new", spring, { options: { onExisting: "duplicate" } });
  await app.config(yaml({ channels: { ...duplicates, ...renamed } }));
  expect(await plan(app)).toEqual([
    ...KEYS.map((key) => `create Channel new${key}`),
    ...KEYS.map((key) => `update Channel old${key}`),
  ]);
  await upOf(app);
  const after = await ids(app);
  expect(after).toMatchObject(before);
  expect(new Set(Object.values(after)).size).toBe(2 * COUNT);
  const nameOf = (key: string) => acme(app).channels.get(Number(after[`Channel ${key}`]))?.name;
  for (const key of KEYS) {
    expect([nameOf(`new${key}`), nameOf(`old${key}`)]).toEqual([spring(key), lastSpring(key)]);
  }
  await app.pulumi("refresh", "--preview-only", "--expect-no-changes");

  await app.config(yaml({ channels: { ...channels("new", spring), ...renamed } }));
  await app.pulumi("preview", "--expect-no-changes");
});

test("the error names renamedFrom for an entry that leaves, and the order for one that stays", async () => {
  const [a, b] = [{ domain: "https://a.example.com" }, { domain: "https://b.example.com" }];
  const app = await configured({
    domains: { go: a },
    channels: { left: { name: "A" }, kept: { name: "B" } },
  });
  await upOf(app);
  const { "Channel left": left, "Channel kept": kept } = await ids(app);
  const other = { name: "B of 2023", renamedFrom: "kept" };

  await app.config(
    yaml({ domains: { go: b, second: a }, channels: { new: { name: "A" }, more: { name: "B" }, other } }),
  );
  const error = await rejection(app);
  expect(error).toContain("3 entries cannot be created");
  expect(error).toContain(
    `already managed by channels.left (id ${left}), which leaves the stack. Set renamedFrom: left`,
  );
  expect(error).toContain(
    `already managed by channels.other (id ${kept}). Apply the change of that entry first`,
  );
  expect(error).toContain("already managed by domains.go (id 101). Apply the change of that entry first");

  // The ways out: first the changes of the entries that stay, then the new ones.
  const renamed = { name: "A", renamedFrom: "left" };
  await app.config(yaml({ domains: { go: b }, channels: { new: renamed, other } }));
  await upOf(app);
  await app.config(
    yaml({ domains: { go: b, second: a }, channels: { new: renamed, more: { name: "B" }, other } }),
  );
  await upOf(app);
  expect(await ids(app)).toEqual({
    "Channel new": left,
    "Channel more": "103",
    "Channel other": kept,
    "Domain go": "102",
    "Domain second": "103",
  });
});

test("two entries swap their names in one up", async () => {
  const app = await configured({ channels: { a: { name: "A" }, b: { name: "B" } } });
  await upOf(app);
  const before = await ids(app);
  await app.config(yaml({ channels: { a: { name: "B" }, b: { name: "A" } } }));
  expect(await plan(app)).toEqual(["update Channel a", "update Channel b"]);
  await upOf(app);
  expect(await ids(app)).toEqual(before);
  expect(acme(app).channels.get(Number(before["Channel a"]))?.name).toBe("B");
  expect(acme(app).channels.get(Number(before["Channel b"]))?.name).toBe("A");
  await app.pulumi("preview", "--refresh", "--expect-no-changes");
});

test("entries below components keep their objects, also one that was moved there", async () => {
  const components = `
    const { ComponentResource, rootStackResource } = require("@pulumi/pulumi");
    const outer = new ComponentResource("test:Outer", "outer");
    const inner = new ComponentResource("test:Inner", "inner", {}, { parent: outer });`;
  const app = await project(
    program(`${components}
      const old = new Channel("old", { name: "A" }, { parent: inner });
      new Channel("moved", { name: "B" }, { dependsOn: old });`),
  );
  await upOf(app);
  await app.write(
    program(`${components}
      new Channel("new", { name: "A" }, { onExisting: "duplicate" });
      new Channel("old", { name: "A of 2023" }, { parent: inner });
      new Channel("moved", { name: "B of 2023" }, { parent: inner, aliases: [{ parent: rootStackResource }] });`),
  );
  await upOf(app);
  expect(await ids(app)).toMatchObject({ "Channel old": "101", "Channel moved": "102" });
  expect(namesById(app).slice(0, 2)).toEqual(["101 A of 2023", "102 B of 2023"]);
  expect(acme(app).channels.size).toBe(3);
});

test("a new entry does not adopt the object of an entry that the program registers later", async () => {
  const app = await project(program('new Channel("old", { name: "Spring" });'));
  await upOf(app);
  const later = (options: string) =>
    program(`
      const added = new Channel("new", { name: "Spring" }, ${options});
      added.urn.apply(() => new Channel("old", { name: "Spring 2023" }));
    `);
  for (const word of ["fail", "adopt", "overwrite"]) {
    await app.write(later(JSON.stringify({ onExisting: word })));
    expect(await rejection(app)).toContain("already managed by Channel old (id 101)");
    const { code } = await app.try("up", "--yes", "--skip-preview");
    expect(code).not.toBe(0);
    expect(namesById(app)).not.toContain("102 Spring");
  }
  await app.write(later('{ onExisting: "duplicate" }'));
  await app.pulumi("up", "--yes");
  expect(await ids(app)).toEqual({ "Channel old": "101", "Channel new": "102" });
});
