// Many of these tests are checked by tsc: without the error, `@ts-expect-error` does not compile.
import { describe, expect, test } from "vitest";
import { defineKind, type KindBase } from "../../src/kind/define";
import type { Lifecycle } from "../../src/kind/definition";
import { flag, text } from "../../src/kind/field";
import { schema } from "../../src/kind/schema";

const args = schema((z) => z.strictObject({ title: z.string(), open: z.boolean().optional() }));
const argsWithShorthand = schema((z) =>
  z.strictObject({ title: z.string().optional(), short: z.string().optional() }),
);

const facts = {
  type: "BookShelf",
  summary: "A shelf.",
  outputs: {},
  identity: [["title"]],
  limitations: [],
  yaml: { shape: "mapping", section: "shelves" },
  lifecycle: () => ({}) as Lifecycle,
} as const;

test("derives the name of the handler", () => {
  const kind = defineKind({ ...facts, args, fields: { title: text("title"), open: flag("open") } });
  expect(kind.handler).toBe("bookShelf");
});

test("makes the lifecycle from the other facts", () => {
  const bases: KindBase[] = [];
  const lifecycle = {} as Lifecycle;
  const kind = defineKind({
    ...facts,
    args,
    fields: { title: text("title"), open: flag("open") },
    lifecycle: (base) => {
      bases.push(base);
      return lifecycle;
    },
  });
  const { lifecycle: made, ...rest } = kind;
  expect(made).toBe(lifecycle);
  expect(bases).toEqual([rest]);
});

describe("requires exactly one field for every argument", () => {
  test("not fewer", () => {
    // @ts-expect-error: `open` has no field.
    defineKind({ ...facts, args, fields: { title: text("title") } });
  });

  test("not more", () => {
    defineKind({
      ...facts,
      args,
      // @ts-expect-error: no argument is named `color`.
      fields: { title: text("title"), open: flag("open"), color: text("color") },
    });
  });

  test("none for a shorthand", () => {
    const shorthands = { short: { field: "title", uses: [], toValue: String } };
    defineKind({ ...facts, args: argsWithShorthand, shorthands, fields: { title: text("title") } });
    defineKind({
      ...facts,
      args: argsWithShorthand,
      shorthands,
      // @ts-expect-error: a shorthand never reaches the engine.
      fields: { title: text("title"), short: text("short") },
    });
    // @ts-expect-error: without shorthands, every argument needs a field.
    defineKind({ ...facts, args: argsWithShorthand, fields: { title: text("title") } });
  });
});
