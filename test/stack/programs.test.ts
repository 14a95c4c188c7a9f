// Programs on an engine: objects that are only read, and errors in the words of the config file.
// References and types of arguments: resources/classes.test.ts. Ids: resources/kinds.test.ts.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import * as library from "../../src/index";
import { CampaignLink, Channel, ChannelItem, Pixel, QrCode } from "../../src/index";
import { ALL_KINDS } from "../support/dialects";
import { type Kind, listedKinds } from "../support/kinds";
import { messageOf } from "../support/message-of";
import { startStack, startWorld } from "../support/world";

type Get = (name: string, id: pulumi.Input<string | number>) => Record<string, pulumi.Output<unknown>>;
const classOf = (kind: Kind) => kind.class as unknown as { get: Get };

describe("get", () => {
  test("reads every readable property of every kind, and never changes or deletes the object", async () => {
    const world = await startWorld({ dialect: ALL_KINDS });
    const ids = new Map(listedKinds.map((kind) => [kind, kind.add(world.account, kind.args())]));
    const channel = world.account.channels.list()[0]!.id;
    world.account.channels.update(channel, { items: [{ type: "bio", id: 12 }] });
    const program = () => {
      const listed = [...ids].map(([kind, id]) => {
        const names = [...kind.readable, ...Object.keys(kind.definition.outputs)];
        const shared = classOf(kind).get("shared", id);
        return [kind.definition.type, Object.fromEntries(names.map((name) => [name, shared[name]]))];
      });
      const { item, itemType } = ChannelItem.get("shared", `${channel}/bio/12`);
      return { ...Object.fromEntries(listed), ChannelItem: { item, itemType } };
    };
    const stack = world.stack();
    const { outputs } = await stack.up(program);
    for (const kind of listedKinds) {
      const given = kind.readable.map((name) => [name, kind.args()[name]] as const);
      // Ids are text.
      const shown = given.map(([name, value]) => [name, typeof value === "number" ? String(value) : value]);
      expect(outputs[kind.definition.type]).toMatchObject(Object.fromEntries(shown));
    }
    expect(outputs.ChannelItem).toEqual({ item: "12", itemType: "bio" });
    expect((await stack.preview(program, { refresh: true })).changes).toEqual([]);
    await stack.destroy();
    expect(world.changes).toEqual([]);
  });

  test.each([
    ["a channel that the account does not have", () => Channel.get("x", 999), "999"],
    ["an item whose id has no three parts", () => ChannelItem.get("x", "3/qr"), "channel/itemType/item"],
    ["no id", () => Channel.get("x", undefined as never), "undefined"],
    ["a path", () => CampaignLink.get("x", "../account"), "../account"],
    ["another account", () => library.Account.get("x", 2), "Account 2"],
    ["a pending create", () => Pixel.get("x", "undecided"), "undecided"],
  ])("of %s is an error", async (_, read, message) => {
    const world = await startWorld();
    world.account.channels.create({ name: "Other" });
    await expect(world.stack().up(() => void read())).rejects.toThrow(message);
    expect(world.requests.join()).not.toContain("..");
    expect(world.changes).toEqual([]);
  });

  test("of an object that the program managed before keeps it, and an entry may adopt it again", async () => {
    const { world, stack } = await startStack({ up: () => void new Channel("own", { name: "Spring" }) });
    const read = () => void Channel.get("shared", "101");
    const { text } = await stack.up(read);
    expect(text).toMatch(/Channel 101: .* removed from the state only/);
    expect(stack.ids).toEqual({ "Channel shared": "101" });
    await stack.up(() => {
      read();
      new Channel("own", { name: "Spring" }, { onExisting: "adopt" });
    });
    expect(stack.ids).toEqual({ "Channel shared": "101", "Channel own": "101" });
    expect(world.account.channels.list()).toHaveLength(1);
  });
});

test.each<[string, () => unknown, readonly string[]]>([
  [
    "wrong types and texts",
    () => new Channel("it", { name: 5, starred: "yes", color: "red" } as never),
    ["name: must be text, not a number", "starred: must be true or false, not text", "color: must be"],
  ],
  ["type without data", () => new QrCode("it", { type: "text" } as never), ["data"]],
  ["a value known late", () => new Channel("it", { name: pulumi.output("") }), ["name: must not be empty"]],
])(
  "an error about %s names resource and field in the words of the config file",
  async (_, construct, words) => {
    const world = await startWorld();
    const failure = await messageOf(world.stack().preview(() => void construct()));
    for (const word of [...words, " it"]) expect(failure).toContain(word);
    expect(failure).not.toMatch(/\n\s+at /);
  },
);

test("an argument that a kind does not have is an error, also of an object that exists", async () => {
  const { stack } = await startStack({ up: () => void new Channel("it", { name: "Spring" }) });
  const program = () => void new Channel("it", { name: "Spring", colour: "#22AA66" } as never);
  await expect(stack.preview(program)).rejects.toThrow("colour");
});
