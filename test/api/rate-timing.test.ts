// How long many requests take beside the bound that the limit sets: ⌈(n − limit) / limit⌉ windows from the first to
// the last, in simulated time.
import { describe, expect, it } from "vitest";
import { numbers } from "./gate-checks";
import type { ResetFormat, Rounding, ServiceOptions } from "./simulated-service";
import { simulate } from "./simulation";

interface Case {
  readonly resetFormat: ResetFormat;
  readonly rounding: Rounding;
}

const CASES: Case[] = [
  { resetFormat: "epochSeconds", rounding: "up" },
  { resetFormat: "epochSeconds", rounding: "down" },
  { resetFormat: "epochSeconds", rounding: "nearest" },
  { resetFormat: "secondsLeft", rounding: "up" },
  { resetFormat: "secondsLeft", rounding: "down" },
  { resetFormat: "secondsLeft", rounding: "nearest" },
  { resetFormat: "httpDate", rounding: "up" },
  { resetFormat: "epochMs", rounding: "up" },
  { resetFormat: "isoDate", rounding: "up" },
];
const LIMIT = 30;

interface Measurement extends Case {
  readonly requests: number;
  /** Of one way. */
  readonly latencyMs: number;
  readonly windowMs?: number;
  readonly skewMs?: number;
  readonly sameClock?: boolean;
  readonly parallel?: number;
  readonly pause?: number;
}

/** The worst of several runs over the bound; each starts at another fraction of a second. */
async function overBound({
  requests,
  latencyMs,
  parallel = requests,
  pause,
  sameClock,
  ...service
}: Measurement): Promise<number> {
  const { windowMs = 60_000, skewMs = 3333 } = service;
  const options: ServiceOptions = {
    limit: LIMIT,
    windowKind: "fixed",
    rateHeaders: "all",
    dateHeader: true,
    refusal: "429",
    ...service,
    windowMs,
    skewMs,
  };
  const bound = Math.ceil((requests - LIMIT) / LIMIT) * windowMs;
  let worst = 0;
  for (let run = 0; run < 4; run++) {
    const random = numbers(run);
    const { handledAt, refusedAt } = await simulate({
      service: options,
      clients: [{ requests, parallel, pause, startAt: 277 * run }],
      latency: () => latencyMs * (0.95 + 0.1 * random()),
      sameClock,
    });
    expect(refusedAt).toEqual([]);
    expect(handledAt.length).toBe(requests);
    worst = Math.max(worst, (handledAt.at(-1)! - handledAt[0]!) / bound);
  }
  return worst;
}

const name = ({ resetFormat, rounding }: Case) => `reset as ${resetFormat}, rounded ${rounding}`;

describe("windows of a minute", () => {
  describe.each(CASES.map((one) => [name(one), one] as const))("%s", (_, one) => {
    it.each([
      [120, 5, 1.002],
      [300, 5, 1.002],
      [120, 50, 1.005],
      [300, 50, 1.005],
      // Half a second to the service and back, once in every window, and once more before the last burst.
      [120, 500, 1.03],
      [300, 500, 1.022],
    ])("%i requests at %i ms take at most %f of the bound", async (requests, latencyMs, most) => {
      expect(await overBound({ ...one, requests, latencyMs })).toBeLessThanOrEqual(most);
    });
  });
});

describe("windows of 2 s on this machine", () => {
  // One request for the account and one for the list, as many at once as the engine starts.
  it.each(CASES.map((one) => [name(one), one] as const))("%s: near the bound", async (_, one) => {
    for (const [requests, pause, most] of [
      [122, 0, 1.03],
      [302, 0, 1.03],
      // Time for work of the engine, in which fewer wait than are wanted.
      [122, 20, 1.05],
      [302, 20, 1.05],
    ] as const) {
      const options = {
        ...one,
        requests,
        latencyMs: 1,
        windowMs: 2000,
        skewMs: 0,
        sameClock: true,
        parallel: 8,
        pause,
      };
      expect(await overBound(options)).toBeLessThanOrEqual(most);
    }
  });
});
