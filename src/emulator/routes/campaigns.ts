// Campaigns and their links (api.md, Campaigns).

import { nameCheck, slugCheck } from "../endpoint/body-fields";
import type { Call, Route } from "../endpoint/request-context";
import { Refusal, success } from "../endpoint/responses";
import { PUBLIC_HOST, shortCode, slugify } from "../store/public-urls";
import type { Campaign } from "../store/records";

/** What list entries and the answers to create and update have in common. */
function accessView({ account, dialect, spell }: Call, campaign: Campaign) {
  const host = dialect.rotatorForm === "withScheme" ? `https://${PUBLIC_HOST}` : PUBLIC_HOST;
  const listName = dialect.listAddressFrom === "name" ? slugify(campaign.name) : "";
  const shown = campaign.public || dialect.rotatorForPrivate === "address";
  return {
    public: spell.flag(campaign.public),
    rotator: shown ? `${host}/r/${campaign.slug}` : false,
    list: `${host}/u/${account.username}/${listName || campaign.slug}-${campaign.id}`,
  };
}

function entryView(call: Call, campaign: Campaign) {
  const { campaignNameKey } = call.dialect;
  const key = campaignNameKey === "mixed" ? (campaign.id % 2 === 0 ? "name" : "domain") : campaignNameKey;
  return {
    id: call.spell.id(campaign.id),
    [key]: call.spell.text(campaign.name),
    ...accessView(call, campaign),
  };
}

/** Create and update return the name under `domain`. */
function writtenView(call: Call, campaign: Campaign) {
  return {
    id: call.spell.id(campaign.id),
    domain: call.spell.text(campaign.name),
    ...accessView(call, campaign),
  };
}

function givenSlug({ account, dialect, fields }: Call, old?: Campaign): string {
  const slug = fields.optionalText("slug", old?.slug, slugCheck(dialect));
  const taken = account.campaigns.list().some((other) => other.slug === slug && other.id !== old?.id);
  if (taken && dialect.slugTaken === "refused") throw new Refusal(400, "The slug is taken.");
  return slug;
}

/** A campaign always has a slug, because its rotator address needs one. */
function slugOrMade({ dialect }: Call, slug: string, name: string, id: number): string {
  const fromName = dialect.slugWhenMissing === "fromName" ? slugify(name) : "";
  return slug || fromName || shortCode("campaign", id);
}

export const campaignRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/campaigns",
    handle: (call) =>
      call.list("campaigns", call.listed(call.account.campaigns), (campaign) => entryView(call, campaign)),
  },
  {
    method: "POST",
    path: "/api/campaign/add",
    takesBody: true,
    handle: (call) => {
      const { campaigns } = call.account;
      const name = call.fields.optionalText("name", undefined, nameCheck(call.dialect));
      const slug = givenSlug(call);
      const { id } = campaigns.create({ name, public: call.fields.optionalFlag("public", undefined) });
      return call.created(
        writtenView(call, campaigns.update(id, { slug: slugOrMade(call, slug, name, id) })),
      );
    },
  },
  {
    method: "POST",
    path: "/api/campaign/:campaignid/assign/:linkid",
    handle: (call) => {
      const { account } = call;
      const campaign = call.row(account.campaigns, "Campaign", "campaignid");
      const link = call.row(account.links, "Link", "linkid");
      return call.assign(
        campaign.links.includes(link.id),
        () => account.assignLink(campaign.id, link.id),
        "Link successfully added to the campaign.",
      );
    },
  },
  {
    method: "PUT",
    path: "/api/campaign/:id/update",
    takesBody: true,
    handle: (call) => {
      const { campaigns } = call.account;
      const old = call.row(campaigns, "Campaign");
      const name = call.fields.requiredText("name", nameCheck(call.dialect));
      const slug = slugOrMade(call, givenSlug(call, old), name, old.id);
      const isPublic = call.fields.optionalFlag("public", old.public);
      const campaign = campaigns.update(old.id, { name, slug, public: isPublic });
      return success(call.dialect, "plain", writtenView(call, campaign));
    },
  },
  {
    method: "DELETE",
    path: "/api/campaign/:id/delete",
    handle: (call) =>
      call.remove(call.account.campaigns, "Campaign", "Campaign has been deleted successfully."),
  },
];
