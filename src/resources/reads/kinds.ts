// The lists of the kinds that a program can manage, with what the service adds to each object.
import type { ReadOptions, ReadOutputOptions } from "../../pulumi/reads/read-function";
import type * as pulumi from "../../pulumi/sdk";
import * as queries from "../queries/kinds";
import { listFunction } from "./read";

/** A pixel of the account (api.md, "Pixel"). */
export interface PixelDetails {
  /** Id of the pixel. */
  id: string;
  /** The network that the tag belongs to, as the service names it. */
  type: string;
  /** Its name. */
  name: string;
  /** The tag code from the network. */
  tag: string;
  /** When it was created, `YYYY-MM-DD HH:MM:SS` without a zone. */
  date: string;
}

const pixels = listFunction<PixelDetails>(queries.pixels);

/**
 * All pixels of the account, managed or not. A program reads the list once.
 * @throws pulumi.RunError if the list cannot be read
 */
export function getPixels(opts?: ReadOptions): Promise<PixelDetails[]> {
  return pixels.promise({}, opts);
}

/** `getPixels` as an output. */
export function getPixelsOutput(opts?: ReadOutputOptions): pulumi.Output<PixelDetails[]> {
  return pixels.output({}, opts);
}

/** A branded domain of the account (api.md, "Branded domain"). */
export interface DomainDetails {
  /** Id of the domain. */
  id: string;
  /** The domain with http:// or https://. */
  domain: string;
  /** Where visitors of the bare domain are sent. "" if nowhere. */
  redirectRoot: string;
  /** Where visitors of an unknown short link are sent. "" if nowhere. */
  redirect404: string;
}

const domains = listFunction<DomainDetails>(queries.domains);

/**
 * All branded domains of the account, managed or not. A program reads the list once.
 * @throws pulumi.RunError if the list cannot be read
 */
export function getDomains(opts?: ReadOptions): Promise<DomainDetails[]> {
  return domains.promise({}, opts);
}

/** `getDomains` as an output. */
export function getDomainsOutput(opts?: ReadOutputOptions): pulumi.Output<DomainDetails[]> {
  return domains.output({}, opts);
}

/** A channel of the account (api.md, "Channel"). */
export interface ChannelDetails {
  /** Id of the channel. */
  id: string;
  /** Its name. */
  name: string;
  /** What it is for. */
  description: string;
  /** Color of its badge, as the service writes it. */
  color: string;
  /** Whether it has a star. Unset if the service does not say. */
  starred?: boolean;
}

const channels = listFunction<ChannelDetails>(queries.channels);

/**
 * All channels of the account, managed or not. A program reads the list once.
 * @throws pulumi.RunError if the list cannot be read
 */
export function getChannels(opts?: ReadOptions): Promise<ChannelDetails[]> {
  return channels.promise({}, opts);
}

/** `getChannels` as an output. */
export function getChannelsOutput(opts?: ReadOutputOptions): pulumi.Output<ChannelDetails[]> {
  return channels.output({}, opts);
}

/** A campaign of the account (api.md, "Campaign"). */
export interface CampaignDetails {
  /** Id of the campaign. */
  id: string;
  /** Its name. */
  name: string;
  /** Last part of the rotator address. Only that of a public campaign can be read. */
  slug?: string;
  /** Whether everybody can open its rotator address. Unset if the service does not say. */
  public?: boolean;
  /** The rotator address. Only a public campaign has one. */
  rotator?: string;
  /** The address of its list of links. */
  list?: string;
}

const campaigns = listFunction<CampaignDetails>(queries.campaigns);

/**
 * All campaigns of the account, managed or not. A program reads the list once.
 * @throws pulumi.RunError if the list cannot be read
 */
export function getCampaigns(opts?: ReadOptions): Promise<CampaignDetails[]> {
  return campaigns.promise({}, opts);
}

/** `getCampaigns` as an output. */
export function getCampaignsOutput(opts?: ReadOutputOptions): pulumi.Output<CampaignDetails[]> {
  return campaigns.output({}, opts);
}

/** A QR code of the account (api.md, "QR code"). The service does not return its content. */
export interface QrCodeDetails {
  /** Id of the QR code. */
  id: string;
  /** Address of the code. */
  link: string;
  /** Name that the service gave it. */
  name: string;
  /** Number of scans. */
  scans: number;
  /** When it was created, `YYYY-MM-DD HH:MM:SS` without a zone. */
  date: string;
}

const qrCodes = listFunction<QrCodeDetails>(queries.qrCodes);

/**
 * All QR codes of the account, managed or not. A program reads the list once.
 * @throws pulumi.RunError if the list cannot be read
 */
export function getQrCodes(opts?: ReadOptions): Promise<QrCodeDetails[]> {
  return qrCodes.promise({}, opts);
}

/** `getQrCodes` as an output. */
export function getQrCodesOutput(opts?: ReadOutputOptions): pulumi.Output<QrCodeDetails[]> {
  return qrCodes.output({}, opts);
}
