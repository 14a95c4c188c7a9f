// A small registry of invented kinds: the loader must not depend on the real ones.
import type { Kind } from "../../../src/config/schema/layout";
import type { Definition, Props, ResolveReference } from "../../../src/kind/definition";
import { text } from "../../../src/kind/field";
import { schema, type ValueOf } from "../../../src/kind/schema";

export function kind(parts: Pick<Definition, "type" | "args" | "yaml"> & Partial<Definition>): Kind {
  const names = Object.keys(parts.args().shape);
  return {
    definition: {
      handler: parts.type.toLowerCase(),
      summary: "",
      fields: Object.fromEntries(names.map((name) => [name, text({ api: name })])),
      outputs: {},
      identity: () => undefined,
      lifecycle: {} as Definition["lifecycle"],
      exports: [],
      limitations: [],
      ...parts,
    },
  };
}

export const Owner = kind({
  type: "Owner",
  args: schema((z) =>
    z
      .strictObject({ name: z.string().optional(), code: z.string().meta({ secret: true }).optional() })
      .refine(
        (owner) => owner.code === undefined || owner.name !== undefined,
        "must have a name with its code",
      ),
  ),
  yaml: { shape: "single", section: "owner", key: "me" },
});

export const Shelf = kind({
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
  yaml: { shape: "mapping", section: "shelves" },
  exports: ["room"],
  identity: ({ title }: Props) => String(title).toLowerCase(),
  lint: ({ height }: Props) =>
    Number(height) > 300 ? [{ field: "height", message: "too high to reach" }] : [],
});

export const Book = kind({
  type: "Book",
  args: schema((z) => z.strictObject({ text: z.string(), locked: z.boolean().optional() })),
  yaml: { shape: "mapping", section: "books" },
  secretArgs: ({ locked }: Props) => (locked === false ? [] : ["text"]),
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

export const Placed = kind({
  type: "Placed",
  args: schema((z) => z.strictObject({ shelf: z.string(), book: z.string() })),
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

/** In the order of creation. */
export const kinds: readonly Kind[] = [Owner, Book, Shelf, Placed];
