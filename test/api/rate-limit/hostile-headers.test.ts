// Rate headers and dates that no service should send. A list of two pages is read all the same.
import fc from "fast-check";
import { expect, it } from "vitest";
import { VirtualClock } from "../../support/virtual-clock";
import { ACCOUNT, FakeService, fakeSession } from "../support/fake-service";
import { CONSISTENT, PIXELS, page, range } from "../support/list-pages";

const MAX_WAIT_MS = 10 * 60_000;

const anyFigure = fc.constantFrom(
  ..."-1 0 1 30 1e308 -1e308 NaN Infinity 0x10 99999999999999999999 9007199254740993 1,2 null [object]".split(
    " ",
  ),
  "",
  "9".repeat(400),
  `0.${"0".repeat(400)}1`,
  "x".repeat(16_000),
);
const anyDate = fc.oneof(
  anyFigure,
  fc.constantFrom(
    "Fri, 31 Dec 9999 23:59:59 GMT",
    "+275760-09-13T00:00:00Z",
    "-271821-04-20T00:00:00Z",
    "-12345",
    "1970-01-01 00:00:00",
    "13 Foo 2026",
  ),
);

it.each(["0", "-1", "-30"])(
  "ignores a limit of %s on a success, with everything that goes with it",
  async (limit) => {
    for (const remaining of [limit, "0", undefined]) {
      const headers = {
        "x-ratelimit-limit": limit,
        "x-ratelimit-remaining": remaining,
        "x-ratelimit-reset": "60",
      };
      const { session, clock } = fakeSession(() => ({ body: { error: 0 }, headers }));
      const startedAt = clock.monotonic();
      for (let count = 0; count < 25; count++) await session.read("/api/x");
      expect(clock.monotonic() - startedAt).toBe(0);
      expect(session.status()).toMatchObject({ limit: 100_000, queued: 0 });
      await session.close();
    }
  },
);

it("counts its own requests where the limit is always 0, also after rejections", async () => {
  const sentAt: number[] = [];
  const headers = { "x-ratelimit-limit": "0", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "60" };
  const clock = new VirtualClock({ autoAdvance: true, quietMs: 1 });
  const transport = new FakeService((_, count) => {
    sentAt.push(clock.monotonic());
    const isRejected = count > 1 && count % 9 === 0;
    return { body: isRejected ? { error: 1, message: "no" } : { error: 0, data: ACCOUNT }, headers };
  });
  const { session } = fakeSession(() => ({}), {}, { transport, clock });
  await Promise.all(range(100).map((n) => session.read(`/api/${n}`).catch(() => {})));
  for (const [index, at] of sentAt.entries()) {
    expect(at - (sentAt[index - 30] ?? Number.NEGATIVE_INFINITY), `request ${index}`).toBeGreaterThanOrEqual(
      60_000,
    );
  }
  // The 101 requests and the repeated ones, with one window for rejections in a row.
  expect(clock.monotonic() - sentAt[0]!).toBeLessThan(6 * 61_000);
  await session.close();
});

it("reads a list within 10 minutes, whatever the headers contain", async () => {
  const headers = fc.record(
    {
      date: anyDate,
      "x-ratelimit-limit": anyFigure,
      "x-ratelimit-remaining": anyFigure,
      "x-ratelimit-reset": anyDate,
      "retry-after": anyDate,
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(headers, { minLength: 1, maxLength: 4 }), async (all) => {
      const { session, clock } = fakeSession(({ path }, count) => ({
        ...page(CONSISTENT, "pixels", range(150), path),
        headers: all[count % all.length],
      }));
      const startedAt = clock.monotonic();
      expect((await session.collection(PIXELS).items()).size).toBe(150);
      expect(clock.monotonic() - startedAt).toBeLessThan(MAX_WAIT_MS);
      await session.close();
    }),
    { numRuns: 60 },
  );
});
