// The statics of every class, as in any Pulumi SDK, and the options that the class itself understands.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Campaign, Channel, ChannelItem, Domain, Pixel, QrCode } from "../../src/index";
import { resourceClass } from "../../src/pulumi/resource-class";
import { checkedId, idInstead, wrongResource } from "../../src/pulumi/resource-references";
import { registry } from "../../src/resources/index";
import { settled } from "../pulumi/support/outputs";
import { inProgramRun } from "../pulumi/support/program-run";

type Created = pulumi.runtime.MockResourceArgs;

/** A program in a unit test. The mock returns what a read of a channel returns. */
function run(program: (created: Created[]) => Promise<void> | void): Promise<void> {
  return inProgramRun(async () => {
    const created: Created[] = [];
    await pulumi.runtime.setMocks({
      call: () => ({}),
      newResource: (args) => {
        created.push(args);
        return { id: args.id || "7", state: { ...args.inputs, name: "Spring", description: "" } };
      },
    });
    await program(created);
  });
}

const resolved = <Value>(output: pulumi.Output<Value>) =>
  new Promise<Value>((resolve) => void output.apply((value) => resolve(value as Value)));

describe.each(registry.map((Class) => [Class.definition.type, Class] as const))("%s", (type, Class) => {
  test("has its type token, which typed policies compare", () => {
    expect(Class.__pulumiType).toBe(`pulumi-nodejs:dynamic/link-management:${type}`);
  });

  test("isInstance is true for its own kind, also of another copy of the package", () =>
    run(() => {
      const { isInstance } = Class;
      const copy = resourceClass(Class.definition);
      for (const Other of [...registry, copy]) {
        const resource = new Other(`a ${Other.definition.type}`, {});
        expect(Class.isInstance(resource)).toBe(Other.definition.type === type);
        // Policies call the function alone, with a type.
        expect(isInstance({ __pulumiType: Other.__pulumiType })).toBe(Other.definition.type === type);
      }
      for (const other of [undefined, null, "a", 1, {}, Class, new pulumi.ComponentResource("a:b:C", "c")])
        expect(isInstance(other)).toBe(false);
    }));

  test("get names every property, so that each is an output at once", () =>
    run(() => {
      const resource = Class.get("shared", "7") as unknown as Record<string, unknown>;
      for (const name of [...Object.keys(Class.definition.fields), ...Object.keys(Class.definition.outputs)])
        expect(pulumi.Output.isInstance(resource[name]), name).toBe(true);
    }));
});

describe("get", () => {
  test("reads an object by its id, and passes no arguments", () =>
    run(async (created) => {
      const spring = Channel.get("spring", "101");
      expect(await resolved(spring.name)).toBe("Spring");
      expect(await resolved(spring.id)).toBe("101");
      const { __provider: _, ...inputs } = created[0]!.inputs;
      expect({ ...created[0], inputs }).toMatchObject({ id: "101", name: "spring", custom: true });
      expect(inputs).toEqual({});
    }));

  test("takes a number, an output and a promise", () =>
    run(async () => {
      const ids = [101, pulumi.output("101"), Promise.resolve(101)];
      for (const [index, id] of ids.entries())
        expect(await resolved(Channel.get(`spring ${index}`, id).id)).toBe("101");
    }));

  test("takes the options at the third or, as in other SDKs, at the fourth place", () =>
    run(async (created) => {
      const parent = new pulumi.ComponentResource("a:b:C", "parent");
      const children = [
        Channel.get("a", "1", { parent }),
        Channel.get("b", "1", undefined, { parent }),
        Channel.get("c", "1", { name: "hint" }, { parent }),
      ];
      for (const child of children) expect(await resolved(child.urn)).toContain("a:b:C$");
      expect(created.filter(({ inputs }) => "name" in inputs)).toEqual([]);
    }));

  test.each([undefined, null, "", " ", Number.NaN, {}, true])(
    "rejects %j, which would create a resource",
    (id) =>
      run((created) => {
        expect(() => Channel.get("spring", id as never)).toThrow(/^Channel\.get spring: the id /);
        expect(created).toEqual([]);
      }),
  );

  test("rejects an output or a promise without an id", () =>
    run(async () => {
      for (const id of [pulumi.output(undefined), Promise.resolve("")]) {
        const checked = checkedId("Pixel.get ads", id as never) as pulumi.Output<string>;
        await expect(settled(checked)).rejects.toThrow("Pixel.get ads: the id ");
      }
    }));

  test("gives a resource of its kind to arguments that need one", () =>
    run(() => {
      const channel = Channel.get("spring", "101");
      new ChannelItem("right", { channel, itemType: "qr", item: QrCode.get("menu", "113") });
      const campaign = Campaign.get("launch", "5");
      // @ts-expect-error A channel is a Channel or an id.
      expect(() => new ChannelItem("wrong", { channel: campaign, itemType: "links", item: 1 })).toThrow(
        "ChannelItem wrong: channel must be a Channel or an id, not a resource of type Campaign",
      );
    }));
});

describe("a reference that is an output or a promise of a resource", () => {
  const item = (channel: unknown) => ({ channel, itemType: "links", item: 4711 }) as never;

  test("becomes the id of a resource of the right kind", () =>
    run(async () => {
      const channel = new Channel("spring", { name: "Spring" });
      for (const [index, later] of [pulumi.output(channel), Promise.resolve(channel)].entries())
        expect(await resolved(new ChannelItem(`item ${index}`, item(later)).channel)).toBe("7");
    }));

  test("is rejected for another kind", () =>
    run(async () => {
      const wrong = new Domain("go", { domain: "https://go.example.com" });
      const check = (resource: pulumi.Resource) => {
        throw new Error(wrongResource(resource, "channel", "Channel"));
      };
      const message = "channel must be a Channel or an id, not a resource of type Domain";
      await expect(idInstead(Promise.resolve(wrong), check)).rejects.toThrow(message);
      const output = idInstead(pulumi.output(wrong), check) as pulumi.Output<unknown>;
      await expect(settled(output)).rejects.toThrow(message);
    }));
});

test("import and onExisting exclude each other", () =>
  run(() => {
    const opts = { import: "101", onExisting: "adopt" } as const;
    expect(() => new Pixel("ads", { type: "forum", name: "a", tag: "1" }, opts)).toThrow(
      "Pixel ads: set either import or onExisting, not both",
    );
  }));

test("import reaches the SDK never, because its import cannot work for a dynamic provider", () =>
  run(async (created) => {
    const ads = new Pixel("ads", { type: "forum", name: "a", tag: "1" }, { import: "101" });
    await resolved(ads.urn);
    expect(created[0]!.id).toBe("");
  }));

// The SDK writes its log in order. It would wait for the URN forever, and the error of the program would never appear.
test("a warning about a resource that is never registered holds back no other message", () =>
  run(async (created) => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const warn = vi.spyOn(pulumi.log, "warn");
    onTestFinished(() => void vi.restoreAllMocks());
    const never = pulumi.output(new Promise<string>(() => {}));
    const channel = new Channel("short", { name: "A" });
    new Channel("never", { name: "B", description: never });
    await resolved(channel.urn);
    expect(created.map(({ name }) => name)).toEqual(["short"]);
    await vi.waitFor(() =>
      expect(warn.mock.calls.map(([, resource]) => resource === channel)).toEqual([true]),
    );
  }));
