// `adopt` and `overwrite` say that an object may exist. So nothing is created before two readings have lacked it.
import { describe, expect, test } from "vitest";
import { messageOf } from "../support/message-of";
import { pixels } from "../support/pixels";
import { applied, DIRECTLY, objects, readings, sent } from "../support/what-exists";
import { startWorld, type World } from "../support/world";

function withPixels(world: World, count: number): void {
  for (let n = 0; n < count; n++)
    world.account.pixels.create({ type: "fbpixel", name: `P${n}`, tag: String(n) });
}

describe("the proof is made in create, once per list:", () => {
  const COUNT = 60;
  const KINDS = ["pixels", "channels", "campaigns", "qrCodes"] as const;
  /** Of each kind so many, and five more that are new. */
  function config(onExisting: string): string {
    const fields = {
      pixels: (n: number) => `type: fbpixel, name: P${n}, tag: "${n}"`,
      channels: (n: number) => `name: Channel ${n}`,
      campaigns: (n: number) => `name: Campaign ${n}, slug: campaign-${n}, public: true`,
      qrCodes: (n: number) => `type: text, data: code ${n}, name: Code ${n}`,
    };
    const extra = { pixels: 2, channels: 2, campaigns: 1, qrCodes: 0 };
    return KINDS.map((kind) => {
      const entries = Array.from({ length: COUNT + extra[kind] }, (_, n) => {
        const options = n < COUNT ? "" : `, options: { onExisting: ${onExisting} }`;
        return `  e${n}: { ${fields[kind](n)}${options} }\n`;
      });
      return `${kind}:\n${entries.join("")}`;
    }).join("");
  }

  /** What an update costs. */
  async function cost(onExisting: string) {
    const world = await startWorld({ dialect: { qrNames: "accepted", maxPageSize: 15 } });
    const { pixels: pixelList, channels, campaigns, qrs } = world.account;
    for (let n = 0; n < COUNT; n++) {
      pixelList.create({ type: "fbpixel", name: `P${n}`, tag: String(n) });
      channels.create({ name: `Channel ${n}` });
      campaigns.create({ name: `Campaign ${n}`, slug: `campaign-${n}`, public: true });
      qrs.create({ type: "text", data: `code ${n}`, name: `Code ${n}` });
    }
    const stack = world.stack({ onExisting: "adopt" });
    const from = world.clock.now();
    await stack.up(config(onExisting), DIRECTLY);
    expect(stack.resources).toHaveLength(4 * COUNT + 5);
    expect(sent(world)).toHaveLength(5);
    return { requests: world.requests.length, ms: world.clock.now() - from };
  }

  test("60 adoptions of four kinds and 5 new entries of three cost at most 13 requests and 10 s more", async () => {
    const [without, with_] = [await cost("fail"), await cost("adopt")];
    expect(with_.requests - without.requests).toBeLessThanOrEqual(13);
    expect(with_.requests).toBeGreaterThan(without.requests);
    expect(with_.ms - without.ms).toBeLessThanOrEqual(10_100);
  });

  test("a preview of it reads each list once, and does not wait", async () => {
    const world = await startWorld();
    withPixels(world, 3);
    const from = world.clock.now();
    await world.stack({ onExisting: "adopt" }).preview(pixels(5));
    expect(readings(world)).toEqual({ "/api/pixels": 1 });
    expect(world.clock.now() - from).toBeLessThan(1000);
  });
});

describe("the preview says how many objects it adopts:", () => {
  test.each([
    [0, /will adopt 3 existing objects, none changed/],
    [2, /will adopt 3 existing objects, 2 changed/],
  ])("of three, %i differ", async (differing, line) => {
    const world = await startWorld();
    withPixels(world, 3);
    for (let n = 0; n < differing; n++) world.account.pixels.update(101 + n, { name: "Other" });
    const stack = world.stack({ onExisting: "overwrite" });
    expect((await stack.preview(pixels(4))).text).toMatch(line);
    const { text } = await stack.up(pixels(4), DIRECTLY);
    expect(text).toMatch(new RegExp(line.source.replace("will adopt", "adopted")));
  });
});

describe("of two matching objects,", () => {
  const entry = (key: string, tag: string, options = "") =>
    `  ${key}: { type: fbpixel, name: P, tag: "${tag}"${options} }\n`;

  test.each(["fail", "adopt", "overwrite"])(
    "one is managed and the other is not: the error with %s names both, and the id that is free",
    async (onExisting) => {
      const { world, stack } = await applied(`pixels:\n${entry("a", "1")}`);
      world.account.pixels.create({ type: "fbpixel", name: "P", tag: "1" });
      const config = `pixels:\n${entry("a", "2")}${entry("b", "1")}`;
      const failure = await messageOf(stack.up(config, { config: { onExisting } }));
      for (const id of ["101", "102"]) expect(failure).toMatch(new RegExp(`\\bid ${id}\\b`));
      expect(failure).toContain("pixels.a");
      expect(failure).toContain("{ id: 102 }");
      expect(failure).not.toContain("{ id: 101 }");
      expect(objects(world.account)).toHaveLength(2);
      await stack.up(
        config.replace(entry("b", "1"), entry("b", "1", ", options: { onExisting: { id: 102 } }")),
      );
      expect(stack.ids).toEqual({ "Pixel a": "101", "Pixel b": "102" });
    },
  );
});
