// What the rate gate keeps to, whatever the service is like: tried on simulated services.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holds, isSound, type Load, load, run, service } from "./gate-checks";
import type { ServiceOptions } from "./simulated-service";

async function runAlone(options: ServiceOptions, traffic: Load) {
  const { clients, ...service } = await run(options, traffic);
  return { ...clients[0]!, ...service };
}

const withLoad = (options: fc.Arbitrary<ServiceOptions>, traffic = load()) => fc.tuple(options, traffic);
const only429 = { refusal: fc.constant("429") };
const shared = { limit: fc.integer({ min: 2, max: 120 }) };
const sharedLoad = load({ requests: fc.integer({ min: 1, max: 60 }) });

describe("alone, with headers that tell the truth, the rate gate is never refused", () => {
  const neverRefused = async ([options, traffic]: [ServiceOptions, Load]) => {
    const result = await runAlone(options, traffic);
    expect(result.refusedAt).toEqual([]);
    expect(result.ends.filter(({ error }) => error)).toEqual([]);
    isSound(result, traffic.requests);
  };

  it("in every kind of window, format of the reset, limit, latency and clock", () => {
    return holds(250, withLoad(service()), neverRefused);
  });

  it("in windows of another length than the documented one", () => {
    const windowMs = fc.oneof(fc.constantFrom(1000, 2000, 10_000), fc.integer({ min: 1000, max: 60_000 }));
    return holds(
      250,
      withLoad(service({ windowMs, skewMs: fc.integer({ min: -2000, max: 2000 }) })),
      neverRefused,
    );
  });

  it("where the limit is raised while it runs", () => {
    const raised = fc.integer({ min: 1, max: 200_000 }).chain((at) =>
      service({ limit: fc.integer({ min: 1, max: 40 }) }).map((options) => ({
        ...options,
        limitAt: (now: number) => (now < at ? options.limit : options.limit * 3),
      })),
    );
    return holds(80, withLoad(raised), neverRefused);
  });

  it("without rate headers, as long as the documented limit holds", () => {
    const options = service({ rateHeaders: fc.constant("none"), limit: fc.integer({ min: 30, max: 60 }) });
    return holds(80, withLoad(options), neverRefused);
  });
});

describe("otherwise at most one burst per window is refused, and it recovers:", () => {
  const oneBurst = async ([options, traffic]: [ServiceOptions, Load], count = 1) => {
    for (const result of (await run(options, traffic, count)).clients) {
      expect(Math.max(0, ...result.refusedBursts)).toBeLessThanOrEqual(1);
      isSound(result, traffic.requests);
    }
  };

  // Two more in a whole run, before it is plain that the headers are not to be believed.
  const twoMoreInAll = async ([options, traffic]: [ServiceOptions, Load]) => {
    const result = await runAlone(options, traffic);
    const repeats = result.refusedBursts.reduce((sum, bursts) => sum + bursts - 1, 0);
    expect(repeats).toBeLessThanOrEqual(2);
    isSound(result, traffic.requests);
  };

  it("two to five clients on one key", () => {
    const cases = fc.tuple(service({ ...shared, ...only429 }), sharedLoad, fc.integer({ min: 2, max: 5 }));
    return holds(120, cases, ([options, traffic, count]) => oneBurst([options, traffic], count));
  });

  it("several clients, where a refusal has another status", () => {
    const cases = fc.tuple(service(shared), sharedLoad, fc.integer({ min: 2, max: 5 }));
    return holds(80, cases, ([options, traffic, count]) => oneBurst([options, traffic], count));
  });

  it("a limit that is lowered while it runs", () => {
    const lowered = fc.tuple(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 40 }));
    const options = fc
      .tuple(service({ limit: fc.integer({ min: 40, max: 200 }) }), lowered)
      .map(([one, [at, less]]) => ({
        ...one,
        limitAt: (now: number) => (now < at ? one.limit : less),
      }));
    return holds(80, withLoad(options), oneBurst);
  });

  it("no rate headers and a lower limit than documented", () => {
    const options = service({
      rateHeaders: fc.constant("none"),
      limit: fc.integer({ min: 1, max: 29 }),
      ...only429,
    });
    return holds(40, withLoad(options), oneBurst);
  });

  it("a clock that differs and is not told", () => {
    const options = service({
      dateHeader: fc.constant(false),
      skewMs: fc.integer({ min: -100_000, max: 100_000 }),
    });
    return holds(80, withLoad(options), twoMoreInAll);
  });

  it("rate headers that lie", () => {
    const text = (...texts: string[]) => fc.constantFrom(...texts);
    const lies = fc.record(
      {
        "x-ratelimit-limit": text("0", "1", "30", "5000", "x"),
        "x-ratelimit-remaining": text("0", "1", "29", "30", "9999", "-1", "many", ""),
        "x-ratelimit-reset": text("0", "1", "60", "soon", "1700000000", "9999999999", "99999999999999", ""),
      },
      { requiredKeys: [] },
    );
    const options = fc
      .tuple(service({ limit: fc.integer({ min: 2, max: 60 }), ...only429 }), lies)
      .map(([one, told]) => ({ ...one, lies: told }));
    return holds(200, withLoad(options, sharedLoad), twoMoreInAll);
  });
});
