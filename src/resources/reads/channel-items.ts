// The items of a channel.
import { ApiError } from "../../api/errors";
import { listOf } from "../../kind/lifecycle/listed-object";
import type { ObjectReference, ReadOptions, ReadOutputOptions } from "../../pulumi/reads/read-function";
import type * as pulumi from "../../pulumi/sdk";
import { channel as channelKind, channelPaths } from "../channel";
import { channelItems } from "../channel-item";
import type { Channel } from "../classes/channel";
import { itemsOf, readFunction } from "./read";
import { text, texts } from "./values";

/** An entry of a channel's item list (api.md, "Channel item"). */
export interface ChannelEntry {
  /** What the item is. */
  type: "links" | "bio" | "qr";
  /** Id of the item, unique within its type. */
  id: string;
  /** Its title. */
  title: string;
  /** Address of a picture. */
  preview: string;
  /** Its address. */
  link: string;
  /** `YYYY-MM-DD`. */
  date: string;
}

const items = readFunction<ChannelEntry[]>({
  name: "getChannelItems",
  ids: { channel: channelKind.type },
  isList: true,
  async read(session, { channel = "" }, writtenAt) {
    // The item list of a missing channel proves nothing.
    const isListed = await session.collection(listOf(channelPaths)).find(channel, writtenAt);
    if (!isListed) throw new ApiError(`getChannelItems: the account has no channel ${channel}`);
    return (await itemsOf(session, channelItems(channel))).map((item) => ({
      ...texts(item, "id", "title", "preview", "link", "date"),
      type: text(item.type) as ChannelEntry["type"],
    }));
  },
});

/**
 * The items of a channel. A program reads each list once.
 * @param channel id of the channel
 * @throws pulumi.RunError if the account has no such channel
 */
export function getChannelItems(channel: string | number, opts?: ReadOptions): Promise<ChannelEntry[]> {
  return items.promise({ channel }, opts);
}

/**
 * `getChannelItems` as an output, of a channel that may be new.
 * @param channel a Channel, or its id
 */
export function getChannelItemsOutput(
  channel: ObjectReference<Channel>,
  opts?: ReadOutputOptions,
): pulumi.Output<ChannelEntry[]> {
  return items.output({ channel }, opts);
}
