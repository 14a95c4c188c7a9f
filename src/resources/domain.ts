// Domain: a branded domain that already points at the service.
import { defineKind, type LintWarning, type Props } from "../kind/definition";
import { address, hostOf } from "../kind/field";
import { listedObject } from "../kind/lifecycle/listed-object";
import { schema } from "../kind/schema";
import { addressForm } from "../kind/text-checks";

// Both cases are spelled out, because JSON Schema has no flags.
const redirect = schema((z) =>
  z
    .string()
    .regex(
      /^([hH][tT]{2}[pP][sS]?:\/\/\S+)?$/,
      addressForm('must be an address with http:// or https://, or "" to clear it'),
    ),
);

const args = schema((z) =>
  z.strictObject({
    domain: z
      .string()
      .regex(
        /^[hH][tT]{2}[pP][sS]?:\/\/(?!\.)(?!\S*\.\.)[^\s/?#]+\/?$/,
        addressForm("must be a domain with http:// or https://, such as https://go.example.com"),
      )
      .meta({ examples: ["https://go.example.com"] })
      .describe("The domain with http:// or https://. It must already point at the service."),
    redirectRoot: redirect()
      .meta({ examples: ["https://example.com"] })
      .optional()
      .describe("Where visitors of the bare domain are sent."),
    redirect404: redirect()
      .meta({ examples: ["https://example.com/not-found"] })
      .optional()
      .describe("Where visitors of an unknown short link are sent."),
  }),
);

/** A path may be a short link of the domain. */
function warnings({ domain, redirectRoot }: Props): readonly LintWarning[] {
  if (typeof domain !== "string" || typeof redirectRoot !== "string" || !URL.canParse(redirectRoot))
    return [];
  const { pathname } = new URL(redirectRoot);
  if (hostOf(redirectRoot) !== hostOf(domain) || pathname !== "/") return [];
  return [{ path: ["redirectRoot"], message: "is the domain itself: write another address, or remove it" }];
}

export const domain = defineKind({
  type: "Domain",
  summary: "A branded domain, with its root redirect and its 404 redirect.",
  args,
  fields: {
    // Another scheme is another value, not another domain.
    domain: { ...address("domain", { createOnly: true }), identifies: hostOf },
    redirectRoot: address("redirectroot", { clearable: true }),
    redirect404: address("redirect404", { clearable: true }),
  },
  outputs: {},
  identity: [["domain"]],
  lifecycle: listedObject({ list: "/api/domains", key: "domains", object: "/api/domain" }),
  yaml: { shape: "mapping", section: "domains" },
  lint: warnings,
  publicUse: { address: "domain", breaks: () => "its short links stop working" },
  limitations: [
    "The domain itself cannot be changed: a change replaces it, and its short links stop working.",
  ],
});
