// From a plan to constructors' calls and outputs, with classes that only note how they were called.
import { expect, test } from "vitest";
import { makeResources } from "../../src/config/build/stack";
import type { Kind } from "../../src/config/schema/layout";
import type { Existing, Lifecycle } from "../../src/kind/definition";
import { schema } from "../../src/kind/schema";
import type { ResourceClass } from "../../src/pulumi/resource-class";
import { kind, kinds } from "./support/kinds";
import { planOf } from "./support/read";

function classes(from: readonly Kind[] = kinds) {
  const calls: { type: string; name: string; args: unknown; options: unknown }[] = [];
  const noting = from.map(({ definition }) => {
    class Noting {
      static readonly definition = definition;
      readonly id: string;
      readonly place = "here";
      constructor(name: string, args: unknown, options: unknown) {
        this.id = `id of ${name}`;
        calls.push({ type: definition.type, name, args, options });
      }
    }
    return Noting as unknown as ResourceClass;
  });
  return { calls, noting };
}

const FILE = `
shelves:
  top: { title: Top, contents: [{ book: moby }, { book: 7 }], options: { protect: true } }
books:
  moby: { text: Call me, options: { aliases: [dick, "urn:pulumi:a::b::c::d"] } }
owner: { name: me }
`;

test("resources are made in the order of the kinds, and references are resources or ids", () => {
  const { calls, noting } = classes();
  makeResources(planOf(FILE), noting);
  expect(calls).toEqual([
    { type: "Owner", name: "me", args: { name: "me" }, options: {} },
    {
      type: "Book",
      name: "moby",
      args: { text: "Call me" },
      options: { aliases: [{ name: "dick" }, "urn:pulumi:a::b::c::d"] },
    },
    { type: "Shelf", name: "top", args: { title: "Top" }, options: { protect: true } },
    {
      type: "Placed",
      name: "top/book/moby",
      args: {
        shelf: expect.objectContaining({ id: "id of top" }),
        book: expect.objectContaining({ id: "id of moby" }),
      },
      // Its name holds the key of the book, which was another.
      options: { aliases: [{ name: "top/book/dick" }, { name: "top/book/d" }] },
    },
    {
      type: "Placed",
      name: "top/book/7",
      args: { shelf: expect.objectContaining({ id: "id of top" }), book: 7 },
      options: {},
    },
  ]);
});

test("outputs are the ids and what a kind exports, by section and key", () => {
  const { noting } = classes();
  expect(makeResources(planOf(FILE), noting)).toEqual({
    owner: { id: "id of me" },
    books: { moby: { id: "id of moby" } },
    shelves: { top: { id: "id of top", place: "here" } },
  });
  expect(makeResources(planOf("{}"), noting)).toEqual({});
});

test("kinds in an order that cannot be made are a mistake of theirs", () => {
  const { noting } = classes();
  expect(() => makeResources(planOf(FILE), noting.toReversed())).toThrow("check the order of the kinds");
});

test("what the file says of existing objects reaches the kinds that it concerns, and an entry's own word stands above it", () => {
  const args = schema((z) => z.strictObject({ title: z.string() }));
  const existing = {} as Existing;
  const place = (section: string) => ({ shape: "mapping", section }) as const;
  const own = [
    kind({
      type: "Rare",
      args,
      yaml: place("rare"),
      identity: ({ title }) => String(title),
      lifecycle: { existing } as Lifecycle,
    }),
    kind({ type: "Common", args, yaml: place("common") }),
  ];
  const { calls, noting } = classes(own);
  const file = `
defaults: { onExisting: fail }
rare: { a: { title: A }, b: { title: B, options: { onExisting: { id: 7 } } } }
common: { c: { title: C } }
`;
  makeResources(planOf(file, own), noting);
  expect(calls.map(({ name, options }) => [name, options])).toEqual([
    ["a", { onExisting: "fail" }],
    ["b", { onExisting: { id: 7 } }],
    ["c", {}],
  ]);
});
