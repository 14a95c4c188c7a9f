// An empty list proves nothing while the state has an object of it: a service that lost its database lists nothing.
import { afterEach, describe, expect, test, vi } from "vitest";
import { ChannelItem } from "../../src/index";
import { messageOf } from "../support/message-of";
import { pixels } from "../support/pixels";
import type { CommandOptions, Stack } from "../support/stack";
import {
  applied,
  CODE,
  DIRECTLY,
  DOMAIN,
  listsAreEmpty,
  ONE_EACH,
  objects,
  PIXEL,
  REFRESHED,
  readings,
  sent,
} from "../support/what-exists";
import type { World } from "../support/world";

/** The ids of the account's objects, as the state has them. */
const idsByKind = (stack: Stack) =>
  Object.entries(stack.ids).map(([label, id]) => `${label.split(" ")[0]!.toLowerCase()}s ${id}`);

/** The list of channels lacks its last objects, and counts one more than it shows. */
function listIsShort(world: World, isNow: () => boolean, lacking = 1): void {
  world.faults.rule({
    on: ({ method, path }) => method === "GET" && path === "/api/channels" && isNow(),
    respond: (response) => {
      const body = structuredClone(response.body) as { data: { channels: object[]; result: number } };
      const shown = body.data.channels.slice(0, body.data.channels.length - lacking);
      return {
        ...response,
        body: { ...body, data: { ...body.data, channels: shown, result: shown.length + 1 } },
      };
    },
  });
}

afterEach(() => void vi.unstubAllEnvs());

const TRUST = "LINK_MANAGEMENT_TRUST_LISTS";
const trust = (sections: string) => void vi.stubEnv(TRUST, sections);
const channels = (...names: string[]) =>
  `channels:\n${names.map((name) => `  ${name}: { name: ${name} }\n`).join("")}`;

describe("while all lists are empty for a minute, a stack with one object of each kind keeps its state:", () => {
  const commands = {
    "up --refresh": (stack, parallel) => stack.up(ONE_EACH, { ...REFRESHED, parallel }),
    refresh: (stack, parallel) => stack.refresh({ parallel }),
    "preview --refresh": (stack, parallel) => stack.preview(ONE_EACH, { refresh: true, parallel }),
  } satisfies Record<string, (stack: Stack, parallel: number) => Promise<unknown>>;

  test.each(
    Object.entries(commands).flatMap(([name, run]) =>
      [8, 1].map((parallel) => [name, parallel, run] as const),
    ),
  )("%s, with %i steps at once", async (_, parallel, run) => {
    const { world, stack } = await applied(ONE_EACH);
    const [state, account] = [stack.ids, objects(world.account)];
    listsAreEmpty(world, 60_000);
    const failure = await messageOf(run(stack, parallel));
    expect(failure).toContain(TRUST);
    expect(failure).toContain("pulumi state delete");
    expect(sent(world)).toEqual([]);
    expect(stack.ids).toEqual(state);
    await world.clock.advance(60_000);
    expect((await stack.up(ONE_EACH, { refresh: true })).changes).toEqual([]);
    expect(stack.ids).toEqual(state);
    expect(objects(world.account)).toEqual(account);
  });
});

test("an item of a channel that no entry manages keeps its state", async () => {
  const { world, stack } = await applied("{}");
  const { id } = world.account.channels.create({ name: "Spring" });
  const program = () => void new ChannelItem("shop", { channel: id, itemType: "links", item: 4711 });
  await stack.up(program);
  listsAreEmpty(world);
  expect(await messageOf(stack.refresh())).toContain(TRUST);
  expect(stack.ids).toEqual({ "ChannelItem shop": `${id}/links/4711` });
});

describe("a new entry of a kind with recorded objects", () => {
  test.each(["fail", "adopt", "duplicate"])(
    "is not created because another entry is replaced, with onExisting: %s",
    async (onExisting) => {
      const { world, stack } = await applied(channels("spring"));
      world.account.channels.create({ name: "summer" });
      listsAreEmpty(world);
      const replace = { ...DIRECTLY, replace: ["Channel spring"], config: { onExisting } };
      expect(await messageOf(stack.up(channels("spring", "summer"), replace))).toContain(TRUST);
      const names = world.account.channels.list().map(({ name }) => name);
      expect(names.filter((name) => name === "summer")).toHaveLength(1);
    },
  );

  test("of another kind is created", async () => {
    const { world, stack } = await applied(channels("spring"));
    listsAreEmpty(world);
    await stack.up(channels("spring") + PIXEL);
    expect(objects(world.account)).toEqual(["channels 101", "pixels 101"]);
  });
});

