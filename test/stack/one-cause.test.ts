// A problem that concerns many resources is one error and one line: the cause is the last thing that the provider says.
import { expect, test } from "vitest";
import { pixels } from "../support/pixels";
import { CommandFailed, type Run } from "../support/stack";
import { applied, CHANNEL, REFRESHED } from "../support/what-exists";

async function failureOf(run: Promise<Run>): Promise<CommandFailed> {
  const failure = await run.catch((error) => error);
  expect(failure).toBeInstanceOf(CommandFailed);
  return failure;
}

test.each([
  ["a wrong key", { LINK_MANAGEMENT_API_KEY: "wrong" }, /rejected the API key/],
  ["no service", { LINK_MANAGEMENT_BASE_URL: "http://127.0.0.1:9" }, /127\.0\.0\.1:9/],
])("with %s, a refresh says so, counts what depends on it, and forgets nothing", async (_, env, cause) => {
  const { world, stack } = await applied(pixels(30));
  const before = stack.ids;
  for (const run of [() => stack.up(pixels(30), { ...REFRESHED, env }), () => stack.refresh({ env })]) {
    const { message, run: shown } = await failureOf(run());
    expect([...message.split("\n"), ...shown.messages]).toHaveLength(2);
    expect(message).toMatch(cause);
    expect(shown.messages.at(-1)).toMatch(/29 .*: /);
    expect(shown.messages.at(-1)).toMatch(cause);
  }
  expect(stack.ids).toEqual(before);
  expect(world.changes).toEqual([]);
});

test("a list that fails is one error and shows nothing, and the other kinds are refreshed", async () => {
  const { world, stack } = await applied(pixels(30) + CHANNEL);
  // An empty list proves nothing until another one shows an object.
  world.account.channels.delete(Number(stack.ids["Channel spring"]));
  world.account.qrs.create({ type: "text", data: "hello" });
  world.faults.rule({ on: "GET /api/pixels", reject: "the table is locked" });
  const { message, run } = await failureOf(stack.refresh());
  expect(message.match(/the table is locked/g)).toHaveLength(1);
  expect(run.messages.at(-1)).toMatch(/29 .*the table is locked/);
  expect(run.changes).toEqual(["gone Channel spring", "gone ChannelItem spring/link/4711"]);
  expect(stack.resources).toHaveLength(30);
});
