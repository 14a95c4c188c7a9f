// Entries that change roles: a new one gets the name that another one gives up, which stays in the stack. Taking over
// needs no request and a rename waits for the rate limit, so the order in which the service sees them is open.
import { expect, test } from "vitest";
import {
  acme,
  configured,
  diagnostics,
  ids,
  plan,
  program,
  project,
  upOf,
  urnOf,
  writes,
  yaml,
} from "./lifecycle/support";
import type { Project } from "./support/project";

const COUNT = 10;
const channels = (prefix: string, name: (index: number) => string) =>
  Object.fromEntries(
    Array.from({ length: COUNT }, (_, index) => [`${prefix}${index}`, { name: name(index) }]),
  );
const spring = (index: number) => `Spring ${index}`;
const lastSpring = (index: number) => `Spring ${index} of 2023`;

const held = (app: Project) =>
  acme(app)
    .channels.list()
    .map(({ id, name }) => `${id} ${name}`);

test("a yearly roll-over makes the new objects and renames the old ones, in one up that its preview foretells", async () => {
  const app = await configured({ channels: channels("old", spring) }, { rateLimit: 6, windowMs: 2000 });
  await upOf(app);
  const before = await ids(app);
  await app.config(yaml({ channels: { ...channels("fresh", spring), ...channels("old", lastSpring) } }));
  expect(diagnostics(await app.pulumi("preview"))).not.toContain("taken over");
  const keys = Array.from({ length: COUNT }, (_, index) => index);
  expect(await plan(app)).toEqual([
    ...keys.map((key) => `create Channel fresh${key}`),
    ...keys.map((key) => `update Channel old${key}`),
  ]);

  await upOf(app);
  const after = await ids(app);
  expect(after).toMatchObject(before);
  expect(new Set(Object.values(after)).size).toBe(2 * COUNT);
  const nameOf = (key: string) => acme(app).channels.get(Number(after[`Channel ${key}`]))?.name;
  for (const key of keys) {
    expect([nameOf(`fresh${key}`), nameOf(`old${key}`)]).toEqual([spring(key), lastSpring(key)]);
  }
  await app.pulumi("refresh", "--preview-only", "--expect-no-changes");
  await app.pulumi("preview", "--expect-no-changes");
});

test("what a renamed key or a replacement leaves behind is taken over, not what an entry under an alias keeps", async () => {
  const [a, b] = [{ domain: "https://a.example.com" }, { domain: "https://b.example.com" }];
  const channels = { left: { name: "A" }, kept: { name: "B" } };
  const app = await configured({ domains: { go: a }, channels });
  await upOf(app);
  const { "Channel left": left, "Channel kept": kept } = await ids(app);
  app.emulator.clearLog();
  const other = { name: "B of 2023", renamedFrom: "kept" };
  const changed = { fresh: { name: "A" }, more: { name: "B" }, other };
  await app.config(yaml({ domains: { go: b, second: a }, channels: changed }));
  const told = diagnostics(await app.pulumi("preview"));
  expect(told).toContain(
    `Channel A: the account already holds this object with id ${left}; it is taken over`,
  );
  expect(told).not.toContain("Channel B: the account already holds");
  await upOf(app);
  expect(await ids(app)).toEqual({
    "Channel fresh": left,
    "Channel more": "103",
    "Channel other": kept,
    "Domain go": "102",
    "Domain second": "101",
  });
  expect(Object.keys(writes(app)).sort()).toEqual([
    "POST /api/channel/add",
    "POST /api/domain/add",
    `PUT /api/channel/${kept}/update`,
  ]);
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
      new Channel("fresh", { name: "A" });
      new Channel("more", { name: "B" });
      new Channel("old", { name: "A of 2023" }, { parent: inner });
      new Channel("moved", { name: "B of 2023" }, { parent: inner, aliases: [{ parent: rootStackResource }] });`),
  );
  expect(diagnostics(await app.pulumi("preview"))).not.toContain("taken over");
  await upOf(app);
  expect(await ids(app)).toMatchObject({ "Channel old": "101", "Channel moved": "102" });
  expect(held(app).slice(0, 2)).toEqual(["101 A of 2023", "102 B of 2023"]);
  expect(acme(app).channels.size).toBe(4);
});

test("an entry that a program registers too late to be known is an error before anything is changed", async () => {
  const app = await project(program('new Channel("old", { name: "Spring" });'));
  await upOf(app);
  const late = (options: string) =>
    program(`
      const fresh = new Channel("fresh", { name: "Spring" }, ${options});
      fresh.urn.apply(() => new Channel("old", { name: "Spring 2023" }));
    `);
  await app.write(late("{}"));
  const both = /Channel 101: two entries.*Channel Spring 2023.*Channel Spring\. Nothing.*"duplicate"/;
  for (const command of [["preview"], ["up", "--yes", "--skip-preview"], ["up", "--yes", "--skip-preview"]]) {
    const { code, output } = await app.try(...command);
    expect(code).not.toBe(0);
    expect(output).toMatch(both);
    expect(held(app)).toEqual(["101 Spring"]);
  }

  // The ways out that the error names.
  await app.pulumi("state", "delete", urnOf("Channel", "fresh"), "--yes");
  await app.write(late('{ onExisting: "duplicate" }'));
  await app.pulumi("up", "--yes");
  expect(held(app)).toEqual(["101 Spring 2023", "102 Spring"]);
  expect(await ids(app)).toEqual({ "Channel old": "101", "Channel fresh": "102" });
});
