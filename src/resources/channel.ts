// Channel: a named group that holds short links, bio pages and QR codes.
import type { CollectionSpec } from "../api/list/collection";
import type { Definition } from "../kind/definition";
import { flag, hexColour, text } from "../kind/field";
import { listedObject } from "../kind/lifecycle/listed-object";
import { schema, type ValueOf } from "../kind/schema";
import { type ArgsOf, resourceClass } from "../pulumi/resource-class";

/** Where the channels are listed; a channel's items are gone with it. */
export const channelList: CollectionSpec = { path: "/api/channels", key: "channels" };

/** The item list of one channel. Ids are unique within their type; a repeated entry is one assignment. */
export const channelItems = (channel: string): CollectionSpec => ({
  path: `/api/channel/${channel}`,
  key: "items",
  idOf: ({ type, id }) => (typeof type === "string" ? `${type}/${id}` : undefined),
  repeats: "same entry",
});

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
      .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour of the form "#RRGGBB", such as "#22AA66"')
      .meta({ examples: ["#22AA66"] })
      .optional()
      .describe("Colour of its badge, #RRGGBB. Quoted, since # begins a comment."),
    starred: z.boolean().optional().describe("Whether it is marked with a star."),
  }),
);

const fields = {
  name: text({ api: "name" }),
  description: text({ api: "description", clearable: true }),
  color: hexColour({ api: "color" }),
  starred: flag({ api: "starred" }),
};

const definition = {
  type: "Channel",
  handler: "channel",
  summary: "A named group that holds short links, bio pages and QR codes.",
  args,
  fields,
  outputs: {},
  identity: ({ name }) => String(name),
  lifecycle: listedObject({
    type: "Channel",
    list: channelList,
    paths: {
      add: "/api/channel/add",
      update: (id) => `/api/channel/${id}/update`,
      remove: (id) => `/api/channel/${id}/delete`,
    },
    fields,
    outputs: {},
    updates: ["name", "description", "color", "starred"],
    comparable: true,
  }),
  yaml: { shape: "mapping", section: "channels" },
  exports: [],
  limitations: ["Deleting a channel takes all of its items out of it."],
} satisfies Definition;

export type ChannelArgs = ArgsOf<ValueOf<typeof args>>;

export const Channel = resourceClass<ChannelArgs, ValueOf<typeof args>>(definition);
export type Channel = InstanceType<typeof Channel>;
