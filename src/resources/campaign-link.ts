// CampaignLink: a short link in a campaign.
import { defineKind } from "../kind/definition";
import { text } from "../kind/field";
import { assignment } from "../kind/lifecycle/assignment";
import { objectId, schema } from "../kind/schema";
import type { ResolveReference } from "../kind/yaml-location";
import { campaign } from "./campaign";
import { link } from "./link";
import { reference, referenceLabel } from "./shared";

const args = schema((z) =>
  z.strictObject({
    campaign: objectId().describe("The campaign: a Campaign, or its id."),
    link: objectId().describe("The short link: a Link, or its id."),
  }),
);

/** A member of `links:`. */
const entry = schema(() =>
  reference("links")
    .meta({ examples: [4711] })
    .describe("A short link: a key of links, or its id."),
);

export const campaignLink = defineKind({
  type: "CampaignLink",
  summary: "A short link in a campaign.",
  args,
  fields: {
    campaign: text("campaign", { createOnly: true }),
    link: text("link", { createOnly: true }),
  },
  outputs: {},
  identity: [["campaign", "link"]],
  parent: "campaign",
  resourceArgs: () => ({ campaign: { [campaign.type]: "id" }, link: { [link.type]: "id" } }),
  lifecycle: assignment({
    parent: campaign,
    path: ({ campaign, link }) => `/api/campaign/${campaign}/assign/${link}`,
    itemName: ({ link }) => `short link ${link}`,
  }),
  whyRetained: "the API cannot take a link out of a campaign",
  yaml: {
    shape: "list",
    section: "campaigns",
    field: "links",
    entry,
    label: referenceLabel,
    mayMove: true,
    toArgs: (campaign: unknown, link: string | number, resolve: ResolveReference) => ({
      campaign,
      link: resolve("links", link),
    }),
  },
  limitations: [
    "The API does not list the links of a campaign: a link that was taken out by hand is not detected.",
    "Some deployments keep a link in one campaign only: assigning it to another one moves it. This is not detected.",
    "The API cannot take a link out of a campaign: deleting a CampaignLink only removes it from the state.",
  ],
});
