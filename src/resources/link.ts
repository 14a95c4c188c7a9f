// Link: a short link. The API document does not have the endpoints, and deployments do (service.md 95): nothing is sent to them without a Link.
import type { z } from "zod";
import { ApiError, ForeignResponseError, isRejection } from "../api/errors";
import { type ListSpec, PAGE_SIZE } from "../api/lists/list";
import { percentDecoded } from "../api/sanitize";
import type { AccountSession } from "../api/session";
import { defineKind, type LintWarning, type Props } from "../kind/definition";
import { address, host, hostOf, shownCount, shownText, text } from "../kind/field";
import { listedObject } from "../kind/lifecycle/listed-object";
import { schema, type Zod } from "../kind/schema";
import { addressForm, textWarning } from "../kind/text-checks";
import { domain } from "./domain";
import { CREATED, outputAddress } from "./shared";

const PATH = "/api/url";

const WITHOUT_LINKS =
  "Remove the links from the config: channels and campaigns can name short links by their id, without managing them. If " +
  "the state has links, remove them there with `pulumi state delete URN`, which does not change the account";

/** The last part of an address. */
const ALIAS = /^[^\s/?#]+$/;

/** A visitor would never arrive. */
function warnings({ url, alias, domain }: Props): readonly LintWarning[] {
  if (typeof url !== "string" || typeof domain !== "string" || !URL.canParse(url)) return [];
  const { pathname } = new URL(url);
  const isOwn = hostOf(url) === hostOf(domain) && percentDecoded(pathname).replace(/\/$/, "") === `/${alias}`;
  return isOwn ? [{ path: ["url"], message: "is the address of the link itself: write where it leads" }] : [];
}

/** Of the kind itself, so that both allow the same addresses. */
const domainAddress = () => domain.args().shape.domain as z.ZodType<string>;

/** @param domainSchema of an argument, or of an entry, which can name a key. @param what it is */
const fieldsOf = (z: Zod, domainSchema: z.ZodType<string>, what: string) =>
  z.strictObject({
    url: z
      .string()
      .regex(
        /^[a-zA-Z][a-zA-Z\d+.-]*:\S+$/,
        addressForm("must be an address with a scheme, such as https://"),
      )
      .meta({ examples: ["https://example.com/spring"] })
      .describe("Where the link leads."),
    alias: z
      .string()
      .regex(ALIAS, "must be text without white space, /, ? and #")
      .meta({ examples: ["spring"] })
      .describe("Last part of the short address."),
    domain: domainSchema
      .meta({ examples: ["https://go.example.com"] })
      .optional()
      .describe(`${what} Without it, the service chooses one.`),
    description: z
      .string()
      .meta({ examples: ["For the spring mailing"] })
      .optional()
      .describe("What it is for."),
  });

const ADDRESS = "address of a branded domain of the account, or of the service's own.";
const args = schema((z) => fieldsOf(z, domainAddress(), `The ${ADDRESS}`));

/** An entry of the config file. */
const entry = schema((z) =>
  fieldsOf(
    z,
    z.union(
      [domainAddress(), z.string().regex(/^[^:/]+$/, "must be a key of domains")],
      "must be a key of domains, or a domain with https://",
    ),
    `A key of domains, or the ${ADDRESS}`,
  ),
);

/** A list, a response for one link and that of an update name the short address in their own ways. */
function shortAddress({ shorturl, short }: Props): string | undefined {
  return [shorturl, short].find((one): one is string => typeof one === "string" && URL.canParse(one));
}

function aliasOf(item: Props): unknown {
  if (typeof item.alias === "string" && item.alias !== "") return item.alias;
  const shown = shortAddress(item);
  return shown === undefined ? item.custom : percentDecoded(new URL(shown).pathname.split("/").at(-1)!);
}

function domainOf(item: Props): string | undefined {
  const shown = shortAddress(item) ?? shortAddress({ short: item.domain });
  return shown === undefined ? undefined : new URL(shown).origin;
}

/** One link, wherever a service has it in the response. */
async function single(session: AccountSession, id: string): Promise<Props> {
  const { data, details } = (await session.readOnce(`${PATH}/${id}`)).data as Record<
    string,
    Props | undefined
  >;
  return { ...data, ...details, ...(data?.urls as Props[] | undefined)?.[0] };
}

/** Services write what is not set as nothing, zeros, or a list or mapping without values, also as JSON text. */
function isSet(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(isSet);
  const text = String(value ?? "").trim();
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null) return isSet(parsed);
  } catch {
    // No JSON text.
  }
  return !/^(?:[0\s:.-]*|null|false)$/.test(text);
}

