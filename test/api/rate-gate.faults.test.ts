// What the client and its rate gate keep to where requests and answers get lost or break: tried on simulated services.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holds, isSound, load, rateHeaders, run, service } from "./gate-checks";
import { FAULTS, type Fault } from "./simulated-service";

const shortLoad = load({ requests: fc.integer({ min: 1, max: 100 }) });
const rate = fc.double({ min: 0.02, max: 0.4, noNaN: true });

describe("alone, with headers that tell the truth", () => {
  const UNCLEAR: readonly Fault[] = ["answerLost", "late"];
  const clear = FAULTS.filter((fault) => !UNCLEAR.includes(fault));

  it.each(clear.map((fault) => [fault]))(
    "no request is refused for the limit where this goes wrong: %s",
    (fault) => {
      return holds(25, fc.tuple(service(), shortLoad, rate), async ([options, traffic, often]) => {
        const { clients, refusedAt } = await run(options, traffic, 1, { kinds: [fault], rate: often });
        expect(refusedAt).toEqual([]);
        isSound(clients[0]!, traffic.requests);
      });
    },
  );

  // The service counted it, and nothing tells when: the next probe may find nothing left. To wait a window out after
  // each lost answer instead would cost far more than this one request.
  it.each(UNCLEAR.map((fault) => [fault]))(
    "one refusal at most for each time that this goes wrong: %s",
    (fault) => {
      return holds(60, fc.tuple(service(), shortLoad, rate), async ([options, traffic, often]) => {
        const { clients, refusedAt } = await run(options, traffic, 1, { kinds: [fault], rate: often });
        const [client] = clients;
        expect(refusedAt.length).toBeLessThanOrEqual(client!.faults);
        expect(Math.max(0, ...client!.refusedBursts)).toBeLessThanOrEqual(1);
        isSound(client!, traffic.requests);
      });
    },
  );
});

it("not even lost answers lead to a refusal where windows begin anew and allow for more than are lost", () => {
  const options = service({
    limit: fc.integer({ min: 20, max: 60 }),
    windowKind: fc.constantFrom("fixed", "aligned"),
  });
  const seldom = fc.double({ min: 0.02, max: 0.2, noNaN: true });
  return holds(60, fc.tuple(options, shortLoad, seldom), async ([one, traffic, often]) => {
    const { refusedAt } = await run(one, traffic, 1, { kinds: ["answerLost"], rate: often });
    expect(refusedAt).toEqual([]);
  });
});

const sharedLoad = load({ requests: fc.integer({ min: 1, max: 60 }) });
const kinds = fc.subarray([...FAULTS], { minLength: 1 });
const faults = fc.record({ kinds, rate });
const clients = fc.integer({ min: 1, max: 5 });
const anyLimit = fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 120 }));

it("at most one burst per window is refused where refusals are plain, whatever else goes wrong", () => {
  const plain = fc.constantFrom({ refusal: "429" } as const, { rateHeaders: "all" } as const);
  const options = fc
    .tuple(service({ limit: anyLimit, rateHeaders }), plain)
    .map(([one, mark]) => ({ ...one, ...mark }));
  return holds(80, fc.tuple(options, sharedLoad, clients, faults), async ([one, traffic, count, wrong]) => {
    for (const client of (await run(one, traffic, count, wrong)).clients) {
      expect(Math.max(0, ...client.refusedBursts)).toBeLessThanOrEqual(1);
      isSound(client, traffic.requests);
    }
  });
});

const lies = fc.record(
  {
    date: fc.constantFrom("", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"),
    "retry-after": fc.constantFrom("0", "1", "3600", "soon"),
    "x-ratelimit-limit": fc.constantFrom("0", "1", "30", "x"),
    "x-ratelimit-remaining": fc.constantFrom("0", "1", "29", "-1", "many"),
    "x-ratelimit-reset": fc.constantFrom("0", "60", "soon", "9999999999"),
  },
  { requiredKeys: [] },
);

const anyService = fc
  .tuple(
    service({
      limit: anyLimit,
      windowMs: fc.constantFrom(1000, 10_000, 60_000),
      rateHeaders,
      dateHeader: fc.boolean(),
      retryAfter: fc.boolean(),
    }),
    fc.option(lies, { nil: undefined }),
  )
  .map(([one, told]) => ({ ...one, lies: told }));

it("no request is carried out twice, and what the client tells of each is so, whatever goes wrong", () => {
  const cases = fc.tuple(anyService, sharedLoad, clients, faults);
  return holds(120, cases, async ([options, traffic, count, wrong]) => {
    const result = await run(options, traffic, count, wrong);
    for (const client of result.clients) isSound(client, traffic.requests);
  });
});
