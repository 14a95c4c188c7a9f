// A rejected key is reported within one rate-limit window, whatever the rejection looks like.
import { expect, it } from "vitest";
import { RejectedKeyError } from "../../src/api/errors";
import { DOCUMENTED_WINDOW_MS } from "../../src/api/rate-limit/reset-estimate";
import {
  ACCOUNT,
  FakeService,
  fakeSession,
  NO_RATE_HEADERS,
  type Reply,
  rejection,
} from "./support/fake-service";

const REASON = "The key is not valid";
const EMPTY = { "x-ratelimit-limit": "30", "x-ratelimit-remaining": "0" };

const HEADERS: Readonly<Record<string, Reply["headers"]>> = {
  "a free quota": {},
  "no rate headers": NO_RATE_HEADERS,
  "a used-up quota": { ...EMPTY, "x-ratelimit-reset": "30" },
  "a used-up quota for a whole window": { ...EMPTY, "x-ratelimit-reset": "60" },
  "a limit of 0": { "x-ratelimit-limit": "0", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "60" },
  "a time to wait": { ...NO_RATE_HEADERS, "retry-after": "20" },
  "a time to wait of one second": { ...NO_RATE_HEADERS, "retry-after": "1" },
  "a reset in the past": { ...EMPTY, "x-ratelimit-reset": "1000000000" },
};
const cases = [200, 400, 401, 403, 418, 422, 429, 430].flatMap((status) =>
  Object.entries(HEADERS).map(([name, headers]) => [status, name, headers] as const),
);

it.each(cases)("status %d with %s", async (status, _, headers) => {
  const service = new FakeService(() => ({ ...rejection(REASON, status), headers }));
  const { session, clock } = fakeSession(() => rejection(), {}, { transport: service });
  const startedAt = clock.monotonic();
  const error: Error = await session.account().then(
    () => expect.unreachable(),
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(RejectedKeyError);
  expect(error.message).toMatch(/^the service rejected the API key.*: .*The key is not valid/);
  // One second for other clients, and some milliseconds for timers.
  expect(clock.monotonic() - startedAt).toBeLessThanOrEqual(DOCUMENTED_WINDOW_MS + 2000);
});

it("is no rejected key if only the window before was used up", async () => {
  const { session, service, clock } = fakeSession(() => rejection());
  let limited = 1;
  const transport = {
    close: () => service.close(),
    send: async () =>
      limited-- > 0
        ? { status: 429, headers: { ...EMPTY, "x-ratelimit-reset": "60" }, text: '{"error":1}' }
        : { status: 200, headers: {}, text: JSON.stringify({ error: 0, data: ACCOUNT }) },
  };
  const other = fakeSession(() => rejection(), {}, { transport, clock });
  await expect(other.session.account()).resolves.toMatchObject({ username: "acme" });
  await session.close();
});
