// Constructor calls and outputs of a plan, with classes that only record their calls.
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
  const recording = from.map(({ definition }) => {
    class Recording {
      static readonly definition = definition;
      readonly id: string;
      readonly room = "hall";
      constructor(name: string, args: unknown, options: unknown) {
        this.id = `id of ${name}`;
        calls.push({ type: definition.type, name, args, options });
      }
    }
    return Recording as unknown as ResourceClass;
  });
  return { calls, recording };
}

const FILE = `
shelves:
  top: { title: Top, contents: [{ book: moby }, { book: 7 }], options: { protect: true } }
books:
  moby: { text: Call me, options: { aliases: [dick, "urn:pulumi:a::b::c::d"] } }
owner: { name: me }
`;

test("creates resources in the order of the kinds, with references as resources or ids", () => {
  const { calls, recording } = classes();
  makeResources(planOf(FILE), recording);
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
      // Its name contains the key of the book, which has changed.
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

test("outputs ids and the exports of each kind, by section and key", () => {
  const { recording } = classes();
  expect(makeResources(planOf(FILE), recording)).toEqual({
    owner: { id: "id of me" },
    books: { moby: { id: "id of moby" } },
    shelves: { top: { id: "id of top", room: "hall" } },
  });
  expect(makeResources(planOf("{}"), recording)).toEqual({});
});

test("rejects kinds in the wrong order", () => {
  const { recording } = classes();
  expect(() => makeResources(planOf(FILE), recording.toReversed())).toThrow("check the order of the kinds");
});

test("passes onExisting to the kinds that support it, unless the entry has its own", () => {
  const args = schema((z) => z.strictObject({ title: z.string() }));
  const existing = {} as Existing;
  const inSection = (section: string) => ({ shape: "mapping", section }) as const;
  const own = [
    kind({
      type: "Rare",
      args,
      yaml: inSection("rare"),
      identity: ({ title }) => String(title),
      lifecycle: { existing } as Lifecycle,
    }),
    kind({ type: "Common", args, yaml: inSection("common") }),
  ];
  const { calls, recording } = classes(own);
  const file = `
defaults: { onExisting: fail }
rare: { a: { title: A }, b: { title: B, options: { onExisting: { id: 7 } } } }
common: { c: { title: C } }
`;
  makeResources(planOf(file, own), recording);
  expect(calls.map(({ name, options }) => [name, options])).toEqual([
    ["a", { onExisting: "fail" }],
    ["b", { onExisting: { id: 7 } }],
    ["c", {}],
  ]);
});
