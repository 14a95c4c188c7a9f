// Anchors, aliases and merge keys. wrong/ has the errors.
import { describe, expect, test } from "vitest";
import { registry } from "../../src/resources";
import { planOf, read } from "./support/read";

const plan = (text: string) => planOf(text, registry);
const argsOf = (text: string) => Object.fromEntries(plan(text).entries.map(({ key, args }) => [key, args]));

describe("a merge key", () => {
  test("adds the fields that an entry does not have", () => {
    const args = argsOf(`
pixels:
  ads: &ads { type: fbpixel, name: Ads, tag: "1" }
  more:
    tag: "2"
    <<: *ads
  last: { name: Last, <<: *ads, tag: "3" }
`);
    expect(args).toEqual({
      ads: { type: "fbpixel", name: "Ads", tag: "1" },
      more: { type: "fbpixel", name: "Ads", tag: "2" },
      last: { type: "fbpixel", name: "Last", tag: "3" },
    });
  });

  test("prefers the first of several mappings, and adds what they merge", () => {
    const args = argsOf(`
x-green: &green { color: "#22AA66", starred: true }
x-red: &red { color: "#AA2222", description: red }
x-both: &both { <<: [*green, *red] }
channels:
  spring: { <<: *both, name: Spring }
  autumn: { <<: [*red, *green], name: Autumn }
`);
    expect(args).toEqual({
      spring: { name: "Spring", color: "#22AA66", starred: true, description: "red" },
      autumn: { name: "Autumn", color: "#AA2222", starred: true, description: "red" },
    });
  });

  test("adds lists, options and entries", () => {
    const { entries } = plan(`
x-shared: &shared { items: [{ link: 4711 }], options: { protect: true } }
x-channels: &channels
  spring: { <<: *shared, name: Spring }
  autumn: { <<: *shared, name: Autumn, items: [] }
channels: { <<: *channels, winter: { name: Winter } }
`);
    expect(entries.map(({ key, options, members }) => [key, options, members.length])).toEqual([
      ["winter", {}, 0],
      ["spring", { protect: true }, 1],
      ["autumn", { protect: true }, 0],
    ]);
  });
});

test("an alias repeats a value", () => {
  const args = argsOf(`
channels:
  spring: { name: Spring, color: &green "#22AA66", description: &text Everything }
  autumn: { name: Autumn, color: *green, description: *text }
`);
  expect(args.autumn).toEqual({ name: "Autumn", color: "#22AA66", description: "Everything" });
});

test("ignores sections that start with x-, and masks what no known field uses", () => {
  const text = `x-a: &a { color: red, pasword: hunter2 }
x-b: hunter2
channels: { spring: { <<: *a, name: Spring } }
`;
  expect(
    read(text, registry).text,
  ).toBe(`file.yaml:1:18 error channels.spring: color must be a color of the form "#RRGGBB", such as "#22AA66"
  1 | x-a: *** { color: red, pasword: *** }
    |                   ^^^

file.yaml:1:23 error channels.spring: unknown field "pasword"
  1 | x-a: *** { color: red, pasword: *** }
    |                        ^^^^^^^
    = allowed: name, description, color, starred, items, renamedFrom, options`);
});
