import { describe, expect, test } from "vitest";
import type { ListSpec } from "../../src/api/list/collection";
import type { AccountSession, LimiterStatus } from "../../src/api/session";
import { Estimate } from "../../src/provider/estimate";

const NOW = 1_000_000;
const pixels: ListSpec = { path: "/api/pixels", key: "pixels", writePath: "/api/pixel/" };
const channels: ListSpec = { path: "/api/channels", key: "channels", writePath: "/api/channel/" };

interface Fake {
  readonly sent?: number;
  readonly listed?: readonly ListSpec[];
  readonly status?: Partial<LimiterStatus>;
}

/** The parts of a session that an estimate uses. */
function sessionWith({ sent = 1, listed = [], status = {} }: Fake = {}): AccountSession {
  const session: Pick<AccountSession, "sent" | "status" | "now"> & { collection(list: ListSpec): unknown } = {
    sent,
    now: () => NOW,
    status: () => ({ queued: 0, limit: 30, free: 29, resetAt: NOW + 40_000, ...status }),
    collection: (list: ListSpec) => ({ isListed: listed.includes(list) }),
  };
  return session as unknown as AccountSession;
}

function estimateOf(changes: number): Estimate {
  const estimate = new Estimate();
  for (let change = 0; change < changes; change++) estimate.plan(`change ${change}`, 1);
  return estimate;
}

describe("says nothing", () => {
  test("if nothing changes", () => {
    expect(estimateOf(0).describe(sessionWith())).toBeUndefined();
  });
});

describe("counts", () => {
  test("the planned requests, and those that the preview has sent", () => {
    expect(estimateOf(1).describe(sessionWith({ sent: 0 }))).toBe(
      "apply: 1 request, no wait for the rate limit",
    );
    expect(estimateOf(3).describe(sessionWith({ sent: 4 }))).toBe(
      "apply: 7 requests, no wait for the rate limit",
    );
  });

  test("a change once, even if it is compared twice", () => {
    const estimate = estimateOf(2);
    estimate.plan("change 0", 1);
    expect(estimate.describe(sessionWith())).toMatch(/^apply: 3 requests/);
  });

  test("each list that a change reads first, unless the preview has read it", () => {
    const estimate = new Estimate();
    estimate.plan("new pixels.a", 1, [pixels]);
    estimate.plan("new pixels.b", 1, [{ ...pixels }]);
    estimate.plan("new channels.a", 1, [channels]);
    expect(estimate.describe(sessionWith())).toMatch(/^apply: 6 requests/);
    expect(estimate.describe(sessionWith({ sent: 2, listed: [channels] }))).toMatch(/^apply: 6 requests/);
  });
});

describe("estimates the time", () => {
  const time = (changes: number, fake?: Fake) =>
    / requests?, (.*)$/.exec(estimateOf(changes).describe(sessionWith(fake))!)?.[1];

  test("as nothing while requests are free", () => {
    expect(time(28)).toBe("no wait for the rate limit");
  });

  test("until the next window if more are needed", () => {
    expect(time(29)).toBe("about 40 s");
    expect(time(58)).toBe("about 40 s");
  });

  test("with a minute for every further window", () => {
    expect(time(59)).toBe("about 100 s");
    expect(time(119)).toBe("about 220 s");
    expect(time(119, { status: { limit: 300 } })).toBe("about 40 s");
  });

  test("with full windows while nothing is known about the current one", () => {
    const status = { free: undefined, resetAt: undefined };
    expect(time(29, { status })).toBe("no wait for the rate limit");
    expect(time(30, { status })).toBe("about 60 s");
  });

  test("without the past", () => {
    expect(time(40, { status: { resetAt: NOW - 5000 } })).toBe("no wait for the rate limit");
  });
});
