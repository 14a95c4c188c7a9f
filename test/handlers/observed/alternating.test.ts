// An installation that writes every second response differently: nothing is created twice, nothing differs, and no request
// is sent that the document's spelling would not need.
import { afterEach, expect, test } from "vitest";
import { HttpTransport } from "../../../src/api/http/transport";
import { DEMO_KEY, type Dialect } from "../../../src/emulator/index";
import { createEveryKind, findGone } from "../support/every-kind";
import { byType, identifiableKinds, type Kind, listedKinds } from "../support/kinds";
import { type Process, range, World } from "../support/world";

let world: World;
afterEach(() => world.end());

/** What the service writes, not what it stores. */
const ONE = {
  idsAs: "number",
  booleansAs: "boolean",
  countersAs: "number",
  pageNumbersAs: "number",
  unsetTextAs: "empty",
  successErrorField: "number",
  nextpageOnLastPage: "null",
  campaignNameKey: "name",
  campaignResponseNameKey: "domain",
  campaignUrlForm: "withScheme",
  channelUpdateResponse: "message",
  accountExpires: "date",
} as const satisfies Partial<Dialect>;

const OTHER: { readonly [Knob in keyof typeof ONE]: Dialect[Knob] } = {
  idsAs: "string",
  booleansAs: "zeroOneString",
  countersAs: "string",
  pageNumbersAs: "string",
  unsetTextAs: "absent",
  successErrorField: "string",
  nextpageOnLastPage: "absent",
  campaignNameKey: "domain",
  campaignResponseNameKey: "campaign",
  campaignUrlForm: "withScheme",
  channelUpdateResponse: "channel",
  accountExpires: "null",
};

type Start = () => Process;
const PIXEL = { type: "fbpixel", name: "Ads", tag: "1" };

/** Processes for which the service changes its spelling with every request. @param first spelling of the first response */
function alternating(first: 0 | 1): Start {
  let count: number = first;
  return () => {
    const http = new HttpTransport(world.emulator.url, DEMO_KEY);
    return world.process(
      {},
      {
        send: (request) => {
          world.emulator.setDialect([ONE, OTHER][count++ % 2]!);
          return http.send(request);
        },
        close: () => http.close(),
      },
    );
  };
}

/** The requests of a scenario in the document's spelling, and in both alternations. */
async function expectSameRequests(
  dialect: Partial<Dialect>,
  scenario: (start: Start) => Promise<void>,
): Promise<void> {
  const logs: string[][] = [];
  for (const first of [undefined, 0, 1] as const) {
    world = await World.start({ ...ONE, ...dialect });
    await scenario(first === undefined ? () => world.process() : alternating(first));
    logs.push(world.requests());
    if (first !== 1) await world.end();
  }
  expect(logs[1]).toEqual(logs[0]);
  expect(logs[2]).toEqual(logs[0]);
}

async function expectUnchanged(start: Start, kind: Kind, state: Awaited<ReturnType<Process["create"]>>) {
  const read = await start().refresh(kind.handler, state);
  expect(read?.inputs).toEqual(state.inputs);
  expect(await start().hasChanges(kind.handler, read!, state.inputs!)).toBe(false);
}

test.each(byType(listedKinds))("%s lives as in the document's spelling", async (_, kind) => {
  await expectSameRequests({}, async (start) => {
    const created = await start().create(kind.handler, kind.args());
    await expectUnchanged(start, kind, created);
    const edited = kind.allEdited(kind.args());
    const process = start();
    expect(await process.hasChanges(kind.handler, created, edited)).toBe(true);
    const updated = await process.update(kind.handler, created, edited);
    await expectUnchanged(start, kind, updated);
    await start().delete(kind.handler, updated);
    expect(world.records(kind).ids).toEqual([]);
  });
});

test.each(byType(identifiableKinds))("an existing %s is recognized", async (_, kind) => {
  await expectSameRequests({ maxPageSize: 3 }, async (start) => {
    for (const n of range(5)) world.records(kind).add(kind.args(n));
    for (const n of range(5)) {
      const process = start();
      expect(await process.collision(kind.handler, kind.args(n))).toMatchObject({ kind: "exists" });
      const adopted = await process.create(kind.handler, kind.args(n), { onExisting: "adopt" });
      expect(world.records(kind).ids).toContain(adopted.id);
    }
    expect(world.changes()).toEqual([]);
  });
});

test.each(byType(identifiableKinds))("a lost create of a %s is found", async (_, kind) => {
  await expectSameRequests({}, async (start) => {
    world.emulator.faults.rule({ on: `POST ${kind.list.writePath}add`, fault: "dropAfterCommit", times: 1 });
    const { id } = await start().create(kind.handler, kind.args());
    expect(world.records(kind).ids).toEqual([id]);
  });
});

test("objects and items of every kind are all there, on lists of several pages", async () => {
  await expectSameRequests({ maxPageSize: 3 }, async (start) => {
    const resources = await createEveryKind(start());
    await world.clock.advance(60_000);
    expect(await findGone(start(), resources)).toEqual([]);
  });
});

/** A process for which matching responses have another text. */
function rewriting(matches: (method: string, path: string) => boolean, rewrite: (text: string) => string) {
  const http = new HttpTransport(world.emulator.url, DEMO_KEY);
  return world.process(
    {},
    {
      async send(request) {
        const response = await http.send(request);
        const isRewritten = matches(request.method, request.path);
        return isRewritten ? { ...response, text: rewrite(response.text) } : response;
      },
      close: () => http.close(),
    },
  );
}

test.each(["null", "1.5", '"a b"', "{}", "true"])(
  "an id %s in a list is an error that names the entry",
  async (id) => {
    world = await World.start();
    world.records(listedKinds.find(({ handler }) => handler === "pixel")!).add(PIXEL);
    const process = rewriting(
      (_, path) => path.startsWith("/api/pixels"),
      (text) => text.replace('"id":101', `"id":${id}`),
    );
    await expect(process.create("pixel", PIXEL, { entry: "pixels.ads" })).rejects.toThrow(
      /^check of pixels\.ads: GET \/api\/pixels: an item .*(no usable id|id that is fractional)/,
    );
    expect(world.changes()).toEqual([]);
  },
);

test("a create whose response has no usable id is found in the list, and not sent again", async () => {
  world = await World.start();
  const process = rewriting(
    (method) => method === "POST",
    (text) => text.replace('"id":101', '"id":{}'),
  );
  const { id } = await process.create("pixel", PIXEL);
  expect(id).toBe("101");
  expect(world.changes()).toEqual(["POST /api/pixel/add"]);
});
