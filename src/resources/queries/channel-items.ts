// The items of a channel.
import { ApiError } from "../../api/errors";
import type { AccountSession } from "../../api/session";
import { listOf } from "../../kind/lifecycle/listed-object";
import { channel as channelKind, channelPaths } from "../channel";
import { channelItems as itemList } from "../channel-item";
import { itemsOf } from "./query";
import { text, texts } from "./values";

export const channelItems = {
  name: "getChannelItems",
  ids: { channel: channelKind.type },
  isList: true,
  async read(session: AccountSession, { channel = "" }, writtenAt?: number) {
    // The item list of a missing channel proves nothing.
    const isListed = await session.collection(listOf(channelPaths)).find(channel, writtenAt);
    if (!isListed) throw new ApiError(`getChannelItems: the account has no channel ${channel}`);
    return (await itemsOf(session, itemList(channel))).map((item) => ({
      ...texts(item, "id", "title", "preview", "link", "date"),
      type: text(item.type),
    }));
  },
};
