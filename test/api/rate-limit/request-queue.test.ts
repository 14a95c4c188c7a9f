// The queue in front of the rate limiter: order, cancellation, closing, and the status that it reports.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ClosedError } from "../../../src/api/errors";
import type { Ticket } from "../../../src/api/rate-limit/in-flight";
import { type LimiterStatus, RequestQueue } from "../../../src/api/rate-limit/request-queue";
import { VirtualClock } from "../../support/virtual-clock";
import { check } from "../support/properties";

const LIMIT = 5;

function start() {
  const clock = new VirtualClock();
  const reports: LimiterStatus[] = [];
  const onWait = (status: LimiterStatus) => void reports.push(status);
  const queue = new RequestQueue({ clock, random: () => 0, sameClock: true, onWait });
  let used = 0;
  /** The service accepts the request. Its windows begin with the minute. */
  const respond = (ticket: Ticket) =>
    queue.settle(ticket, {
      status: 200,
      failed: false,
      headers: {
        "x-ratelimit-limit": String(LIMIT),
        "x-ratelimit-remaining": String(Math.max(0, LIMIT - ++used)),
        "x-ratelimit-reset": String(clock.now() - (clock.now() % 60_000) + 60_000),
      },
    });
  const newWindow = () => {
    used = 0;
  };
  const tick = () => clock.advance(0);
  return { clock, queue, reports, respond, newWindow, tick };
}

describe("the queue", () => {
  it("admits requests in order, and a retry before all later ones", async () => {
    const { queue, respond, newWindow, clock, tick } = start();
    const order: number[] = [];
    const tickets: Ticket[] = [];
    const enter = (place: number) =>
      queue.enter(place).then((ticket) => {
        order.push(place);
        tickets.push(ticket);
      });
    for (let count = 0; count < 8; count++) void enter(queue.place());
    await tick();
    expect(order).toEqual([1]);
    respond(tickets[0]!);
    await tick();
    expect(order).toEqual([1, 2, 3, 4, 5]);
    for (const ticket of tickets.slice(1)) respond(ticket);
    void enter(2);
    await tick();
    expect(order.length).toBe(5);
    newWindow();
    await clock.advance(60_100);
    expect(order.at(-1)).toBe(2);
    respond(tickets.at(-1)!);
    await tick();
    expect(order.slice(6)).toEqual([6, 7, 8]);
  });

  it("sends a retry before a later request if both are admitted at the same moment", async () => {
    const { queue, respond, tick } = start();
    const order: number[] = [];
    const enter = (place: number) => queue.enter(place).then(() => order.push(place));
    const first = await queue.enter(queue.place());
    void enter(queue.place());
    await tick();
    respond(first);
    void enter(1);
    await tick();
    expect(order).toEqual([1, 2]);
  });

  it("rejects all waiting requests when it is closed", async () => {
    const { queue, clock } = start();
    await queue.enter(queue.place());
    const waiting = [queue.enter(queue.place()), queue.pause(10_000), queue.nextWindow()];
    const ends = Promise.allSettled(waiting);
    queue.close();
    for (const end of await ends)
      expect(end).toMatchObject({ status: "rejected", reason: expect.any(ClosedError) });
    await expect(queue.enter(queue.place())).rejects.toThrow(ClosedError);
    expect(clock.pending).toBe(0);
  });

  it("admits all requests in order, at whatever times they arrive", async () => {
    const anyTimes = fc.array(fc.integer({ min: 0, max: 400_000 }), { minLength: 40, maxLength: 40 });
    await check(40, anyTimes, async (times) => {
      const { queue, respond, newWindow, clock } = start();
      const sentIn = new Map<number, number>();
      const order: number[] = [];
      const enter = async (index: number) => {
        const ticket = await queue.enter(queue.place());
        order.push(index);
        const window = Math.floor(clock.monotonic() / 60_000);
        if (!sentIn.has(window)) newWindow();
        sentIn.set(window, (sentIn.get(window) ?? 0) + 1);
        respond(ticket);
      };
      const ends: Promise<void>[] = [];
      for (const [index, at] of [...times].sort((a, b) => a - b).entries()) {
        await clock.advance(at - clock.monotonic());
        ends.push(enter(index));
      }
      await clock.advance(15 * 60_000);
      await Promise.all(ends);
      expect(order).toEqual(times.map((_, index) => index));
      for (const count of sentIn.values()) expect(count).toBeLessThanOrEqual(LIMIT);
    });
  });
});

