// Constructor calls and outputs of a plan, with classes that only record their calls.
import { expect, test } from "vitest";
import { makeResources } from "../../src/config/build/stack";
import type { Kind } from "../../src/config/schema/layout";
import { defineKind } from "../../src/kind/define";
import type { Lifecycle } from "../../src/kind/definition";
import { text } from "../../src/kind/field";
import { schema } from "../../src/kind/schema";
import { FILE_ENTRY, type FileEntry, type ResourceClass } from "../../src/pulumi/resource-class";
import { registry } from "../../src/resources/index";
import { bare, kinds } from "./support/kinds";
import { planOf } from "./support/read";

interface LoaderOptions {
  readonly [FILE_ENTRY]?: FileEntry;
}

function classes(from: readonly Kind[] = kinds) {
  const calls: { type: string; name: string; args: unknown; options: unknown }[] = [];
  const entries: unknown[] = [];
  const recording = from.map(({ definition }) => {
    class Recording {
      static readonly definition = definition;
      readonly id: string;
      readonly room = "hall";
      constructor(name: string, args: unknown, loaderOptions: LoaderOptions) {
        const { [FILE_ENTRY]: entry, ...options } = loaderOptions;
        this.id = `id of ${name}`;
        entries.push(entry);
        calls.push({ type: definition.type, name, args, options });
      }
    }
    return Recording as unknown as ResourceClass;
  });
  return { calls, entries, recording };
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

test("passes the name, the location and the file of each entry", () => {
  const { entries, recording } = classes();
  makeResources(planOf(FILE), recording);
  expect(entries).toEqual([
    { entry: "owner", location: "file.yaml:6:1", file: "file.yaml" },
    { entry: "books.moby", location: "file.yaml:5:3", file: "file.yaml" },
    { entry: "shelves.top", location: "file.yaml:3:3", file: "file.yaml" },
    { entry: "shelves.top.contents book/moby", location: "file.yaml:3:33", file: "file.yaml" },
    { entry: "shelves.top.contents book/7", location: "file.yaml:3:49", file: "file.yaml" },
  ]);
});

test("rejects kinds in the wrong order", () => {
  const { recording } = classes();
  expect(() => makeResources(planOf(FILE), recording.toReversed())).toThrow("check the order of the kinds");
});

test("passes onExisting to the kinds that support it, unless the entry has its own", () => {
  const args = schema((z) => z.strictObject({ title: z.string() }));
  const fields = { title: text("title") };
  const lifecycle = () => ({ existing: {} }) as Lifecycle;
  const own: Kind[] = [
    {
      definition: defineKind({
        ...bare,
        type: "Rare",
        args,
        fields,
        yaml: { shape: "mapping", section: "rare" },
        identity: [["title"]],
        lifecycle,
      }),
    },
    {
      definition: defineKind({
        ...bare,
        type: "Unidentifiable",
        args,
        fields,
        yaml: { shape: "mapping", section: "unidentifiable" },
        lifecycle,
      }),
    },
    {
      definition: defineKind({
        ...bare,
        type: "Common",
        args,
        fields,
        yaml: { shape: "mapping", section: "common" },
        identity: [["title"]],
      }),
    },
  ];
  const { calls, recording } = classes(own);
  const file = `
defaults: { onExisting: adopt }
rare: { a: { title: A }, b: { title: B, options: { onExisting: { id: 7 } } } }
unidentifiable: { c: { title: C } }
common: { d: { title: D } }
`;
  makeResources(planOf(file, own), recording);
  expect(calls.map(({ name, options }) => [name, options])).toEqual([
    ["a", { onExisting: "adopt" }],
    ["b", { onExisting: { id: 7 } }],
    ["c", {}],
    ["d", {}],
  ]);
});

test("passes onExisting of an entry to its members, and adopt in place of its id", () => {
  const { calls, recording } = classes(registry);
  const file = `
campaigns:
  a: { name: A, links: [4711], options: { onExisting: overwrite } }
  b: { name: B, links: [4711], options: { onExisting: { id: 7 } } }
`;
  makeResources(planOf(file, registry), recording);
  expect(calls.map(({ name, options }) => [name, options])).toEqual([
    ["a", { onExisting: "overwrite" }],
    ["b", { onExisting: { id: 7 } }],
    ["a/4711", { onExisting: "overwrite" }],
    ["b/4711", { onExisting: "adopt" }],
  ]);
});

test("passes the options of the section, unless the entry has its own", () => {
  const { calls, recording } = classes();
  const file = `
defaults: { shelves: { protect: true, ignoreChanges: [height] }, owner: { retainOnDelete: true } }
shelves:
  top: { title: Top, contents: [{ book: 7 }] }
  low: { title: Low, options: { protect: false, ignoreChanges: [open], deleteBeforeReplace: true } }
books: { moby: { text: Call me } }
owner: { name: me }
`;
  makeResources(planOf(file), recording);
  expect(calls.map(({ name, options }) => [name, options])).toEqual([
    ["me", { retainOnDelete: true }],
    ["moby", {}],
    ["top", { protect: true, ignoreChanges: ["height"] }],
    ["low", { protect: false, ignoreChanges: ["open"], deleteBeforeReplace: true }],
    // The members are no entries of the section.
    ["top/book/7", {}],
  ]);
});
