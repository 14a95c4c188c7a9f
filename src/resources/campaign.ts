// Campaign: a group of short links, with an optional public rotator address and a list address.
import { percentDecoded } from "../api/sanitize";
import { defineKind, type Props } from "../kind/definition";
import { type FieldHint, flag, type OutputField, text } from "../kind/field";
import { listedObject } from "../kind/lifecycle/listed-object";
import { schema } from "../kind/schema";
import { textWarning } from "../kind/text-checks";
import { IF_NAME_REJECTED, outputAddress } from "./shared";

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
    public: z.boolean().optional().describe("Whether everybody can open its rotator address."),
  }),
);

// The API document (service.md 45, 46) has the name under `name` in one list item, and under `domain` in another and in every response. Deployments
// respond with it under `campaign`.
function campaignName({ name, domain, campaign }: Props): unknown {
  const isText = (value: unknown) => typeof value === "string" && value !== "";
  return [name, domain, campaign].find(isText) ?? domain ?? name;
}

// Only a public campaign has it (service.md 42).
function slugOf({ rotator }: Props): string | undefined {
  if (typeof rotator !== "string") return undefined;
  const slug = /\/r\/([^/?#]+)\/?$/.exec(rotator)?.[1];
  return slug && percentDecoded(slug);
}

/** The list address ends with `<slug>-<id>`, or with a slug that the service has made from the name (service.md 43, 118). */
const inListAddress: FieldHint = {
  orFrom: "name",
  read: ({ id, outputs: { list } }) => {
    const [, last = ""] = /\/([^/?#]+)\/?$/.exec(String(list)) ?? [];
    return last.endsWith(`-${id}`) ? percentDecoded(last.slice(0, -`-${id}`.length)) : undefined;
  },
};

const fields = {
  name: { ...text("name", { rewritten: true }), read: campaignName },
  slug: {
    ...text("slug", { driftOnceShown: true }),
    read: slugOf,
    hint: inListAddress,
    warning: textWarning,
  },
  public: flag("public"),
};

const outputs = {
  rotator: {
    description: "The rotator address. Only a public campaign has one.",
    isAddress: true,
    read: ({ rotator }: Props) => {
      if (rotator === undefined) return undefined;
      return slugOf({ rotator }) === undefined ? null : String(rotator);
    },
  } satisfies OutputField<string>,
  list: { ...outputAddress("list", "The address of its list of links."), isAlwaysPresent: true },
};

/** A rotator address stops working with its slug, and if the campaign becomes private. */
function brokenBy(olds: Props, news: Props, changed: readonly string[]): readonly string[] {
  if (typeof olds.rotator !== "string") return [];
  const isOtherSlug = changed.includes("slug") && slugOf(olds) !== news.slug;
  const isPrivate = changed.includes("public") && fields.public.same(news.public, false);
  return [...(isOtherSlug ? ["slug"] : []), ...(isPrivate ? ["public"] : [])];
}

export const campaign = defineKind({
  type: "Campaign",
  summary: "A group of short links, with an optional public rotator address and a list address.",
  args,
  fields,
  outputs,
  identity: [["slug"], ["name"]],
  lifecycle: listedObject({ list: "/api/campaigns", key: "campaigns", object: "/api/campaign" }),
  yaml: { shape: "mapping", section: "campaigns" },
  ifRejected: () => IF_NAME_REJECTED,
  publicUse: {
    address: "rotator",
    breaks: ({ rotator }) => (typeof rotator === "string" ? "its rotator address stops working" : undefined),
    brokenBy,
  },
  limitations: [
    "Only its list address shows the slug of a private campaign, and some services make that address from the name. So a private slug tells drift once the address has shown it, and identifies nothing.",
    "A slug that the service rewrites is not compared, and does not find the campaign: the name does, without a slug.",
  ],
});
