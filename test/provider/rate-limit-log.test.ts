// What a user reads while requests wait for the rate limit.
import { expect, onTestFinished, test } from "vitest";
import { HttpTransport, type Transport } from "../../src/api/http/transport";
import { DEMO_KEY, type Dialect, startEmulator } from "../../src/emulator/index";
import { ProviderProcess } from "../../src/provider/provider-process";
import { VirtualClock } from "../support/virtual-clock";

/** Sends requests, eight at a time as the engine does. Returns the time and text of each message. */
async function messagesOf(requests: number, dialect: Partial<Dialect>, provider?: string) {
  const clock = new VirtualClock({ autoAdvance: true, quietMs: 2 });
  const emulator = await startEmulator({ dialect, clock });
  onTestFinished(() => emulator.close());
  const messages: { at: number; text: string }[] = [];
  const info = (text: string) => void messages.push({ at: clock.monotonic(), text });
  const http = new HttpTransport(emulator.url, DEMO_KEY);
  const transport: Transport = {
    async send(request) {
      await clock.sleep(25);
      const response = await http.send(request);
      await clock.sleep(25);
      return response;
    },
    close: () => http.close(),
  };
  const process = new ProviderProcess({ log: { info, warn: info }, env: {}, session: { clock, transport } });
  onTestFinished(() => process.close());
  const settings: Record<string, string | undefined> = {
    apiKey: DEMO_KEY,
    baseUrl: emulator.url,
    "provider:name": provider,
  };
  process.configure((name) => settings[name]);
  const session = await process.session();
  // One after the other, so that they leave a sliding window one after the other.
  for (let count = 0; count < 3; count++) await session.read("/api/pixels");
  let left = requests - 4;
  const worker = async () => {
    while (left-- > 0) await session.read("/api/pixels");
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return messages;
}

const DIALECTS: Partial<Dialect>[] = [
  { rateLimitWindow: "fixed" },
  { rateLimitWindow: "aligned" },
  { rateLimitWindow: "sliding" },
  // One request after another leaves the window, with a short wait for each.
  { rateLimitWindow: "sliding", resetFormat: "epochMs" },
  { rateLimitHeaders: "absent" },
];

test.each(DIALECTS)("one message per window, a second after the wait begins: %j", async (dialect) => {
  const messages = await messagesOf(70, dialect);
  expect(messages.map(({ text }) => text.replace(/\d+ s/, "N s"))).toEqual(
    Array(2).fill("rate limit: N s, 8 left"),
  );
  messages.forEach(({ at, text }, window) => {
    const seconds = Number(/(\d+) s/.exec(text)![1]);
    expect(at - window * 60_000).toBeGreaterThanOrEqual(1000);
    expect(at - window * 60_000).toBeLessThan(5000);
    expect(seconds).toBeGreaterThanOrEqual(55);
    expect(seconds).toBeLessThanOrEqual(61);
  });
});

test("no message if nothing waits", async () => {
  expect(await messagesOf(30, {})).toEqual([]);
});

test("the message of an explicit provider begins with its name", async () => {
  const messages = await messagesOf(35, {}, "brand-b");
  expect(messages.map(({ text }) => text)).toEqual([expect.stringMatching(/^brand-b: rate limit: \d+ s, /)]);
});
