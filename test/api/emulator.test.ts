// The client against the emulator: every list and change, over sockets, in virtual time.
import { afterEach, describe, expect, it } from "vitest";
import { AccountSession } from "../../src/api/session";
import { type Dialect, type Emulator, startEmulator } from "../../src/emulator/index";
import { VirtualClock } from "../support/virtual-clock";

let emulator: Emulator;
let session: AccountSession;

async function begin(dialect: Partial<Dialect> = {}, pageSize = 100) {
  const clock = new VirtualClock({ autoAdvance: true });
  emulator = await startEmulator({ dialect, clock });
  session = new AccountSession(
    { apiKey: "demo-key", baseUrl: emulator.url, pageSize, settleTime: 10_000 },
    { clock },
  );
  return clock;
}

afterEach(async () => {
  await session.close();
  await emulator.close();
});

const pixel = (n: number) => ({ type: "fbpixel", name: `p${n}`, tag: String(n) });
const pixels = { path: "/api/pixels", key: "pixels" };

describe("the account session against the emulator", () => {
  it("creates 100 objects in the fewest windows and lists them", async () => {
    const clock = await begin();
    const begin_ = clock.monotonic();
    await Promise.all(Array.from({ length: 100 }, (_, n) => session.create("/api/pixel/add", pixel(n))));
    const items = await session.collection(pixels).items();
    expect(items.size).toBe(100);
    expect(emulator.log.filter(({ status }) => status === 429)).toEqual([]);
    expect(emulator.log.length).toBe(102);
    expect((clock.monotonic() - begin_) / 60_000).toBeLessThan(3.06);
  });
});
