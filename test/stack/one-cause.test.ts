// A problem that concerns many resources is one error and one line: the cause is the last thing that the provider says.
import { describe, expect, test } from "vitest";
import { CommandFailed, type Run } from "../support/stack";
import { applied, ONE_EACH, REFRESHED } from "../support/what-exists";

const MANY = `pixels:\n${Array.from({ length: 30 }, (_, n) => `  p${n}: { type: fbpixel, name: P${n}, tag: "${n}" }\n`).join("")}`;

async function failureOf(run: Promise<Run>): Promise<CommandFailed> {
  const failure = await run.catch((error) => error);
  expect(failure).toBeInstanceOf(CommandFailed);
  return failure;
}

describe.each([
  ["a wrong key", { LINK_MANAGEMENT_API_KEY: "wrong" }, /rejected the API key/],
  ["no service", { LINK_MANAGEMENT_BASE_URL: "http://127.0.0.1:9" }, /127\.0\.0\.1:9/],
])("with %s", (_, env, cause) => {
  test("a refresh says so, counts what depends on it, and forgets nothing", async () => {
    const { world, stack } = await applied(MANY);
    const before = stack.ids;
    for (const run of [() => stack.up(MANY, { ...REFRESHED, env }), () => stack.refresh({ env })]) {
      const { message, run: shown } = await failureOf(run());
      const lines = [...message.split("\n"), ...shown.messages];
      expect(lines).toHaveLength(2);
      expect(message).toMatch(cause);
      expect(shown.messages.at(-1)).toMatch(/29 .*: /);
      expect(shown.messages.at(-1)).toMatch(cause);
    }
    expect(stack.ids).toEqual(before);
    expect(world.changes).toEqual([]);
  });
});

test("a list that fails is one error, and the other kinds are refreshed", async () => {
  const { world, stack } = await applied(MANY + ONE_EACH.replace(/^pixels.*\n/, ""));
  world.account.channels.update(Number(stack.ids["Channel spring"]), { color: "#000000" });
  world.faults.rule({ on: "GET /api/pixels", reject: "the table is locked" });
  const { message, run } = await failureOf(stack.refresh());
  expect(message.match(/the table is locked/g)).toHaveLength(1);
  expect(run.messages.at(-1)).toMatch(/29 .*the table is locked/);
  expect(run.changes).toEqual(["refresh Channel spring: color"]);
  expect(Object.keys(stack.ids)).toHaveLength(30 + 5);
});