describe(`${TRUST}=channels`, () => {
  test("continues after two readings, for that section only", async () => {
    const { world, stack } = await applied(channels("spring", "summer") + pixels(2));
    listsAreEmpty(world);
    trust("channels");
    const from = world.clock.now();
    const failure = await messageOf(stack.refresh());
    expect(failure).toContain(TRUST);
    expect(failure).toContain("/api/pixels");
    expect(failure).not.toContain("GET /api/channels");
    expect(Object.keys(stack.ids).sort()).toEqual(["Pixel p0", "Pixel p1"]);
    expect(readings(world)["/api/channels"]).toBe(2);
    expect(world.clock.now() - from).toBeGreaterThanOrEqual(10_000);
  });

  test("with up --refresh, creates again what was really deleted", async () => {
    const { world, stack } = await applied(channels("spring"));
    world.account.channels.delete(101);
    expect(await messageOf(stack.up(channels("spring"), REFRESHED))).toContain(TRUST);
    trust("pixels, channels");
    await stack.up(channels("spring"), REFRESHED);
    expect(stack.ids).toEqual({ "Channel spring": "102" });
  });

  test("says that a list counts in spite of the doubt", async () => {
    const { world, stack } = await applied(channels("spring"));
    listsAreEmpty(world);
    trust("channels");
    const { messages } = await stack.preview(channels("spring"), { refresh: true });
    expect(messages).toContainEqual(expect.stringMatching(/^warning: GET \/api\/channels: .* stops$/));
  });
});

describe.each([
  ["8 steps at once", {}],
  ["one step at a time", { parallel: 1 }],
  ["--target", { target: ["Domain go", "Domain to"] }],
] satisfies [string, CommandOptions][])("the only domains, with %s,", (_, options) => {
  const two = `${DOMAIN.replace(" }\n", "")}, to: { domain: https://to.example.com } }\n`.replace(
    "com, to",
    "com }, to",
  );
  const refreshed = { ...REFRESHED, ...options };

  test.each([
    ["one", DOMAIN],
    ["two", two],
  ])("deleted by hand: %s, and up --refresh creates again", async (_, domains) => {
    const { world, stack } = await applied(domains + PIXEL);
    for (const { id } of world.account.domains.list()) world.account.domains.delete(id);
    await stack.up(domains + PIXEL, refreshed);
    expect(objects(world.account)).toEqual(idsByKind(stack).sort());
    expect(world.account.domains.list()).toHaveLength(domains === two ? 2 : 1);
  });

  test.each([
    ["one", DOMAIN],
    ["two", two],
  ])("that a list lacks for a minute stay: %s", async (_, domains) => {
    const { world, stack } = await applied(domains + PIXEL);
    const [state, account] = [stack.ids, objects(world.account)];
    listsAreEmpty(world, 60_000, "/api/domains");
    await stack.up(domains + PIXEL, refreshed);
    expect(sent(world)).toEqual([]);
    expect([stack.ids, objects(world.account)]).toEqual([state, account]);
  });

  test("that a service without other objects lists no more stop the run, as those of other kinds", async () => {
    const { world, stack } = await applied(DOMAIN);
    world.account.domains.delete(101);
    expect(await messageOf(stack.up(DOMAIN, refreshed))).toContain(`${TRUST}=domains`);
    expect(sent(world)).toEqual([]);
  });
});

describe("a list of two that counts three objects", () => {
  const three = channels("spring", "summer", "autumn");

  test(`counts with ${TRUST}`, async () => {
    const { world, stack } = await applied(three);
    world.account.channels.delete(103);
    listIsShort(world, () => true, 0);
    expect(await messageOf(stack.refresh())).toContain(`${TRUST}=channels`);
    trust("channels");
    await stack.refresh();
    expect(Object.keys(stack.ids).sort()).toEqual(["Channel spring", "Channel summer"]);
  });
});

