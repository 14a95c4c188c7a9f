// Link: a short link. The API document does not have the endpoints, and deployments do (service.md 56): nothing is sent to them without a Link.

import { percentDecoded } from "../api/sanitize";
import { parseAddress } from "../api/web-address";
import type { Props } from "../kind/definition";
import { ENTRY_KEY } from "../kind/entry";
import { address, hostOf, shownCount, shownText, text } from "../kind/field";
import { kind } from "../kind/kind";
import { schema, textForm } from "../kind/schema";
import { addressForm } from "../kind/text-checks";
import { domain } from "./domain";
import { CREATED, leadsToItself, outputAddress, partOfAddress } from "./shared";

const webAddress = textForm(
  /^[a-zA-Z][a-zA-Z\d+.-]*:\S+$/,
  addressForm("must be an address with a scheme, such as https://"),
);
const domainOrKey = schema((z) =>
  z.union(
    [domain.fields.domain!.schema(), textForm(ENTRY_KEY, "must be a key of domains")()],
    "must be a key of domains, or a domain with https://",
  ),
);
const DOMAIN =
  "address of a branded domain of the account, or of the service's own. Without it, the service chooses one.";

/** A list, a response for one link and that of an update name the short address in their own ways. */
function shortAddress({ shorturl, short }: Props): string | undefined {
  return [shorturl, short].find(
    (one): one is string => typeof one === "string" && parseAddress(one) !== undefined,
  );
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

export const link = kind({
  type: "Link",
  summary: "A short link.",
  section: "links",
  at: { list: "/api/urls", key: "urls", object: "/api/url" },
  undocumented:
    "If the service has no endpoints for short links, remove the links: channels and campaigns can name them by their " +
    "id, without managing them",
  fields: {
    url: address("url", "Where the link leads.", {
      schema: webAddress,
      examples: ["https://example.com/spring"],
      leads: true,
      read: ({ url, longurl }: Props) => url ?? longurl,
    }),
    alias: text("custom", "Last part of the short address.", {
      schema: partOfAddress,
      examples: ["spring"],
      createOnly: true,
      rewritten: "path",
      read: aliasOf,
      text: "alias",
    }),
    domain: text("domain", `The ${DOMAIN}`, {
      // Only the host counts.
      canonical: hostOf,
      schema: () => domain.fields.domain!.schema(),
      examples: ["https://go.example.com"],
      optional: true,
      createOnly: true,
      resources: { [domain.type]: "domain" },
      inFile: { section: "domains", schema: domainOrKey, doc: `A key of domains, or the ${DOMAIN}` },
      read: domainOf,
      fromOutputs: ({ link }: Props) => domainOf({ short: link }),
    }),
    // If an entry omits it, updates send the one that the list shows.
    description: text("description", "What it is for.", {
      examples: ["For the spring mailing"],
      optional: true,
      clearable: true,
      rewritten: "name",
    }),
  },
  outputs: {
    link: {
      ...outputAddress("shorturl", "The short address."),
      read: shortAddress,
      isAlwaysPresent: true,
    },
  },
  shown: {
    title: shownText("title", "Title of the page that it leads to."),
    clicks: shownCount("clicks", "Number of clicks."),
    date: CREATED,
  },
  // One alias may exist on several domains.
  identity: [["domain", "alias"], ["alias"]],
  rules: (given) => leadsToItself(given, "url", `/${given.alias}`),
  publicUse: {
    address: "link",
    breaks: () => "its address stops working",
    uses: { noun: "Clicks so far", api: "clicks" },
  },
  limitations: [
    "The endpoints are not in the API document. A service without them rejects a config with links.",
    "Alias and domain are the printed address: a change replaces the link, and the old address stops working.",
    "Without domain, nothing says which domain is meant: an existing link with the alias, on whatever domain, stops the run and shows its address.",
    "Nothing shows the password, the targeting and the expiry of a link. An update may reset them.",
  ],
});
