// ChannelItem: a short link, a bio page or a QR code in a channel.

import type { Definition, ResolveReference } from "../kind/definition";
import { serviceId, text } from "../kind/field";
import { assignment } from "../kind/lifecycle/assignment";
import { schema, type ValueOf } from "../kind/schema";
import { resourceClass } from "../pulumi/resource-class";
import type * as pulumi from "../pulumi/sdk";
import { channelItems, channelList } from "./channel";
import { shownText } from "./outputs";
import { objectId, type Reference, reference } from "./references";

const ITEM_TYPES = ["links", "bio", "qr"] as const;
type ItemType = (typeof ITEM_TYPES)[number];
const ITEM_WORDS = { links: "short link", bio: "bio page", qr: "QR code" } as const;

const args = schema((z) =>
  z.strictObject({
    channel: objectId().meta({ createOnly: true }).describe("The channel: a Channel, or its id."),
    itemType: z.enum(ITEM_TYPES).meta({ createOnly: true }).describe("What the item is."),
    item: objectId()
      .meta({ createOnly: true })
      .describe("The item: a QrCode, or the id of a short link, a bio page or a QR code."),
  }),
);

const outputs = {
  title: shownText("title", "Title of the item."),
  preview: shownText("preview", "Address of a picture of the item."),
  link: shownText("link", "Address of the item."),
  date: shownText("date", "Date of the item, YYYY-MM-DD."),
};

/** A member of `items:` names its item by exactly one of these keys. */
const entry = schema((z) =>
  z
    .strictObject({
      link: z
        .number()
        .int()
        .positive()
        .meta({ examples: [4711] })
        .optional()
        .describe("Id of a short link of the account."),
      bio: z
        .number()
        .int()
        .positive()
        .meta({ examples: [12] })
        .optional()
        .describe("Id of a bio page of the account."),
      qr: reference("qrCodes").optional().describe("A QR code: its key in this file, or its id."),
    })
    .refine((item) => Object.keys(item).length === 1, "must have exactly one of link, bio and qr")
    .meta({ minProperties: 1, maxProperties: 1 }),
);
type Entry = ValueOf<typeof entry>;

const API_TYPES = { link: "links", bio: "bio", qr: "qr" } as const;

function only(item: Entry): [keyof typeof API_TYPES, string | number] {
  return Object.entries(item)[0] as [keyof typeof API_TYPES, string | number];
}

const definition = {
  type: "ChannelItem",
  handler: "channelItem",
  summary: "A short link, a bio page or a QR code in a channel.",
  args,
  fields: {
    channel: serviceId({ api: "channel" }),
    itemType: text({ api: "type" }),
    item: serviceId({ api: "id" }),
  },
  outputs,
  identity: ({ channel, itemType, item }) => `${channel}/${itemType}/${item}`,
  parent: "channel",
  lifecycle: assignment({
    type: "ChannelItem",
    parent: "channel",
    parents: channelList,
    items: channelItems,
    idParts: ["channel", "itemType", "item"],
    itemKey: ({ itemType, item }) => `${itemType}/${item}`,
    path: ({ channel, itemType, item }) => `/api/channel/${channel}/assign/${itemType}/${item}`,
    assigned: ({ itemType, item }) => `${ITEM_WORDS[itemType as ItemType]} ${item}`,
    outputs,
    forgotten: "the API has no way to take an item out of a channel, so it stays in it",
  }),
  yaml: {
    shape: "list",
    section: "channels",
    field: "items",
    entry,
    label: (item: Entry) => only(item).join("/"),
    toArgs: (channel: unknown, item: Entry, resolve: ResolveReference) => {
      const [kind, value] = only(item);
      return {
        channel,
        itemType: API_TYPES[kind],
        item: kind === "qr" ? resolve("qrCodes", value) : value,
      };
    },
  },
  exports: [],
  limitations: [
    "The API cannot take an item out of a channel: deleting a ChannelItem only forgets it. Deleting the channel takes all items out.",
  ],
} satisfies Definition;

export interface ChannelItemArgs {
  /** The channel: a Channel, or its id. */
  channel: Reference;
  /** What the item is. */
  itemType: pulumi.Input<ItemType>;
  /** The item: a QrCode, or the id of a short link, a bio page or a QR code. */
  item: Reference;
}

interface ChannelItemProperties {
  channel: string | number;
  itemType: ItemType;
  item: string | number;
  title?: string;
  preview?: string;
  link?: string;
  date?: string;
}

export const ChannelItem = resourceClass<ChannelItemArgs, ChannelItemProperties>(definition);
export type ChannelItem = InstanceType<typeof ChannelItem>;
