// The time of many requests, relative to the shortest that the limit allows: ⌈(n − limit) / limit⌉ windows from the
// first request to the last. Time is simulated.
import { describe, expect, it } from "vitest";
import { caseCount } from "../../support/case-count";
import { randomNumbers } from "../support/properties";
import type { ResetFormat, Rounding, ServiceOptions, WindowKind } from "../support/simulated-service";
import { simulate } from "../support/simulation";

interface ResetHeader {
  readonly resetFormat: ResetFormat;
  readonly rounding: Rounding;
}

const RESET_HEADERS: ResetHeader[] = [
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

interface Measurement extends ResetHeader {
  readonly requests: number;
  /** Latency in one direction. */
  readonly latencyMs: number;
  readonly windowMs?: number;
  readonly windowKind?: WindowKind;
  readonly clockOffsetMs?: number;
  readonly sameClock?: boolean;
  readonly parallel?: number;
  readonly pauseMs?: number;
}

/** The worst ratio of several runs, which start at different fractions of a second. Nothing may be rejected. */
async function worstRatio(measurement: Measurement): Promise<number> {
  const { requests, latencyMs, parallel = requests, pauseMs, sameClock, ...service } = measurement;
  const { windowMs = 60_000, windowKind = "fixed", clockOffsetMs = 3333 } = service;
  const options: ServiceOptions = {
    limit: LIMIT,
    rateHeaders: "all",
    dateHeader: true,
    limitedStatus: 429,
    ...service,
    windowKind,
    windowMs,
    clockOffsetMs,
  };
  const shortest = Math.ceil((requests - LIMIT) / LIMIT) * windowMs;
  let worst = 0;
  for (let run = 0; run < caseCount(4); run++) {
    const random = randomNumbers(run);
    const { countedAt, limitedAt } = await simulate({
      service: options,
      clients: [{ requests, parallel, pauseMs, startAt: 277 * run }],
      latency: () => latencyMs * (0.95 + 0.1 * random()),
      sameClock,
    });
    expect(limitedAt).toEqual([]);
    expect(countedAt.length).toBe(requests);
    worst = Math.max(worst, (countedAt.at(-1)! - countedAt[0]!) / shortest);
  }
  return worst;
}

const name = ({ resetFormat, rounding }: ResetHeader) => `reset as ${resetFormat}, rounded ${rounding}`;

describe("windows of a minute", () => {
  describe.each(RESET_HEADERS.map((header) => [name(header), header] as const))("%s", (_, header) => {
    it.each([
      [120, 120, 5, 1.002],
      [300, 300, 5, 1.002],
      [120, 120, 50, 1.005],
      [300, 300, 50, 1.005],
      // As many at once as the engine starts with two CPUs.
      [120, 8, 50, 1.007],
      [300, 8, 50, 1.007],
      // A round trip of a second, once in every window and once more before the last burst.
      [120, 120, 500, 1.03],
      [300, 300, 500, 1.022],
    ])("%i requests, %i at once, at %i ms take at most %f of the shortest time", async (...row) => {
      const [requests, parallel, latencyMs, max] = row;
      for (const windowKind of ["fixed", "aligned", "sliding"] as const) {
        const measurement = { ...header, windowKind, requests, parallel, latencyMs };
        expect(await worstRatio(measurement), windowKind).toBeLessThanOrEqual(max);
      }
    });
  });
});

describe("short windows on this machine", () => {
  const isExact = ({ resetFormat }: ResetHeader) => resetFormat === "epochMs" || resetFormat === "isoDate";
  // The service may round up or down, and the limiter does not know which.
  const WHOLE_SECONDS_COST_MS = 2000;

  describe.each(RESET_HEADERS.map((header) => [name(header), header] as const))("%s", (_, header) => {
    it.each([
      [2000, 122, 0],
      [2000, 302, 0],
      [10_000, 122, 0],
      // The engine writes its state between requests.
      [2000, 122, 20],
      [2000, 302, 20],
    ])("windows of %i ms, %i requests, pauses of %i ms: about the announced time", async (...row) => {
      const [windowMs, requests, pauseMs] = row;
      const onThisMachine = { latencyMs: 1, clockOffsetMs: 0, sameClock: true, parallel: 8 };
      const ratio = await worstRatio({ ...header, ...onThisMachine, windowMs, requests, pauseMs });
      const announcedMs = windowMs + (isExact(header) ? 0 : WHOLE_SECONDS_COST_MS);
      expect(ratio).toBeLessThanOrEqual((1.01 * announcedMs) / windowMs);
    });
  });
});
