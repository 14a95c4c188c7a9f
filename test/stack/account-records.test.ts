// What a state records about the account of its objects, and what is the same account.
import { describe, expect, test } from "vitest";
import { startProvider } from "../support/engine/provider";
import { messageOf } from "../support/message-of";
import type { Stack } from "../support/stack";
import { applied, DIRECTLY, objects, PIXEL, REFRESHED, sent } from "../support/what-exists";
import { startStack } from "../support/world";

const CHANGED = PIXEL.replace("Ads", "Shop ads");

async function withoutMetadata() {
  const { world, stack } = await applied(PIXEL);
  const { state } = stack;
  state.resources = state.resources.map((one) => {
    const { __metadata: _, ...outputs } = one.outputs;
    return { ...one, outputs };
  });
  return { world, stack };
}

describe("a state without __metadata", () => {
  test.each<[string, (stack: Stack) => Promise<unknown>]>([
    ["updated", (stack) => stack.up(CHANGED, DIRECTLY)],
    ["deleted by an up", (stack) => stack.up("{}", DIRECTLY)],
    ["deleted by a destroy", (stack) => stack.destroy()],
  ])("is not %s: the error names pulumi refresh, which records it", async (_, run) => {
    const { world, stack } = await withoutMetadata();
    expect(await messageOf(run(stack))).toContain("pulumi refresh");
    expect(world.account.pixels.get(101)).toMatchObject({ name: "Ads" });
    expect(sent(world).filter((request) => request.includes("/101/"))).toEqual([]);
    await stack.refresh();
    await stack.up(CHANGED, REFRESHED);
    expect(world.account.pixels.get(101)).toMatchObject({ name: "Shop ads" });
    await stack.destroy();
    expect(objects(world.account)).toEqual([]);
  });
});

test("a damaged state is no second error beside that of the config file", async () => {
  const { stack } = await applied(PIXEL);
  const { state } = stack;
  state.resources = state.resources.map((one) => ({ ...one, outputs: { ...one.outputs, __metadata: "{" } }));
  expect(await messageOf(stack.preview(PIXEL))).toContain("damaged");
  expect(await messageOf(stack.preview("chanels: {}"))).not.toContain("damaged");
});

test("an object without __metadata is not deleted for its replacement", async () => {
  const { world, stack } = await withoutMetadata();
  const replaced = PIXEL.replace("fbpixel", "gapixel");
  expect(await messageOf(stack.up(replaced, DIRECTLY))).toContain("pulumi refresh");
  expect(world.account.pixels.get(101)).toMatchObject({ type: "fbpixel" });
  await stack.up(replaced, REFRESHED);
  expect(world.account.pixels.list()).toMatchObject([{ type: "gapixel" }]);
  expect(stack.pendingDeletes).toEqual([]);
});

test("the account is known before a create is sent: a later mismatch leaves no object without a record", async () => {
  const { world, stack } = await startStack({ up: PIXEL });
  const [recorded] = stack.resources;
  const { __provider } = recorded!.inputs;
  const config = { "link-management:baseUrl": world.service.url, "link-management:apiKey": "demo-key" };
  const provider = startProvider({ clock: world.clock, config, env: {}, log: () => {} });
  const args = { type: "fbpixel", name: "New", tag: "2", __provider, __entry: "{}" };
  const { inputs } = await provider.check({}, args);
  const elsewhere = { ...recorded!.outputs, __metadata: '{"id":"101","account":"999 at elsewhere.example"}' };
  let reading: Promise<string> | undefined;
  world.faults.rule({
    on: ({ method }) => {
      if (method === "POST") reading = messageOf(provider.read("101", elsewhere));
      return method === "POST";
    },
    delay: 1000,
  });
  const created = await provider.create(inputs).then(
    ({ outs }) => outs,
    (error: { properties?: object }) => error.properties ?? {},
  );
  expect(await reading).toContain("wrong account");
  expect(world.account.pixels.list()).toHaveLength(2);
  expect(created).toHaveProperty("__metadata");
  await provider.end();
});
