// CampaignLink: a short link in a campaign.

import type { Props, ReferTo, ResolveReference } from "../kind/definition";
import { reference } from "../kind/field";
import { kind } from "../kind/kind";
import { keyOrId, schema } from "../kind/schema";
import { campaign } from "./campaign";
import { link } from "./link";
import { referenceLabel } from "./shared";

/** A member of `links:`. */
const entry = schema(() =>
  keyOrId("links")
    .meta({ examples: [4711] })
    .describe("A short link: a key of links, or its id."),
);

/** Some services show it in the list of links (service.md 57). */
function campaignOf({ campaign }: Props): string | undefined {
  const id = typeof campaign === "object" && campaign !== null ? (campaign as Props).id : campaign;
  return /^[1-9]\d*$/.test(String(id)) ? String(id) : undefined;
}

export const campaignLink = kind({
  type: "CampaignLink",
  summary: "A short link in a campaign.",
  section: "campaigns",
  at: {
    parent: "campaign",
    to: campaign,
    path: ({ campaign, link }) => `/api/campaign/${campaign}/assign/${link}`,
    shownBy: { kind: link, parentOf: campaignOf },
    member: {
      field: "links",
      entry,
      label: referenceLabel,
      toArgs: (campaign: unknown, link: string | number, resolve: ResolveReference) => ({
        campaign,
        link: resolve("links", link),
      }),
      fromItem: ({ id }: Props, refer: ReferTo) => refer("links", String(id)),
    },
  },
  fields: {
    campaign: reference("campaign", "The campaign: a Campaign, or its id.", {
      resources: { [campaign.type]: "id" },
    }),
    link: reference("link", "The short link: a Link, or its id.", { resources: { [link.type]: "id" } }),
  },
  identity: [["campaign", "link"]],
  whyRetained: "the API cannot take a link out of a campaign: if it stays there, remove it on the website",
  limitations: [
    "The API does not list the links of a campaign: a link that was taken out by hand is not detected.",
    "Some deployments keep a link in one campaign only: assigning it to another one moves it. A preview says so only where the list of links was read and shows the campaign.",
    "The API cannot take a link out of a campaign: deleting a CampaignLink only removes it from the state.",
  ],
});
