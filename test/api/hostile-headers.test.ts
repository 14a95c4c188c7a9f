// Rate headers and dates that no service of api.md gives: a listing of two pages comes to its end all the same.
import fc from "fast-check";
import { expect, it } from "vitest";
import { fakeSession, HONEST, page } from "./fake-service";

const LONGEST_WAIT_MS = 10 * 60_000;

const figure = fc.constantFrom(
  ..."-1 0 1 30 1e308 -1e308 NaN Infinity 0x10 99999999999999999999 9007199254740993 1,2 null [object]".split(
    " ",
  ),
  "",
  "9".repeat(400),
  `0.${"0".repeat(400)}1`,
  "x".repeat(16_000),
);
const date = fc.oneof(
  figure,
  fc.constantFrom(
    "Fri, 31 Dec 9999 23:59:59 GMT",
    "+275760-09-13T00:00:00Z",
    "-271821-04-20T00:00:00Z",
    "-12345",
    "1970-01-01 00:00:00",
    "13 Foo 2026",
  ),
);

it("whatever rate headers and dates say", async () => {
  const headers = fc.record(
    {
      date,
      "x-ratelimit-limit": figure,
      "x-ratelimit-remaining": figure,
      "x-ratelimit-reset": date,
      "retry-after": date,
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(headers, { minLength: 1, maxLength: 4 }), async (all) => {
      const ids = Array.from({ length: 150 }, (_, index) => index + 1);
      const { session, clock } = fakeSession(({ path }, count) => ({
        ...page(HONEST, "pixels", ids, path),
        headers: all[count % all.length],
      }));
      const begun = clock.monotonic();
      expect((await session.collection({ path: "/api/pixels", key: "pixels" }).items()).size).toBe(150);
      expect(clock.monotonic() - begun).toBeLessThan(LONGEST_WAIT_MS);
      await session.close();
    }),
    { numRuns: 60 },
  );
});
