// An outage in the middle of a run: the user gets one error soon, whatever the number of resources.
import { afterEach, expect, test } from "vitest";
import { HttpTransport, type Transport, TransportFailure } from "../../src/api/http/transport";
import { DEMO_KEY } from "../../src/emulator/index";
import { range } from "./every-kind";
import { World } from "./world";

let world: World;
afterEach(() => world.end());

/** Delivers the request for the account and nothing after it. */
function failingAfterAccount(url: string): Transport & { lost: number } {
  const real = new HttpTransport(url, DEMO_KEY);
  return {
    lost: 0,
    async send(request) {
      if (request.path === "/api/account") return real.send(request);
      this.lost++;
      throw new TransportFailure("the connection was reset", true);
    },
    close: () => real.close(),
  };
}

test("500 resources of a kind that cannot be listed cost the tries of one listing and one full error", async () => {
  world = await World.start();
  const made = await world.process().create("pixel", { type: "fbpixel", name: "A", tag: "1" });
  const transport = failingAfterAccount(world.emulator.url);
  const process = world.process({}, transport);
  const messages: string[] = [];
  const left = range(500).values();
  const read = async () => {
    for (const _ of left) await process.refresh("pixel", made).catch(({ message }) => messages.push(message));
  };
  // Eight at a time, as an engine does.
  await Promise.all(range(8).map(read));
  expect(transport.lost).toBe(4);
  expect(messages).toHaveLength(500);
  expect(messages.filter((message) => message.includes("the connection was reset"))).toEqual([messages[0]]);
  expect(new Set(messages.slice(1))).toEqual(
    new Set([`read of Pixel ${made.id}: stopped by an error told above`]),
  );
});
