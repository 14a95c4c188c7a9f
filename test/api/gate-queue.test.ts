// The line before the rate gate: order, cancelling, closing, and what it reports.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ClosedError } from "../../src/api/errors";
import type { Ticket } from "../../src/api/rate-limit/rate-limiter";
import { type LimiterStatus, RequestQueue } from "../../src/api/rate-limit/request-queue";
import { VirtualClock } from "../support/virtual-clock";
import { holds } from "./gate-checks";

const LIMIT = 5;

function begin() {
  const clock = new VirtualClock();
  const reports: LimiterStatus[] = [];
  const queue = new RequestQueue({
    clock,
    random: () => 0,
    sameClock: true,
    notify: (status) => reports.push(status),
  });
  let used = 0;
  const answer = (ticket: Ticket, changes: { status?: number } = {}) =>
    queue.settle(ticket, {
      status: 200,
      failed: false,
      headers: {
        "x-ratelimit-limit": String(LIMIT),
        "x-ratelimit-remaining": String(Math.max(0, LIMIT - ++used)),
        "x-ratelimit-reset": String(clock.now() - (clock.now() % 60_000) + 60_000),
      },
      ...changes,
    });
  const newWindow = () => {
    used = 0;
  };
  const tick = () => clock.advance(0);
  return { clock, queue, reports, answer, newWindow, tick };
}

describe("the line", () => {
  it("lets go in the order of places, and a repeat before all later ones", async () => {
    const { queue, answer, newWindow, clock, tick } = begin();
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
    answer(tickets[0]!);
    await tick();
    expect(order).toEqual([1, 2, 3, 4, 5]);
    for (const ticket of tickets.slice(1)) answer(ticket);
    void enter(2);
    await tick();
    expect(order.length).toBe(5);
    newWindow();
    await clock.advance(60_100);
    expect(order.at(-1)).toBe(2);
    answer(tickets.at(-1)!);
    await tick();
    expect(order.slice(6)).toEqual([6, 7, 8]);
  });

  it("reports how many wait, what is free and when more will be", async () => {
    const { queue, answer, reports, tick, clock } = begin();
    const tickets: Ticket[] = [];
    for (let count = 0; count < 17; count++)
      void queue.enter(queue.place()).then((ticket) => tickets.push(ticket));
    await tick();
    answer(tickets[0]!);
    await tick();
    expect(reports.at(-1)).toMatchObject({ queued: 12, free: 0 });
    expect(reports.at(-1)!.resetAt! - clock.now()).toBeGreaterThanOrEqual(60_000);
    // 12 that wait are three windows of 5: this one's end and two more.
    expect(reports.at(-1)!.eta).toBeGreaterThanOrEqual(180_000);
    expect(reports.at(-1)!.eta).toBeLessThan(181_000);
    expect(queue.status().queued).toBe(12);
  });

  it("counts those who wait for the next window, and tells its limit and length", async () => {
    const { queue, answer, tick, clock, reports } = begin();
    answer(await queue.enter(queue.place()));
    const rest = queue.nextWindow();
    expect(reports.at(-1)).toMatchObject({ queued: 1, free: LIMIT - 1, limit: LIMIT });
    expect(queue.status().eta).toBeGreaterThanOrEqual(60_000);
    expect(queue.status().windowMs).toBeGreaterThanOrEqual(60_000);
    await clock.advance(60_500);
    await rest;
    await tick();
    expect(queue.status().queued).toBe(0);
  });

  it("is left by who cancels, at no cost", async () => {
    const { queue, answer, tick } = begin();
    const first = await queue.enter(queue.place());
    const leaving = new AbortController();
    const left = queue.enter(queue.place(), leaving.signal);
    const stays = queue.enter(queue.place());
    leaving.abort(new Error("changed my mind"));
    await expect(left).rejects.toThrow("changed my mind");
    await expect(queue.enter(queue.place(), leaving.signal)).rejects.toThrow("changed my mind");
    answer(first);
    await tick();
    await stays;
    expect(queue.status()).toMatchObject({ queued: 0, free: LIMIT - 2 });
  });

  it("ends for all when it is closed", async () => {
    const { queue, clock } = begin();
    await queue.enter(queue.place());
    const waiting = [queue.enter(queue.place()), queue.pause(10_000), queue.nextWindow()];
    const ends = Promise.allSettled(waiting);
    queue.close();
    for (const end of await ends)
      expect(end).toMatchObject({ status: "rejected", reason: expect.any(ClosedError) });
    await expect(queue.enter(queue.place())).rejects.toThrow(ClosedError);
    expect(clock.pending).toBe(0);
  });

  it("lets all others through in order, whoever cancels and whenever", async () => {
    const leavings = fc.array(
      fc.record({ index: fc.nat(39), at: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 400_000 })) }),
      { maxLength: 20 },
    );
    await holds(40, leavings, async (leaving) => {
      const { queue, answer, newWindow, clock } = begin();
      const sentIn = new Map<number, number>();
      const order: number[] = [];
      const cancelled = new Set<number>();
      const controllers = Array.from({ length: 40 }, () => new AbortController());
      const ends = controllers.map(async ({ signal }, index) => {
        const ticket = await queue.enter(queue.place(), signal).catch(() => undefined);
        if (!ticket) return cancelled.add(index);
        order.push(index);
        const window = Math.floor(clock.monotonic() / 60_000);
        if (!sentIn.has(window)) newWindow();
        sentIn.set(window, (sentIn.get(window) ?? 0) + 1);
        return answer(ticket);
      });
      const steps = [...leaving].sort((a, b) => a.at - b.at);
      for (const { index, at } of steps) {
        await clock.advance(at - clock.monotonic());
        controllers[index]!.abort(new Error("changed my mind"));
      }
      await clock.advance(15 * 60_000);
      await Promise.all(ends);
      expect(order).toEqual([...order].sort((a, b) => a - b));
      expect(order.length + cancelled.size).toBe(40);
      // No window is left partly used while others wait, and none is used beyond the limit.
      const used = [...sentIn.values()];
      expect(used.slice(0, -1).every((count) => count === LIMIT)).toBe(true);
      expect(used.at(-1) ?? 0).toBeLessThanOrEqual(LIMIT);
      expect(queue.status().queued).toBe(0);
    });
  });
});
