// Channel: a named group of short links, bio pages and QR codes.
import { defineKind } from "../kind/definition";
import { flag, hexColor, text } from "../kind/field";
import { listedObject } from "../kind/lifecycle/listed-object";
import { schema } from "../kind/schema";
import { IF_NAME_REJECTED } from "./shared";

export const channelPaths = { list: "/api/channels", key: "channels", object: "/api/channel" };

const args = schema((z) =>
  z.strictObject({
    name: z
      .string()
      .min(1)
      .meta({ examples: ["Spring"] })
      .describe("Its name."),
    description: z
      .string()
      .meta({ examples: ["Everything of the spring campaign"] })
      .optional()
      .describe("What it is for."),
    color: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'must be a color of the form "#RRGGBB", such as "#22AA66"')
      .meta({ examples: ["#22AA66"] })
      .optional()
      .describe("Color of its badge, #RRGGBB."),
    starred: z.boolean().optional().describe("Whether it has a star."),
  }),
);

export const channel = defineKind({
  type: "Channel",
  summary: "A named group of short links, bio pages and QR codes.",
  args,
  fields: {
    name: text("name", { rewritten: "name" }),
    description: text("description", { clearable: true, rewritten: "name" }),
    color: hexColor("color"),
    starred: flag("starred"),
  },
  outputs: {},
  identity: [["name"]],
  lifecycle: listedObject(channelPaths),
  yaml: { shape: "mapping", section: "channels" },
  ifRejected: () => IF_NAME_REJECTED,
  limitations: ["Deleting a channel takes all of its items out of it."],
});
