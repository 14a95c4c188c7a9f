// ChannelItem: a short link, a bio page or a QR code in a channel.
import type { ListSpec } from "../api/lists/list";
import type { Props, ReferTo, ResolveReference } from "../kind/definition";
import { reference, text } from "../kind/field";
import { kind } from "../kind/kind";
import { keyOrId, schema, type ValueOf } from "../kind/schema";
import { channel } from "./channel";
import { link } from "./link";
import { qrCode } from "./qr-code";
import { referenceLabel } from "./shared";

/** The types of the API by the keys of the config file. */
const TYPES = { link: "links", bio: "bio", qr: "qr" } as const;
/** Sections of the config file with items of a type. */
const SECTIONS: Readonly<Record<string, string>> = { link: "links", qr: "qrCodes" };

/** The items of one channel. Ids are unique within their type, and a repeated item is one assignment. */
export function channelItems(channel: string): ListSpec {
  const path = `/api/channel/${channel}`;
  return {
    path,
    key: "items",
    writePath: `${path}/`,
    idOf: ({ type, id }) => (typeof type === "string" ? `${type}/${id}` : undefined),
    allowsRepeats: true,
  };
}

/** A member of `items:` names its item by exactly one of these keys. */
const entry = schema((z) =>
  z
    .strictObject({
      link: keyOrId("links")
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
      qr: keyOrId("qrCodes").optional().describe("A QR code: a key of qrCodes, or its id."),
    })
    .refine((item) => Object.keys(item).length === 1, "must have exactly one of link, bio and qr"),
);
type Entry = ValueOf<typeof entry>;

function onlyPair(item: Entry): [keyof typeof TYPES, string | number] {
  return Object.entries(item)[0] as [keyof typeof TYPES, string | number];
}

export const channelItem = kind({
  type: "ChannelItem",
  summary: "A short link, a bio page or a QR code in a channel.",
  section: "channels",
  at: {
    parent: "channel",
    to: channel,
    items: channelItems,
    path: ({ channel, itemType, item }) => `/api/channel/${channel}/assign/${itemType}/${item}`,
    member: {
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
  },
  fields: {
    channel: reference("channel", "The channel: a Channel, or its id.", {
      resources: { [channel.type]: "id" },
    }),
    itemType: text("type", "What the item is.", { schema: schema((z) => z.enum(TYPES)), createOnly: true }),
    item: reference("id", "The item: a Link, a QrCode, or the id of a short link, a bio page or a QR code.", {
      // An item type that is an output of another resource may be any.
      resources: ({ itemType }) => ({
        ...(itemType !== "qr" && itemType !== "bio" && { [link.type]: "id" }),
        ...(itemType !== "links" && itemType !== "bio" && { [qrCode.type]: "id" }),
      }),
    }),
  },
  identity: [["channel", "itemType", "item"]],
  whyRetained: "the API cannot take an item out of a channel: if it stays there, remove it on the website",
  limitations: [
    "The API cannot take an item out of a channel: deleting a ChannelItem only removes it from the state. Deleting the channel takes all items out.",
  ],
});