/** Lists show neither, and an update may omit what the service then clears. */
async function resetByUpdate(session: AccountSession, id: string): Promise<readonly string[]> {
  const shown = await single(session, id).catch((error) => {
    if (!isRejection(error) && !(error instanceof ForeignResponseError)) throw error;
    throw new ApiError(
      `GET ${PATH}/${id}: the service does not show this link (${error.reason}), and an update may reset targeting or an ` +
        "expiry that it has. Undo the change, or set onExisting: overwrite to update it anyway",
    );
  });
  const names = { location: "targeting by location", device: "targeting by device", expiry: "an expiry" };
  return Object.entries(names).flatMap(([name, words]) => (isSet(shown[name]) ? words : []));
}

/** By single reads, or by the pages of the list if those are fewer. */
async function clicks(
  session: AccountSession,
  ids: readonly string[],
  list: ListSpec,
): Promise<ReadonlyMap<string, number>> {
  const rows =
    (await pageCount(session, ids.length, list)) < ids.length
      ? await session.inventory(list).all()
      : undefined;
  const counts = ids.map(async (id) => {
    const row = rows ? rows.get(id) : await single(session, id);
    return [id, Number(row?.clicks)] as const;
  });
  return new Map((await Promise.all(counts)).filter(([, count]) => Number.isFinite(count)));
}

/** Requests for the whole list, as far as its first page tells. Not asked if single reads cost no more than to know it. */
async function pageCount(session: AccountSession, singleReads: number, { path }: ListSpec): Promise<number> {
  if (singleReads <= 2) return singleReads;
  const { data } = (await session.readOnce(`${path}?page=1`)).data as { data?: Props };
  return 1 + Math.ceil(Number(data?.result) / PAGE_SIZE);
}

export const link = defineKind({
  type: "Link",
  summary: "A short link.",
  args,
  fields: {
    url: { ...address("url"), read: ({ url, longurl }: Props) => url ?? longurl },
    alias: {
      ...text("custom", { createOnly: true, sentByUpdates: "unlessRefused" }),
      read: aliasOf,
      warning: (alias: string) => textWarning(alias, "alias"),
    },
    domain: {
      ...host("domain", { createOnly: true }),
      read: domainOf,
      fromOutputs: ({ link }: Props) => domainOf({ short: link }),
    },
    // If an entry omits it, updates send the one that the list shows.
    description: text("description", { clearable: true, rewritten: true }),
  },
  outputs: {
    link: {
      ...outputAddress("shorturl", "The short address."),
      read: shortAddress,
      isAlwaysPresent: true,
      keepsPath: true,
    },
  },
  shown: {
    title: shownText("title", "Title of the page that it leads to."),
    clicks: shownCount("clicks", "Number of clicks."),
    date: CREATED,
  },
  // One alias may exist on several domains.
  identity: [["domain", "alias"], ["alias"]],
  lifecycle: listedObject({
    list: "/api/urls",
    key: "urls",
    object: PATH,
    undocumented: WITHOUT_LINKS,
    resetByUpdate,
  }),
  yaml: {
    shape: "mapping",
    section: "links",
    entry,
    references: { domain: "domains" },
    isNamedByNumber: true,
  },
  lint: warnings,
  resourceArgs: () => ({ domain: { [domain.type]: "domain" } }),
  publicUse: {
    address: "link",
    breaks: () => "its address stops working",
    uses: { noun: "Clicks so far", count: clicks },
  },
  limitations: [
    "The endpoints are not in the API document. A service without them rejects a config with links.",
    "Alias and domain are the printed address: a change replaces the link, and the old address stops working.",
    "Without domain, nothing says which domain is meant: an existing link with the alias, on whatever domain, stops the run and shows its address.",
    "Nothing shows the password of a link. An update may reset it.",
  ],
});
