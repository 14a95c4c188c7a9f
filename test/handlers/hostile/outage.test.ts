// An outage during a run: the user soon gets one full error, whatever the number of resources.
import { afterEach, expect, test } from "vitest";
import { HttpTransport, type Transport, TransportFailure } from "../../../src/api/http/transport";
import { DEMO_KEY } from "../../../src/emulator/index";
import { parallel } from "../support/every-kind";
import { byType, listedKinds } from "../support/kinds";
import { range, World } from "../support/world";

let world: World;
afterEach(() => world.end());

/** Delivers the request for the account, and nothing after it. */
function failingAfterAccount(url: string): Transport & { lost: number } {
  const http = new HttpTransport(url, DEMO_KEY);
  return {
    lost: 0,
    async send(request) {
      if (request.path === "/api/account") return http.send(request);
      this.lost++;
      throw new TransportFailure("the connection was reset", true);
    },
    close: () => http.close(),
  };
}

test.each(byType(listedKinds))(
  "500 resources of a %s cost the attempts of one listing, and one full error",
  async (type, kind) => {
    world = await World.start();
    const state = await world.process().create(kind.handler, kind.args());
    const transport = failingAfterAccount(world.emulator.url);
    const process = world.process({}, transport);
    const messages: string[] = [];
    await parallel(range(500), () =>
      process.refresh(kind.handler, state).catch(({ message }) => messages.push(message)),
    );
    expect(transport.lost).toBe(4);
    expect(messages).toHaveLength(500);
    expect(messages.filter((message) => message.includes("the connection was reset"))).toEqual([messages[0]]);
    const read = `read of ${type} ${state.id}`;
    expect(new Set(messages.slice(1))).toEqual(new Set([`${read} failed: see the earlier error (${read})`]));
  },
);
