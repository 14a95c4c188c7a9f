// Channels and their items (api.md, Channels).
import { hexColor } from "../endpoint/field-checks";
import { listedName, longNameCheck, rejectTakenName } from "../endpoint/names";
import type { RequestContext, Route } from "../endpoint/request-context";
import { success } from "../endpoint/responses";
import type { Serializer } from "../endpoint/serializer";
import { HttpError } from "../http/http-error";
import { type Channel, type ChannelEntry, ITEM_TYPES, type ItemType } from "../store/records";

function channelView({ id, name, description, color, starred }: Channel, serializer: Serializer) {
  return {
    id: serializer.id(id),
    name: serializer.text(name),
    description: serializer.text(description),
    color: serializer.text(color),
    starred: serializer.boolean(starred),
  };
}

function itemView({ account, serializer }: RequestContext, { type, id, date }: ChannelEntry) {
  const item = account.itemsOfType(type).get(id);
  const link = item?.link ?? "";
  return {
    type,
    id: serializer.id(id),
    title: item && "title" in item ? item.title : (item?.name ?? ""),
    preview: `${link}/preview`,
    link,
    date: serializer.date(date),
  };
}

function readFields({ account, dialect, fields }: RequestContext, old?: Channel) {
  const check = longNameCheck(dialect);
  const name = old ? fields.optionalName("name", old.name, check) : fields.requiredText("name", check);
  const isDuplicate = account.channels.list().some((other) => other.name === name && other.id !== old?.id);
  if (isDuplicate && dialect.duplicatePixelsAndChannels === "rejected") {
    throw new HttpError(400, "The channel already exists.");
  }
  rejectTakenName(dialect, "channel", account.channels.list(), { ...(old && { id: old.id }), name });
  return {
    name,
    description: fields.optionalText("description", old?.description),
    color: fields.optionalText("color", old?.color, hexColor(dialect)),
    starred: fields.optionalBoolean("starred", old?.starred),
  };
}

const isItemType = (text: string): text is ItemType => (ITEM_TYPES as readonly string[]).includes(text);

export const channelRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/channels",
    handle: (context) =>
      context.list("channels", context.listed(context.account.channels), (channel) =>
        channelView({ ...channel, name: listedName(context.dialect, channel.name) }, context.serializer),
      ),
  },
  {
    method: "GET",
    path: "/api/channel/:id",
    handle: (context) => {
      const { channels } = context.account;
      const channel = context.find(channels, "Channel");
      const items = context.asListed(channels, channel)?.items ?? [];
      return context.list("items", items, (entry) => itemView(context, entry));
    },
  },
  {
    method: "POST",
    path: "/api/channel/add",
    hasBody: true,
    handle: (context) => {
      const channel = context.account.channels.create(readFields(context));
      return context.created(channelView(channel, context.serializer));
    },
  },
  {
    method: "POST",
    path: "/api/channel/:channelid/assign/:type/:itemid",
    handle: (context) => {
      const { account } = context;
      const type = context.param("type");
      if (!isItemType(type)) throw new HttpError(400, "The item type must be links, bio or qr.");
      const channel = context.find(account.channels, "Channel", "channelid");
      const { id } = context.find(account.itemsOfType(type), "Item", "itemid");
      return context.assign(
        channel.items.some((entry) => entry.type === type && entry.id === id),
        () => account.assignItem(channel.id, type, id),
        "Item successfully added to the channel.",
      );
    },
  },
  {
    method: "PUT",
    path: "/api/channel/:id/update",
    hasBody: true,
    handle: (context) => {
      const { channels } = context.account;
      const channel = context.find(channels, "Channel");
      const updated = channels.update(channel.id, readFields(context, channel));
      return context.dialect.channelUpdateResponse === "channel"
        ? success(context.dialect, "plain", channelView(updated, context.serializer))
        : context.done("Channel has been updated successfully.");
    },
  },
  {
    method: "DELETE",
    path: "/api/channel/:id/delete",
    handle: (context) =>
      context.delete(context.account.channels, "Channel", "Channel has been deleted successfully."),
  },
];
