// However a service writes its rate-limit response: every object is created exactly once.
import { afterEach, expect, test } from "vitest";
import { DEMO_KEY, DIALECT_KNOBS, type Dialect } from "../../../src/emulator/index";
import { range, World } from "../support/world";

let world: World;
afterEach(() => world.end());

const HEADERS: readonly Partial<Dialect>[] = [
  {},
  { rateLimitHeadersOnFailure: "absent" },
  { rateLimitHeaders: "absent" },
  { rateLimitFigures: "zero" },
];

const dialects = DIALECT_KNOBS.rateLimitResponse.flatMap((rateLimitResponse) =>
  DIALECT_KNOBS.rateLimitBody.flatMap((rateLimitBody) =>
    DIALECT_KNOBS.retryAfterHeader.flatMap((retryAfterHeader) =>
      HEADERS.map((headers) => ({ rateLimitResponse, rateLimitBody, retryAfterHeader, ...headers })),
    ),
  ),
);

/** Somebody else with the same key uses up what is left of a window. */
async function othersSend(count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) {
    await fetch(`${world.emulator.url}/api/account`, { headers: { authorization: `Bearer ${DEMO_KEY}` } });
  }
}

/** Nothing distinguishes such a response from a rejection of the request. */
const isHidden = ({ rateLimitResponse, rateLimitBody, retryAfterHeader, ...headers }: Partial<Dialect>) =>
  rateLimitResponse !== "429" &&
  rateLimitBody !== "error429" &&
  retryAfterHeader === "absent" &&
  (headers.rateLimitHeaders === "absent" || headers.rateLimitFigures === "zero");

test.each(dialects)("%j", async (dialect) => {
  world = await World.start(dialect, { rateLimit: 6, windowMs: 60_000 });
  const process = world.process();
  const names = range(8).map((n) => `Channel ${n}`);
  const creates = names.map((name) => process.create("channel", { name }));
  await othersSend(5);
  if (isHidden(dialect)) {
    // A create stays unclear, and the next run completes it.
    const failed = (await Promise.allSettled(creates)).filter(({ status }) => status === "rejected");
    for (const { reason } of failed as PromiseRejectedResult[])
      expect(reason.message).toContain("The change may have taken effect");
    for (const name of names) await world.process().create("channel", { name }, { onExisting: "adopt" });
  } else {
    await Promise.all(creates);
  }
  expect(
    world.account.channels
      .list()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(names);
  expect(world.emulator.log.some(({ rateLimited }) => rateLimited)).toBe(true);
  const handled = world.emulator.log.filter(({ path, rateLimited }) => path.endsWith("/add") && !rateLimited);
  expect(handled).toHaveLength(names.length);
});
