// Channels and their items (api.md, Channels).

import { hexColour, nameCheck } from "../endpoint/body-fields";
import type { Call, Route } from "../endpoint/request-context";
import { Refusal } from "../endpoint/responses";
import type { Spelling } from "../endpoint/serializer";
import type { Account } from "../store/account";
import { type Channel, type ChannelEntry, ITEM_TYPES, type ItemType } from "../store/records";

function channelView({ id, name, description, color, starred }: Channel, spell: Spelling) {
  return {
    id: spell.id(id),
    name: spell.text(name),
    description: spell.text(description),
    color: spell.text(color),
    starred: spell.flag(starred),
  };
}

function itemView({ type, id, date }: ChannelEntry, account: Account, spell: Spelling) {
  const item = account.itemsOfType(type).get(id);
  const link = item?.link ?? "";
  return {
    type,
    id: spell.id(id),
    title: item && "title" in item ? item.title : (item?.name ?? ""),
    preview: `${link}/preview`,
    link,
    date: spell.date(date),
  };
}

function readBody({ account, dialect, fields }: Call, old?: Channel) {
  const check = nameCheck(dialect);
  const name = old ? fields.optionalName("name", old.name, check) : fields.requiredText("name", check);
  const taken = account.channels.list().some((other) => other.name === name && other.id !== old?.id);
  if (taken && dialect.otherDuplicates === "refused") throw new Refusal(400, "The channel exists already.");
  return {
    name,
    description: fields.optionalText("description", old?.description),
    color: fields.optionalText("color", old?.color, hexColour(dialect)),
    starred: fields.optionalFlag("starred", old?.starred),
  };
}

const isItemType = (text: string): text is ItemType => (ITEM_TYPES as readonly string[]).includes(text);

export const channelRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/channels",
    handle: (call) =>
      call.list("channels", call.listed(call.account.channels), (channel) =>
        channelView(channel, call.spell),
      ),
  },
  {
    method: "GET",
    path: "/api/channel/:id",
    handle: (call) => {
      const { channels } = call.account;
      const items = call.asListed(channels, call.row(channels, "Channel"))?.items ?? [];
      return call.list("items", items, (entry) => itemView(entry, call.account, call.spell));
    },
  },
  {
    method: "POST",
    path: "/api/channel/add",
    takesBody: true,
    handle: (call) => call.created(channelView(call.account.channels.create(readBody(call)), call.spell)),
  },
  {
    method: "POST",
    path: "/api/channel/:channelid/assign/:type/:itemid",
    handle: (call) => {
      const { account } = call;
      const type = call.param("type");
      if (!isItemType(type)) throw new Refusal(400, "The item type must be links, bio or qr.");
      const channel = call.row(account.channels, "Channel", "channelid");
      const { id } = call.row(account.itemsOfType(type), "Item", "itemid");
      return call.assign(
        channel.items.some((entry) => entry.type === type && entry.id === id),
        () => account.assignItem(channel.id, type, id),
        "Item successfully added to the channel.",
      );
    },
  },
  {
    method: "PUT",
    path: "/api/channel/:id/update",
    takesBody: true,
    handle: (call) => {
      const channel = call.row(call.account.channels, "Channel");
      call.account.channels.update(channel.id, readBody(call, channel));
      return call.done("Channel has been updated successfully.");
    },
  },
  {
    method: "DELETE",
    path: "/api/channel/:id/delete",
    handle: (call) => call.remove(call.account.channels, "Channel", "Channel has been deleted successfully."),
  },
];
