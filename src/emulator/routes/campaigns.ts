// Campaigns and their links (api.md, Campaigns).
import { listedName, longNameCheck, rejectTakenName, slugCheck, slugify } from "../endpoint/names";
import type { RequestContext, Route } from "../endpoint/request-context";
import { success } from "../endpoint/responses";
import { HttpError } from "../http/http-error";
import { PUBLIC_HOST, PUBLIC_ORIGIN, shortCode } from "../store/public-urls";
import type { Campaign } from "../store/records";

type NameKey = "name" | "domain" | "campaign";

function campaignView(
  { account, dialect, serializer }: RequestContext,
  campaign: Campaign,
  nameKey: NameKey,
) {
  const origin = dialect.campaignUrlForm === "withScheme" ? PUBLIC_ORIGIN : PUBLIC_HOST;
  const listName = dialect.campaignListUrlFrom === "name" ? slugify(campaign.name) : "";
  const hasRotator = campaign.public || dialect.privateCampaignRotator === "url";
  return {
    id: serializer.id(campaign.id),
    [nameKey]: serializer.text(campaign.name),
    public: serializer.boolean(campaign.public),
    rotator: hasRotator ? `${origin}/r/${campaign.slug}` : false,
    list: `${origin}/u/${account.username}/${listName || campaign.slug}-${campaign.id}`,
  };
}

function listNameKey({ dialect }: RequestContext, { id }: Campaign): NameKey {
  if (dialect.campaignNameKey !== "mixed") return dialect.campaignNameKey;
  return id % 2 === 0 ? "name" : "domain";
}

function givenSlug({ account, dialect, fields }: RequestContext, old?: Campaign): string {
  const slug = fields.optionalText("slug", old?.slug, slugCheck(dialect));
  const isTaken = account.campaigns.list().some((other) => other.slug === slug && other.id !== old?.id);
  if (isTaken && dialect.duplicateSlugs === "rejected") throw new HttpError(400, "The slug is taken.");
  return slug;
}

/** Every campaign has a slug, because its rotator URL needs one. */
function slugOrDefault({ dialect }: RequestContext, slug: string, name: string, id: number): string {
  const fromName = dialect.defaultSlug === "fromName" ? slugify(name) : "";
  return slug || fromName || shortCode("campaign", id);
}

export const campaignRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/campaigns",
    handle: (context) =>
      context.list("campaigns", context.listed(context.account.campaigns), (campaign) =>
        campaignView(
          context,
          { ...campaign, name: listedName(context.dialect, campaign.name) },
          listNameKey(context, campaign),
        ),
      ),
  },
  {
    method: "POST",
    path: "/api/campaign/add",
    hasBody: true,
    handle: (context) => {
      const { account, dialect, fields } = context;
      const name = fields.optionalText("name", undefined, longNameCheck(dialect));
      rejectTakenName(dialect, "campaign", account.campaigns.list(), { name });
      const slug = givenSlug(context);
      const isPublic = fields.optionalBoolean("public", undefined);
      const { id } = account.campaigns.create({ name, public: isPublic });
      const campaign = account.campaigns.update(id, { slug: slugOrDefault(context, slug, name, id) });
      return context.created(campaignView(context, campaign, dialect.campaignResponseNameKey));
    },
  },
  {
    method: "POST",
    path: "/api/campaign/:campaignid/assign/:linkid",
    handle: (context) => {
      const { account, dialect } = context;
      const campaign = context.find(account.campaigns, "Campaign", "campaignid");
      const link = context.find(account.links, "Link", "linkid");
      return context.assign(
        campaign.links.includes(link.id),
        () => {
          if (dialect.campaignsPerLink === "one") account.takeLinkFromOthers(campaign.id, link.id);
          account.assignLink(campaign.id, link.id);
        },
        "Link successfully added to the campaign.",
      );
    },
  },
  {
    method: "PUT",
    path: "/api/campaign/:id/update",
    hasBody: true,
    handle: (context) => {
      const { account, dialect, fields } = context;
      const old = context.find(account.campaigns, "Campaign");
      const name = fields.requiredText("name", longNameCheck(dialect));
      rejectTakenName(dialect, "campaign", account.campaigns.list(), { id: old.id, name });
      const slug = slugOrDefault(context, givenSlug(context, old), name, old.id);
      const isPublic = fields.optionalBoolean("public", old.public);
      const campaign = account.campaigns.update(old.id, { name, slug, public: isPublic });
      return success(dialect, "plain", campaignView(context, campaign, dialect.campaignResponseNameKey));
    },
  },
  {
    method: "DELETE",
    path: "/api/campaign/:id/delete",
    handle: (context) =>
      context.delete(context.account.campaigns, "Campaign", "Campaign has been deleted successfully."),
  },
];
