// ChannelItem: a short link, a bio page or a QR code in a channel.
import type { ListSpec } from "../api/lists/list";
import { defineKind, type Props } from "../kind/definition";
import { text } from "../kind/field";
import { assignment } from "../kind/lifecycle/assignment";
import { objectId, schema, type ValueOf } from "../kind/schema";
import type { ReferTo, ResolveReference } from "../kind/yaml-location";
import { channel, channelPaths } from "./channel";
import { link } from "./link";
import { qrCode } from "./qr-code";
import { reference, referenceLabel } from "./shared";

/** The keys of the config file, and the types of the API. */
const TYPES = { link: "links", bio: "bio", qr: "qr" } as const;
/** Sections of the config file with items of a type. */
const SECTIONS: Readonly<Record<string, string>> = { link: "links", qr: "qrCodes" };
const NAMES: Readonly<Record<string, string>> = { links: "short link", bio: "bio page", qr: "QR code" };

/** The items of one channel. Ids are unique within their type, and a repeated item is one assignment. */
export function channelItems(channel: string): ListSpec {
  const path = `${channelPaths.object}/${channel}`;
  return {
    path,
    key: "items",
    writePath: `${path}/`,
    idOf: ({ type, id }) => (typeof type === "string" ? `${type}/${id}` : undefined),
    allowsRepeats: true,
  };
}

const args = schema((z) =>
  z.strictObject({
    channel: objectId().describe("The channel: a Channel, or its id."),
    itemType: z.enum(TYPES).describe("What the item is."),
    item: objectId().describe(
      "The item: a Link, a QrCode, or the id of a short link, a bio page or a QR code.",
    ),
  }),
);

/** A member of `items:` names its item by exactly one of these keys. */
const entry = schema((z) =>
  z
    .strictObject({
      link: reference("links")
        .meta({ examples: [4711] })
        .optional()
        .describe("A short link: a key of links, or its id."),
      bio: z
        .number()
        .int()
        .positive()
        .meta({ examples: [12] })
        .optional()
        .describe("Id of a bio page of the account."),
      qr: reference("qrCodes").optional().describe("A QR code: a key of qrCodes, or its id."),
    })
    .refine((item) => Object.keys(item).length === 1, "must have exactly one of link, bio and qr"),
);
type Entry = ValueOf<typeof entry>;

function onlyPair(item: Entry): [keyof typeof TYPES, string | number] {
  return Object.entries(item)[0] as [keyof typeof TYPES, string | number];
}

export const channelItem = defineKind({
  type: "ChannelItem",
  summary: "A short link, a bio page or a QR code in a channel.",
  args,
  fields: {
    channel: text("channel", { createOnly: true }),
    itemType: text("type", { createOnly: true }),
    item: text("id", { createOnly: true }),
  },
  outputs: {},
  identity: [["channel", "itemType", "item"]],
  parent: "channel",
  // An item type that is an output of another resource may be any.
  resourceArgs: ({ itemType }) => ({
    channel: { [channel.type]: "id" },
    item: {
      ...(itemType !== "qr" && itemType !== "bio" && { [link.type]: "id" }),
      ...(itemType !== "links" && itemType !== "bio" && { [qrCode.type]: "id" }),
    },
  }),
  lifecycle: assignment({
    parent: channel,
    items: channelItems,
    path: ({ channel, itemType, item }) => `${channelPaths.object}/${channel}/assign/${itemType}/${item}`,
    itemName: ({ itemType, item }) => `${NAMES[String(itemType)]} ${item}`,
  }),
  whyRetained: "the API cannot take an item out of a channel",
  yaml: {
    shape: "list",
    section: "channels",
    field: "items",
    entry,
    label: (item: Entry) => {
      const [key, value] = onlyPair(item);
      return `${key}/${referenceLabel(value)}`;
    },
    toArgs: (channel: unknown, item: Entry, resolve: ResolveReference) => {
      const [key, value] = onlyPair(item);
      return {
        channel,
        itemType: TYPES[key],
        item: key in SECTIONS ? resolve(SECTIONS[key]!, value) : value,
      };
    },
    fromItem: ({ type, id }: Props, refer: ReferTo) => {
      const key = Object.entries(TYPES).find(([, one]) => one === type)?.[0];
      return key && { [key]: key in SECTIONS ? refer(SECTIONS[key]!, String(id)) : Number(id) };
    },
  },
  limitations: [
    "The API cannot take an item out of a channel: deleting a ChannelItem only removes it from the state. Deleting the channel takes all items out.",
  ],
});
