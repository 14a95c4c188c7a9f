// The lists of the kinds that a program can manage, with what the service adds to each object.
import { campaign, channel, domain, pixel, qrCode } from "../kinds";
import { kindQuery } from "./query";
import { count, texts } from "./values";

export const pixels = kindQuery("getPixels", pixel, (item) => texts(item, "date"));

export const domains = kindQuery("getDomains", domain, () => ({}));

export const channels = kindQuery("getChannels", channel, () => ({}));

export const campaigns = kindQuery("getCampaigns", campaign, () => ({}));

export const qrCodes = kindQuery("getQrCodes", qrCode, (item) => ({
  ...texts(item, "link", "name", "date"),
  scans: count(item.scans),
}));
