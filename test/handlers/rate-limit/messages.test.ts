// What a user reads while a command waits: for the rate limit, and for a slow response.
import { afterEach, describe, expect, test } from "vitest";
import { HttpTransport } from "../../../src/api/http/transport";
import { DEMO_KEY, type Dialect } from "../../../src/emulator/index";
import { parallel } from "../support/every-kind";
import { listedKinds } from "../support/kinds";
import { range, World } from "../support/world";

let world: World;
afterEach(() => world.end());

const WINDOW_MS = 60_000;
const pixel = listedKinds.find(({ handler }) => handler === "pixel")!;

describe("the status of the rate limit", () => {
  test.each<Partial<Dialect>>([{}, { resetFormat: "epochMs" }, { rateLimitHeaders: "absent" }])(
    "is logged once per window, with what waits and the time to the next window: %j",
    async (dialect) => {
      world = await World.start(dialect, { windowMs: WINDOW_MS });
      const process = world.process();
      await parallel(range(100), (n) => process.create(pixel.handler, pixel.args(n)));
      // Account, list and creates: 30 per window.
      expect(process.messages).toHaveLength(Math.floor(102 / 30));
      for (const message of process.messages) {
        const [, seconds, waiting] = /^rate limit: (\d+) s, (\d+) left$/.exec(message) ?? [];
        expect(Number(seconds), message).toBeLessThanOrEqual(61);
        expect(Number(seconds), message).toBeGreaterThanOrEqual(55);
        // The engine passes eight resources at a time.
        expect(Number(waiting), message).toBe(8);
      }
    },
  );

  test("is not logged if nothing waits", async () => {
    world = await World.start({}, { windowMs: WINDOW_MS });
    const process = world.process();
    await parallel(range(28), (n) => process.create(pixel.handler, pixel.args(n)));
    expect(process.messages).toEqual([]);
  });
});

describe("a slow response", () => {
  /** In real time: a request is slow after 150 ms, and fails after 400 ms. */
  const impatient = () =>
    world.process(
      {},
      new HttpTransport(world.emulator.url, DEMO_KEY, {
        connectMs: 5000,
        headersMs: 400,
        bodyMs: 5000,
        slowMs: 150,
      }),
    );

  test("is logged with its attempt", async () => {
    world = await World.start();
    const state = await world.process().create(pixel.handler, pixel.args());
    world.emulator.faults.rule({ on: `GET ${pixel.list.path}`, fault: "hangBeforeHandling", times: 2 });
    const process = impatient();
    expect(await process.refresh(pixel.handler, state)).toBeDefined();
    // A busy machine may be slow as well.
    expect(process.messages).toEqual(
      expect.arrayContaining([
        "no response for 10 s, attempt 1 of 4: GET /api/pixels",
        "no response for 10 s, attempt 2 of 4: GET /api/pixels",
      ]),
    );
  });

  test("of a service that never responds ends in an error", async () => {
    world = await World.start();
    const state = await world.process().create(pixel.handler, pixel.args());
    world.emulator.faults.rule({ on: `GET ${pixel.list.path}`, fault: "hangBeforeHandling" });
    const process = impatient();
    await expect(process.refresh(pixel.handler, state)).rejects.toThrow(
      /GET \/api\/pixels: no response within 0\.4 s \(4 attempts\)/,
    );
    expect(process.messages.at(-1)).toBe("no response for 10 s, attempt 4 of 4: GET /api/pixels");
  });
});
