// The items of a channel.
import type { ObjectReference, ReadOptions, ReadOutputOptions } from "../../pulumi/reads/read-function";
import type * as pulumi from "../../pulumi/sdk";
import type { Channel } from "../classes/channel";
import { channelItems } from "../queries/channel-items";
import type { Query } from "../queries/query";
import { readFunction } from "./read";

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

const items = readFunction(channelItems as Query<ChannelEntry[]>);

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
