// CampaignLink: a short link in a campaign.
import { defineKind } from "../kind/definition";
import { text } from "../kind/field";
import { assignment } from "../kind/lifecycle/assignment";
import { objectId, schema } from "../kind/schema";
import { campaign } from "./campaign";

const args = schema((z) =>
  z.strictObject({
    campaign: objectId().describe("The campaign: a Campaign, or its id."),
    link: objectId().describe("Id of a short link of the account."),
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
  resourceArgs: () => ({ campaign: campaign.type }),
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
    label: (link: number) => String(link),
    mayMove: true,
    toArgs: (campaign: unknown, link: number) => ({ campaign, link }),
  },
  limitations: [
    "The API does not list the links of a campaign: a link that was taken out by hand is not detected.",
    "Some deployments keep a link in one campaign only: assigning it to another one moves it. This is not detected.",
    "The API cannot take a link out of a campaign: deleting a CampaignLink only removes it from the state.",
  ],
});
