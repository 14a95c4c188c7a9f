// What went wrong once: each of these was found by attack.
import { afterEach, expect, test, vi } from "vitest";
import { cancelAt } from "../support/interruptions";
import { messageOf } from "../support/message-of";
import { pixels } from "../support/pixels";
import { startWorld } from "../support/world";

afterEach(() => void vi.unstubAllEnvs());

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
const codes = (count: number, rest = "") =>
  `qrCodes:\n${times(count, (n) => `  c${n}: { type: text, data: code ${n}${rest} }\n`).join("")}`;

async function applied(config: string, options: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(options);
  const stack = world.stack();
  await stack.up(config);
  await world.clock.advance(60_000);
  world.service.clearLog();
  return { world, stack };
}

// Settings (5): an empty variable counts as not set.
test("an empty LINK_MANAGEMENT_ACCOUNT does not switch off the account of the stack config", async () => {
  const accounts = [
    { username: "acme", keys: ["demo-key"] },
    { username: "globex", keys: ["other-key"] },
  ];
  const world = await startWorld({ accounts });
  vi.stubEnv("LINK_MANAGEMENT_ACCOUNT", "");
  const run = world.stack({ account: "acme", apiKey: "other-key" }).up(pixels(2));
  expect(await messageOf(run)).toContain("wrong account");
});

// Settings (5): an empty variable counts as not set.
test("an empty LINK_MANAGEMENT_MAX_DELETIONS does not switch off the guard", async () => {
  const { stack } = await applied(pixels(5));
  vi.stubEnv("LINK_MANAGEMENT_MAX_DELETIONS", "");
  expect(await messageOf(stack.up("{}", { config: { maxDeletions: "1" } }))).toContain("5 of 5");
});

// Ctrl-C (3): requests that were not sent yet fail at once.
test("after Ctrl-C, queued QR codes are not created", async () => {
  const world = await startWorld({ rateLimit: 5 });
  const stack = world.stack();
  await messageOf(
    stack.up(codes(40), { preview: false, parallel: 40, ...cancelAt({ request: 1, timing: "before" }) }),
  );
  expect(world.account.qrs.list().length).toBeLessThanOrEqual(5);
});

// Lists (3): without maxpage, pages go on as long as nextpage is larger than the page.
test("a short page with a next page and no maxpage is not the end", async () => {
  const { world, stack } = await applied(pixels(20), {
    dialect: { maxPageSize: 15, pageFields: "nextpageOnly" },
  });
  world.faults.rule({
    on: "GET /api/pixels",
    respond: (response) => {
      const body = response.body as { data: Record<string, unknown> };
      const { result: _, ...data } = { ...body.data, perpage: 100 } as Record<string, unknown>;
      return { ...response, body: { ...body, data } };
    },
  });
  const run = await stack.refresh();
  expect(run.with("gone")).toEqual([]);
});

// Lists (3): what two readings agree on counts.
test("a list whose result counts rows that are never listed can be read", async () => {
  const { world, stack } = await applied(pixels(3));
  world.faults.rule({
    on: "GET /api/pixels",
    respond: (response) => {
      const body = structuredClone(response.body) as { data: { result: number } };
      body.data.result += 2;
      return { ...response, body };
    },
  });
  expect((await stack.refresh()).changes).toEqual([]);
});

// Updates (2): unmanaged values come from a list that is at most 60 s old.
test("a description that somebody changes during a long apply is not reverted", async () => {
  const config = (color: string) =>
    `channels:\n${times(60, (n) => `  c${n}: { name: Channel ${n}, color: "${color}" }\n`).join("")}`;
  const world = await startWorld({ rateLimit: 30 });
  const stack = world.stack();
  await stack.up(config("#000000"));
  for (const { id } of world.account.channels.list())
    world.account.channels.update(id, { description: "Before" });
  const edited = { done: false };
  world.faults.rule({
    on: "PUT /api/channel/*",
    after: 25,
    times: 1,
    edit: ({ channels }) => {
      edited.done = true;
      for (const { id } of channels.list()) channels.update(id, { description: "By hand" });
    },
  });
  await stack.up(config("#111111"), { preview: false, parallel: 1 });
  expect(edited.done).toBe(true);
  const reverted = world.account.channels.list().filter(({ description }) => description !== "By hand");
  // The last ones were updated more than a minute after the edit.
  expect(reverted.length).toBeLessThan(30);
});

// Responses (3): limited means 429.
test("a rejected create on the last request of a window is not sent again", async () => {
  const world = await startWorld({ rateLimit: 30 });
  const headers = { "X-RateLimit-Limit": "30", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "60" };
  world.faults.rule({
    on: "POST /api/pixel/add",
    after: 27,
    times: 1,
    reject: "no more pixels",
    respond: (response) => ({ ...response, headers }),
  });
  await messageOf(world.stack().up(pixels(28), { preview: false, parallel: 1 }));
  expect(world.requests.filter((request) => request.startsWith("POST"))).toHaveLength(28);
});

// Create once (3): a QR code whose name no list has shown is never taken.
test("the only new QR code is not taken: it may be somebody else's", async () => {
  const world = await startWorld();
  const stack = world.stack();
  world.faults.rule({
    on: "POST /api/qr/add",
    fault: "reset",
    times: 1,
    edit: ({ qrs }) => void qrs.create({ type: "text", data: "of somebody else" }),
  });
  await messageOf(stack.up(codes(1), { preview: false }));
  await stack.destroy();
  expect(world.account.qrs.list().map(({ data }) => data)).toContain("of somebody else");
});
