// Domain: a branded domain that already points at the service.
import { address } from "../kind/field";
import { kind } from "../kind/kind";
import { textForm } from "../kind/schema";
import { addressForm } from "../kind/text-checks";
import { leadsToItself } from "./shared";

// Both cases are spelled out, because JSON Schema has no flags.
const domainAddress = textForm(
  /^[hH][tT]{2}[pP][sS]?:\/\/(?!\.)(?!\S*\.\.)[^\s/?#]+\/?$/,
  addressForm("must be a domain with http:// or https://, such as https://go.example.com"),
);
const redirect = textForm(
  /^([hH][tT]{2}[pP][sS]?:\/\/\S+)?$/,
  addressForm('must be an address with http:// or https://, or "" to clear it'),
);

export const domain = kind({
  type: "Domain",
  summary: "A branded domain, with its root redirect and its 404 redirect.",
  section: "domains",
  at: { list: "/api/domains", key: "domains", object: "/api/domain" },
  fields: {
    domain: address(
      "domain",
      "The domain with http:// or https://. It must already point at the service.",
      // Another scheme is another value, but not another domain.
      {
        schema: domainAddress,
        examples: ["https://go.example.com"],
        createOnly: true,
        rewritten: "scheme",
        text: "domain",
      },
    ),
    redirectRoot: address("redirectroot", "Where visitors of the bare domain are sent.", {
      schema: redirect,
      examples: ["https://example.com"],
      optional: true,
      clearable: true,
      leads: true,
    }),
    redirect404: address("redirect404", "Where visitors of an unknown short link are sent.", {
      schema: redirect,
      examples: ["https://example.com/not-found"],
      optional: true,
      clearable: true,
      leads: true,
    }),
  },
  identity: [["domain"]],
  // A path may be a short link of the domain.
  rules: (given) => leadsToItself(given, "redirectRoot", ""),
  publicUse: { address: "domain", breaks: () => "its short links stop working" },
  limitations: [
    "The domain itself cannot be changed: a change replaces it, and its short links stop working.",
  ],
});