describe("a destroy ends", () => {
  // The list cannot be told from one during maintenance, so the user says which of the two it is.
  test.each([1, 8])(
    "after all objects were deleted by hand, with what the error says and %i steps at once",
    async (parallel) => {
      const { world, stack } = await applied(pixels(3) + DOMAIN + CODE);
      for (const name of ["pixels", "domains", "qrs"] as const)
        for (const { id } of world.account[name].list()) world.account[name].delete(id);
      expect(await messageOf(stack.destroy({ parallel }))).toContain(TRUST);
      trust("pixels,domains,qrCodes");
      await stack.destroy({ parallel });
      expect(stack.resources).toEqual([]);
    },
  );

  test.each([1, 8])("after a time-out of the last delete, with %i steps at once", async (parallel) => {
    const { world, stack } = await applied(pixels(2) + DOMAIN);
    world.faults.rule({ on: "DELETE /api/pixel/101/delete", fault: "reset", when: "after" });
    world.faults.rule({ on: "DELETE /api/domain/*", fault: 503, when: "after" });
    await stack.destroy({ parallel });
    expect(stack.resources).toEqual([]);
    expect(objects(world.account)).toEqual([]);
  });
});

describe("delete-before-replace of the only domain loses nothing and ends,", () => {
  const go = (host: string) =>
    `domains: { go: { domain: https://${host}.example.com, options: { deleteBeforeReplace: true } } }\n`;
  const hosts = (world: World) => world.account.domains.list().map(({ domain }) => domain);

  test.each([
    ["takes effect", "after"],
    ["gets lost", "before"],
  ] as const)("if the create has no response and %s", async (_, when) => {
    const { world, stack } = await applied(go("old"));
    world.faults.rule({ on: "POST /api/domain/add", fault: "reset", when, times: 1 });
    await stack.up(go("new"), DIRECTLY);
    expect(hosts(world)).toEqual(["https://new.example.com"]);
    expect(stack.ids).toEqual({ "Domain go": String(world.account.domains.list()[0]!.id) });
  });

  test("if the create is rejected", async () => {
    const { world, stack } = await applied(go("old"));
    world.faults.rule({ on: "POST /api/domain/add", reject: "the plan has no domains", times: 1 });
    expect(await messageOf(stack.up(go("new"), DIRECTLY))).toContain("the plan has no domains");
    await world.clock.advance(60_000);
    await stack.refresh();
    await stack.up(go("new"));
    expect(hosts(world)).toEqual(["https://new.example.com"]);
    expect((await stack.up(go("new"), { refresh: true })).changes).toEqual([]);
  });
});

describe("during maintenance, which rejects writes and lists nothing,", () => {
  const two = ONE_EACH.replace(PIXEL, pixels(2));
  const commands = {
    "an up with an update": (stack) => stack.up(two.replace("Blossoms", "Leaves"), DIRECTLY),
    "an up with a deletion": (stack) => stack.up(ONE_EACH.replace(PIXEL, pixels(1)), DIRECTLY),
    "an up with a new entry": (stack) => stack.up(ONE_EACH.replace(PIXEL, pixels(3)), DIRECTLY),
    "an up --refresh": (stack) => stack.up(two, REFRESHED),
    "a refresh": (stack) => stack.refresh(),
    "a destroy": (stack) => stack.destroy(),
  } satisfies Record<string, (stack: Stack) => Promise<unknown>>;

  test.each(Object.entries(commands))("%s loses nothing, and a destroy after it ends", async (_, run) => {
    const { world, stack } = await applied(two);
    const account = objects(world.account);
    const until = world.clock.now() + 60_000;
    listsAreEmpty(world, 60_000);
    world.faults.rule({
      on: ({ method }) => method !== "GET" && world.clock.now() < until,
      reject: "down for maintenance",
    });
    expect(await messageOf(run(stack))).not.toBe("");
    expect(objects(world.account)).toEqual(account);
    await world.clock.advance(60_000);
    await stack.destroy();
    expect(stack.resources).toEqual([]);
    expect(objects(world.account)).toEqual([]);
  });
});
