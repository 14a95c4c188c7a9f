// What somebody edits on the website is drift, and an object with another create-only value is another object.
import { describe, expect, test } from "vitest";
import type { Props } from "../../src/kind/definition";
import { byType, identifiableKinds, one } from "../support/kinds";
import { messageOf } from "../support/message-of";
import { applied, CODE, DIRECTLY, DOMAIN, objects, PIXEL, REFRESHED, sent } from "../support/what-exists";
import type { World } from "../support/world";

describe.each(byType(identifiableKinds.filter((kind) => kind.readable.length > 0)))("a %s", (type, kind) => {
  const args = kind.args();
  const edited = kind.readable.reduce<Props>((all, name) => kind.edited(all, name), args);
  const live = Object.fromEntries(kind.readable.map((name) => [name, edited[name]]));
  const label = `${type} it`;

  test("of which everything was edited by hand keeps its row, and up --refresh undoes the edit", async () => {
    const { world, stack } = await applied(one(kind, args));
    const id = stack.ids[label]!;
    const before = kind.get(world.account, id);
    kind.change(world.account, id, live);
    expect((await stack.drift()).changes).toHaveLength(1);
    await stack.up(one(kind, args), REFRESHED);
    expect(kind.get(world.account, id)).toEqual(before);
    expect(kind.ids(world.account)).toEqual([id]);
  });

  test("of which everything was edited by hand gets the update of the config, too", async () => {
    const { world, stack } = await applied(one(kind, args));
    const id = stack.ids[label]!;
    kind.change(world.account, id, live);
    const changed = kind.edited(args, kind.readable[0]!, 7);
    await stack.up(one(kind, changed));
    await stack.up(one(kind, changed), REFRESHED);
    expect((await stack.drift()).changes).toEqual([]);
    expect(kind.ids(world.account)).toEqual([id]);
  });
});

describe("another object, with which nothing happens, has", () => {
  const cases: [string, string, (world: World) => unknown][] = [
    ["another create-only value", PIXEL, ({ account }) => account.pixels.update(101, { type: "gapixel" })],
    [
      "another domain",
      DOMAIN,
      ({ account }) => account.domains.update(101, { domain: "https://other.example" }),
    ],
  ];

  test.each(cases)("%s", async (_, config, restore) => {
    const { world, stack } = await applied(config);
    restore(world);
    const account = world.account.data;
    const changed = config
      .replace("name: Ads", "name: Shop")
      .replace("go.example.com }", "go.example.com, redirectRoot: https://example.com }");
    for (const run of [
      () => stack.refresh(),
      () => stack.preview(config, { refresh: true }),
      () => stack.up(config, REFRESHED),
      () => stack.up(changed, DIRECTLY),
      () => stack.up("{}"),
      () => stack.destroy(),
    ]) {
      const failure = await messageOf(run());
      expect(failure).toContain("pulumi state delete");
      expect(failure).toContain("onExisting: { id: 101 }");
    }
    expect(sent(world)).toEqual([]);
    expect(world.account.data).toEqual(account);
    expect(stack.resources).toHaveLength(1);
  });
});

describe("the name of a QR code blocks nothing:", () => {
  const NAMED = CODE.replace("data: hello", "data: hello, name: Menu");

  test.each([
    ["no list shows names", { qrNames: "generated" }],
    ["no refresh has read it", { qrNames: "accepted" }],
    ["somebody changed it", { qrNames: "accepted" }],
  ] as const)("%s: the code is deleted with its entry", async (why, dialect) => {
    const { world, stack } = await applied(NAMED, { dialect });
    if (why.startsWith("somebody")) world.account.qrs.update(101, { name: "Lunch" });
    await stack.up("{}");
    expect(objects(world.account)).toEqual([]);
  });
});
