// Campaign: a group of short links, with an optional public rotator address and a list address.
import { percentDecoded } from "../api/sanitize";
import type { Props } from "../kind/definition";
import { flag, type OutputField, text } from "../kind/field";
import { kind } from "../kind/kind";
import { same } from "../kind/meaning";
import { outputAddress, partOfAddress } from "./shared";

// The API document (service.md 20, 21) has the name under `name` in one list item, and under `domain` in another and in every response. Deployments
// respond with it under `campaign`.
function campaignName({ name, domain, campaign }: Props): unknown {
  const isText = (value: unknown) => typeof value === "string" && value !== "";
  return [name, domain, campaign].find(isText) ?? domain ?? name;
}

// Only a public campaign has it (service.md 18).
function slugOf({ rotator }: Props): string | undefined {
  if (typeof rotator !== "string") return undefined;
  const slug = /\/r\/([^/?#]+)\/?$/.exec(rotator)?.[1];
  return slug && percentDecoded(slug);
}

const outputs = {
  rotator: {
    description: "The rotator address. Only a public campaign has one.",
    isAddress: true,
    read: ({ rotator }: Props) => {
      if (rotator === undefined) return undefined;
      return slugOf({ rotator }) === undefined ? null : String(rotator);
    },
  } satisfies OutputField,
  list: { ...outputAddress("list", "The address of its list of links."), isAlwaysPresent: true },
};

const isPublic = flag("public", "Whether everybody can open its rotator address.");

/** A rotator address stops working with its slug, and if the campaign becomes private. */
function brokenBy(olds: Props, news: Props, changed: readonly string[]): readonly string[] {
  if (typeof olds.rotator !== "string") return [];
  const isOtherSlug = changed.includes("slug") && slugOf(olds) !== news.slug;
  const isPrivate = changed.includes("public") && same(isPublic, news.public, false);
  return [...(isOtherSlug ? ["slug"] : []), ...(isPrivate ? ["public"] : [])];
}

export const campaign = kind({
  type: "Campaign",
  summary: "A group of short links, with an optional public rotator address and a list address.",
  section: "campaigns",
  at: { list: "/api/campaigns", key: "campaigns", object: "/api/campaign" },
  fields: {
    name: text("name", "Its name.", { examples: ["Launch"], rewritten: "name", read: campaignName }),
    slug: text("slug", "Last part of the rotator address.", {
      schema: partOfAddress,
      examples: ["launch"],
      optional: true,
      rewritten: "path",
      read: slugOf,
      text: "slug",
    }),
    public: isPublic,
  },
  outputs,
  identity: [["slug"], ["name"]],
  // service.md 47.
  rejectsEqual: true,
  publicUse: {
    address: "rotator",
    breaks: ({ rotator }) => (typeof rotator === "string" ? "its rotator address stops working" : undefined),
    brokenBy,
  },
  limitations: [
    "The slug of a private campaign is not readable: a change by hand is not detected, and only the name finds the campaign.",
  ],
});
