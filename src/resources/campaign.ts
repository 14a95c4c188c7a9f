// Campaign: a group of short links, with an optional public rotator address and a list address.
import type { Definition, Props } from "../kind/definition";
import { flag, text } from "../kind/field";
import { listedObject } from "../kind/lifecycle/listed-object";
import { schema, type ValueOf } from "../kind/schema";
import { type ArgsOf, resourceClass } from "../pulumi/resource-class";
import { shownText } from "./outputs";

/** Where the campaigns are listed; a campaign's links are gone with it. */
export const campaignList = { path: "/api/campaigns", key: "campaigns" };

const args = schema((z) =>
  z.strictObject({
    name: z
      .string()
      .min(1)
      .meta({ examples: ["Launch"] })
      .describe("Its name."),
    slug: z
      .string()
      .regex(/^[^\s/?#]+$/, "must be text without white space, /, ? and #")
      .meta({ examples: ["launch"] })
      .optional()
      .describe("Last part of the rotator address."),
    public: z.boolean().optional().describe("Whether its rotator address is open to everybody."),
  }),
);

// The name stands under `name` in one list item of api.md and under `domain` in another and in every answer.
function nameOf(item: Props): unknown {
  return typeof item.name === "string" && item.name !== "" ? item.name : (item.domain ?? item.name);
}

// Only the rotator address states the slug; the list address may be made from the name.
function slugOf({ rotator }: Props): string | undefined {
  if (typeof rotator !== "string") return undefined;
  const slug = /\/r\/([^/?#]+)\/?$/.exec(rotator)?.[1];
  if (slug === undefined) return undefined;
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

const fields = {
  name: { ...text({ api: "name" }), read: nameOf },
  slug: { ...text({ api: "slug" }), read: slugOf },
  public: flag({ api: "public" }),
};

const outputs = {
  rotator: {
    description: "The rotator address; only a public campaign has one.",
    read: ({ rotator }: Props) =>
      rotator === undefined ? undefined : slugOf({ rotator }) === undefined ? null : rotator,
  },
  list: shownText("list", "The address of its list of links."),
};

const definition = {
  type: "Campaign",
  handler: "campaign",
  summary: "A group of short links, with an optional public rotator address and a list address.",
  args,
  fields,
  outputs,
  identity: ({ name, slug }) => (slug === undefined ? `name ${name}` : `slug ${slug}`),
  lifecycle: listedObject({
    type: "Campaign",
    list: campaignList,
    paths: {
      add: "/api/campaign/add",
      update: (id) => `/api/campaign/${id}/update`,
      remove: (id) => `/api/campaign/${id}/delete`,
    },
    fields,
    outputs,
    updates: ["name", "slug", "public"],
    comparable: true,
  }),
  yaml: { shape: "mapping", section: "campaigns" },
  exports: ["rotator", "list"],
  limitations: [
    "The slug can be read only while the campaign has a rotator address (public); otherwise a changed slug is not seen.",
  ],
} satisfies Definition;

export type CampaignArgs = ArgsOf<ValueOf<typeof args>>;

export const Campaign = resourceClass<
  CampaignArgs,
  ValueOf<typeof args> & { rotator?: string; list?: string }
>(definition);
export type Campaign = InstanceType<typeof Campaign>;
