// CampaignLink: a short link in a campaign.

import type { Definition } from "../kind/definition";
import { serviceId } from "../kind/field";
import { assignment } from "../kind/lifecycle/assignment";
import { schema } from "../kind/schema";
import { resourceClass } from "../pulumi/resource-class";
import { campaignList } from "./campaign";
import { objectId, type Reference } from "./references";

const args = schema((z) =>
  z.strictObject({
    campaign: objectId().meta({ createOnly: true }).describe("The campaign: a Campaign, or its id."),
    link: objectId().meta({ createOnly: true }).describe("Id of a short link of the account."),
  }),
);

/** A member of `links:` is the id of a short link. */
const entry = schema((z) =>
  z
    .number()
    .int()
    .positive()
    .meta({ examples: [4711] })
    .describe("Id of a short link of the account."),
);

const definition = {
  type: "CampaignLink",
  handler: "campaignLink",
  summary: "A short link in a campaign.",
  args,
  fields: { campaign: serviceId({ api: "campaign" }), link: serviceId({ api: "link" }) },
  outputs: {},
  identity: ({ campaign, link }) => `${campaign}/${link}`,
  parent: "campaign",
  lifecycle: assignment({
    type: "CampaignLink",
    parent: "campaign",
    parents: campaignList,
    idParts: ["campaign", "link"],
    path: ({ campaign, link }) => `/api/campaign/${campaign}/assign/${link}`,
    assigned: ({ link }) => `short link ${link}`,
    outputs: {},
    forgotten: "the API has no way to take a link out of a campaign, so it stays in it",
  }),
  yaml: {
    shape: "list",
    section: "campaigns",
    field: "links",
    entry,
    label: (link: number) => String(link),
    toArgs: (campaign: unknown, link: number) => ({ campaign, link }),
  },
  exports: [],
  limitations: [
    "The API shows no links of a campaign: a link that was taken out by hand is not seen.",
    "The API cannot take a link out of a campaign: deleting a CampaignLink only forgets it.",
  ],
} satisfies Definition;

export interface CampaignLinkArgs {
  /** The campaign: a Campaign, or its id. */
  campaign: Reference;
  /** Id of a short link of the account. */
  link: Reference;
}

export const CampaignLink = resourceClass<
  CampaignLinkArgs,
  { campaign: string | number; link: string | number }
>(definition);
export type CampaignLink = InstanceType<typeof CampaignLink>;
