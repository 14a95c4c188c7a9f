// A small registry of invented kinds: the loader must not depend on the real ones.
import type { Kind } from "../../../src/config/schema/layout";
import { defineKind } from "../../../src/kind/define";
import type { Lifecycle, Props, ResolveReference } from "../../../src/kind/definition";
import { flag, serviceId, text, verbatim } from "../../../src/kind/field";
import { schema, type ValueOf } from "../../../src/kind/schema";

/** The facts that the loader does not use, or that most kinds lack. */
export const bare = {
  summary: "",
  outputs: {},
  identity: [],
  limitations: [],
  lifecycle: () => ({}) as Lifecycle,
};

const owner = defineKind({
  ...bare,
  type: "Owner",
  args: schema((z) =>
    z
      .strictObject({ name: z.string().optional(), code: z.string().optional() })
      .refine(
        (owner) => owner.code === undefined || owner.name !== undefined,
        "must have a name with its code",
      ),
  ),
  fields: { name: text("name"), code: text("code", { secret: true }) },
  yaml: { shape: "single", section: "owner", key: "me" },
});

const book = defineKind({
  ...bare,
  type: "Book",
  args: schema((z) => z.strictObject({ text: z.string(), locked: z.boolean().optional() })),
  fields: { text: text("text"), locked: flag("locked") },
  yaml: { shape: "mapping", section: "books" },
  secretArgs: ({ locked }: Props) => (locked === false ? [] : ["text"]),
});

const shelf = defineKind({
  ...bare,
  type: "Shelf",
  args: schema((z) =>
    z.strictObject({
      title: z.string().min(1).max(20),
      height: z.number().int().positive().optional().describe("In centimeters."),
      open: z.boolean().optional(),
      material: z.enum(["oak", "pine", "steel"]).optional(),
      size: z
        .union([z.strictObject({ width: z.number() }), z.strictObject({ depth: z.number() })])
        .optional(),
      labels: z.array(z.string()).optional(),
    }),
  ),
  fields: {
    title: text("title"),
    height: text("height"),
    open: flag("open"),
    material: text("material"),
    size: verbatim("size"),
    labels: verbatim("labels"),
  },
  yaml: { shape: "mapping", section: "shelves" },
  outputs: {
    room: { description: "", isAddress: true, read: () => undefined },
    dust: { description: "", read: () => undefined },
  },
  identity: [["title"]],
  lint: ({ height }: Props) =>
    Number(height) > 300 ? [{ field: "height", message: "too high to reach" }] : [],
});

const entry = schema((z) =>
  z.strictObject({
    book: z
      .union([z.string(), z.number().int().positive()], "must be a key of books or an id")
      .meta({ reference: "books" })
      .optional(),
    count: z.number().optional(),
  }),
);

const placed = defineKind({
  ...bare,
  type: "Placed",
  args: schema((z) => z.strictObject({ shelf: z.string(), book: z.string() })),
  fields: { shelf: serviceId("shelf"), book: serviceId("book") },
  yaml: {
    shape: "list",
    section: "shelves",
    field: "contents",
    entry,
    label: (member: ValueOf<typeof entry>) => `book/${member.book}`,
    toArgs: (shelf: unknown, member: ValueOf<typeof entry>, resolve: ResolveReference) => ({
      shelf,
      book: resolve("books", member.book!),
    }),
  },
});

export const Owner: Kind = { definition: owner };
export const Book: Kind = { definition: book };
export const Shelf: Kind = { definition: shelf };
export const Placed: Kind = { definition: placed };

/** In the order of creation. */
export const kinds: readonly Kind[] = [Owner, Book, Shelf, Placed];
