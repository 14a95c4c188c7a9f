// A service that answers changes, assignments and item lists with anything at all: what was done is found out, or
// the user is told; nothing else breaks, and nothing is done twice.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HttpTransport, type Transport } from "../../src/api/http/transport";
import { DEMO_KEY } from "../../src/emulator/index";
import type { Props } from "../../src/kind/definition";
import { PartialError } from "../../src/kind/lifecycle/create-once";
import { ReportedError } from "../../src/kind/reported-error";
import { World } from "./world";

const NESTED = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

/** Answers that no service of api.md gives. */
const ANSWERS = {
  nothing: "",
  "no JSON": "\u001b]0;title\u0007\u001b[2J<html>",
  "a refusal with terminal escapes": JSON.stringify({ error: 1, message: "\u001b[31mno\u009b2J\r\n\u202e" }),
  "a refusal nested without end": `{"error":1,"message":${NESTED}}`,
  "a success nested without end": `{"error":0,"id":${NESTED}}`,
  "a success of a prototype": '{"error":0,"__proto__":{"id":1},"constructor":{"prototype":{"id":1}}}',
  "an id beyond 2^53": '{"error":0,"id":9007199254740995}',
  "an id that leads elsewhere": '{"error":0,"id":"1/../../account"}',
  "an id that is an object": '{"error":0,"id":{"toString":1}}',
} as const;

interface Kind {
  readonly args: Props;
  /** For an update. */
  readonly changed: Props;
  readonly objects: () => number;
}

const KINDS: Record<string, Kind> = {
  pixel: {
    args: { type: "forum", name: "A", tag: "t" },
    changed: { type: "forum", name: "B", tag: "t" },
    objects: () => world.account.pixels.size,
  },
  domain: {
    args: { domain: "https://a.example.com" },
    changed: { domain: "https://a.example.com", redirectRoot: "https://b.example.com" },
    objects: () => world.account.domains.size,
  },
  channel: { args: { name: "A" }, changed: { name: "B" }, objects: () => world.account.channels.size },
  campaign: { args: { name: "A" }, changed: { name: "B" }, objects: () => world.account.campaigns.size },
  qrCode: {
    args: { type: "text", data: "x" },
    changed: { type: "text", data: "y" },
    objects: () => world.account.qrs.size,
  },
};

let world: World;
beforeEach(async () => {
  world = await World.start();
});
afterEach(() => world.end());

/** Carries out every request, and answers those of a method and path with `text`. */
function hostile(what: { method: string; path: RegExp }, text: string): Transport {
  const http = new HttpTransport(world.emulator.url, DEMO_KEY);
  return {
    send: async (request) => {
      const answer = await http.send(request);
      return request.method === what.method && what.path.test(request.path) ? { ...answer, text } : answer;
    },
    close: () => http.close(),
  };
}

/** What a call gave, or `undefined` where it failed as the user is to be told. */
async function outcome<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    expect(
      [ReportedError, PartialError].some((told) => error instanceof told),
      String(error),
    ).toBe(true);
    expect((error as Error).message).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
    return undefined;
  }
}

describe.each(Object.entries(ANSWERS))("%s", (name, text) => {
  test.each(Object.entries(KINDS))("after the create of a %s: it is there once", async (handler, kind) => {
    const process = world.process({}, hostile({ method: "POST", path: /\/add$/ }, text));
    const made = await outcome(process.create(handler, kind.args));
    // This one cannot be told from a true refusal, and the next run takes over what can be compared.
    if (name === "a refusal with terminal escapes") expect(made).toBeUndefined();
    else {
      expect(made).toBeDefined();
      expect(await world.process().refresh(handler, made!)).toBeDefined();
    }
    expect(kind.objects()).toBe(1);
  });

  test.each(Object.entries(KINDS))(
    "after the update of a %s: it is there as before",
    async (handler, kind) => {
      const state = await world.process().create(handler, kind.args);
      const process = world.process({}, hostile({ method: "PUT", path: /update$/ }, text));
      await outcome(process.update(handler, state, kind.changed));
      expect(kind.objects()).toBe(1);
      expect((await world.process().refresh(handler, state))?.id).toBe(state.id);
    },
  );

  test.each(Object.entries(KINDS))("after the delete of a %s: it is gone", async (handler, kind) => {
    const state = await world.process().create(handler, kind.args);
    const process = world.process({}, hostile({ method: "DELETE", path: /delete$/ }, text));
    await outcome(process.delete(handler, state));
    expect(kind.objects()).toBe(0);
    expect(await world.process().refresh(handler, state)).toBeUndefined();
  });

  test("after an assignment: it is assigned once", async () => {
    const channel = await world.process().create("channel", { name: "A" });
    const process = world.process({}, hostile({ method: "POST", path: /\/assign\// }, text));
    await outcome(process.create("channelItem", { channel: channel.id, itemType: "links", item: 4711 }));
    expect(world.account.channels.get(Number(channel.id))?.items).toHaveLength(1);
  });

  test("in place of an item list: it proves nothing", async () => {
    const channel = await world.process().create("channel", { name: "A" });
    const item = await world
      .process()
      .create("channelItem", { channel: channel.id, itemType: "links", item: 4711 });
    world.emulator.clearLog();
    const process = world.process({}, hostile({ method: "GET", path: /\/channel\/\d+/ }, text));
    const seen = process.refresh("channelItem", item);
    await expect(seen).rejects.toBeInstanceOf(ReportedError);
    expect(await outcome(seen)).toBeUndefined();
    expect(world.changes()).toEqual([]);
  });
});
