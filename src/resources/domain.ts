// Domain: a branded domain that already points at the service.
import type { Definition } from "../kind/definition";
import { address, plainAddress } from "../kind/field";
import { listedObject } from "../kind/lifecycle/listed-object";
import { schema, type ValueOf } from "../kind/schema";
import { type ArgsOf, resourceClass } from "../pulumi/resource-class";

// Spelled out in both cases, because flags are lost in the JSON Schema.
const redirect = schema((z) =>
  z
    .string()
    .regex(
      /^([hH][tT]{2}[pP][sS]?:\/\/\S+)?$/,
      'must be an address with http:// or https://, or "" to clear it',
    ),
);

const args = schema((z) =>
  z.strictObject({
    domain: z
      .string()
      .regex(
        /^[hH][tT]{2}[pP][sS]?:\/\/[^\s/?#]+\/?$/,
        "must be a domain with http:// or https://, such as https://go.example.com",
      )
      .meta({ createOnly: true, examples: ["https://go.example.com"] })
      .describe("The domain including http:// or https://; it must already point at the service."),
    redirectRoot: redirect()
      .meta({ examples: ["https://example.com"] })
      .optional()
      .describe("Where visitors of the bare domain are sent."),
    redirect404: redirect()
      .meta({ examples: ["https://example.com/not-found"] })
      .optional()
      .describe("Where visitors of a short link that does not exist are sent."),
  }),
);

const fields = {
  domain: address({ api: "domain" }),
  redirectRoot: address({ api: "redirectroot", clearable: true }),
  redirect404: address({ api: "redirect404", clearable: true }),
};

const definition = {
  type: "Domain",
  handler: "domain",
  summary: "A branded domain, with its root redirect and its 404 redirect.",
  args,
  fields,
  outputs: {},
  identity: ({ domain }) => plainAddress(String(domain)),
  lifecycle: listedObject({
    type: "Domain",
    list: { path: "/api/domains", key: "domains" },
    paths: {
      add: "/api/domain/add",
      update: (id) => `/api/domain/${id}/update`,
      remove: (id) => `/api/domain/${id}/delete`,
    },
    fields,
    outputs: {},
    updates: ["redirectRoot", "redirect404"],
    comparable: true,
  }),
  yaml: { shape: "mapping", section: "domains" },
  exports: [],
  limitations: [
    "The domain itself cannot be changed: a change replaces it, and its short links stop working.",
  ],
} satisfies Definition;

export type DomainArgs = ArgsOf<ValueOf<typeof args>>;

export const Domain = resourceClass<DomainArgs, ValueOf<typeof args>>(definition);
export type Domain = InstanceType<typeof Domain>;