describe("the status", () => {
  it("shows how many requests wait, how many may be sent, and when more may be sent", async () => {
    const { queue, respond, tick, clock } = start();
    const tickets: Ticket[] = [];
    for (let count = 0; count < 17; count++)
      void queue.enter(queue.place()).then((ticket) => tickets.push(ticket));
    await tick();
    respond(tickets[0]!);
    await tick();
    const { resetAt, ...rest } = queue.status();
    expect(rest).toEqual({ queued: 12, free: 0, limit: LIMIT });
    expect(resetAt! - clock.now()).toBeGreaterThanOrEqual(60_000);
    expect(resetAt! - clock.now()).toBeLessThan(60_100);
  });

  it("counts requests that wait for the next window", async () => {
    const { queue, respond, tick, clock } = start();
    respond(await queue.enter(queue.place()));
    const wait = queue.nextWindow();
    expect(queue.status()).toMatchObject({ queued: 1, free: LIMIT - 1, limit: LIMIT });
    await clock.advance(60_500);
    await wait;
    await tick();
    expect(queue.status().queued).toBe(0);
  });

  it("shows when a request waits for the next window of an unknown limit", () => {
    const { queue, clock } = start();
    void queue.nextWindow();
    const { resetAt, ...rest } = queue.status();
    expect(rest).toEqual({ queued: 1, free: undefined, limit: 30 });
    expect(resetAt).toBe(clock.now() + 60_000);
  });
});

describe("onWait", () => {
  it("is called with the reset even if the service sends no rate headers", async () => {
    const { queue, reports, clock, tick } = start();
    const settle = (ticket: Ticket) => queue.settle(ticket, { status: 200, failed: false, headers: {} });
    for (let count = 0; count < 31; count++) void queue.enter(queue.place()).then(settle);
    await tick();
    expect(reports.at(-1)).toMatchObject({ queued: 1, free: 0, limit: 30 });
    expect(reports.at(-1)!.resetAt! - clock.now()).toBeGreaterThanOrEqual(60_000);
    expect(reports.at(-1)!.resetAt! - clock.now()).toBeLessThan(60_100);
  });

  it("is not called while the quota is unknown: the wait for the probe is short", async () => {
    const { queue, reports, tick } = start();
    for (let count = 0; count < 3; count++) void queue.enter(queue.place());
    await tick();
    expect(reports).toEqual([]);
  });

  it("is called with the status when requests begin to wait for new quota", async () => {
    const { queue, respond, reports, tick, clock } = start();
    const tickets: Ticket[] = [];
    for (let count = 0; count < LIMIT + 2; count++)
      void queue.enter(queue.place()).then((ticket) => tickets.push(ticket));
    await tick();
    respond(tickets[0]!);
    await tick();
    expect(reports.at(-1)).toMatchObject({ queued: 2, free: 0, limit: LIMIT });
    expect(reports.at(-1)!.resetAt! - clock.now()).toBeGreaterThanOrEqual(60_000);
  });

  it("is called when a request begins to wait for the next window", async () => {
    const { queue, respond, reports } = start();
    respond(await queue.enter(queue.place()));
    void queue.nextWindow();
    expect(reports).toMatchObject([{ queued: 1, free: LIMIT - 1 }]);
  });

  it("is not called while everything may be sent", async () => {
    const { queue, respond, reports, tick } = start();
    respond(await queue.enter(queue.place()));
    for (let count = 1; count < LIMIT; count++) await queue.enter(queue.place());
    await tick();
    expect(reports).toEqual([]);
  });
});
