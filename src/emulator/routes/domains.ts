// Branded domains (api.md, Branded domains).

import { bareDomain, webAddress } from "../endpoint/body-fields";
import type { Route } from "../endpoint/request-context";
import { Refusal } from "../endpoint/responses";

/** A bare domain without case and slash; cheaper than a URL parser, which counts with thousands of domains. */
const bare = (domain: string) => domain.toLowerCase().replace(/\/$/, "");

export const domainRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/domains",
    handle: (call) =>
      call.list(
        "domains",
        call.listed(call.account.domains),
        ({ id, domain, redirectroot, redirect404 }) => ({
          id: call.spell.id(id),
          domain,
          redirectroot: call.spell.text(redirectroot),
          redirect404: call.spell.text(redirect404),
        }),
      ),
  },
  {
    method: "POST",
    path: "/api/domain/add",
    takesBody: true,
    handle: (call) => {
      const { account, dialect, fields, spell } = call;
      const domain = fields.requiredText("domain", bareDomain(dialect));
      const redirectroot = fields.optionalText("redirectroot", undefined, webAddress);
      const redirect404 = fields.optionalText("redirect404", undefined, webAddress);
      const wanted = bare(domain);
      const taken = account.domains.list().some((other) => bare(other.domain) === wanted);
      if (taken && dialect.domainDuplicates === "refused")
        throw new Refusal(400, "The domain exists already.");
      return call.created({ id: spell.id(account.domains.create({ domain, redirectroot, redirect404 }).id) });
    },
  },
  {
    method: "PUT",
    path: "/api/domain/:id/update",
    takesBody: true,
    handle: (call) => {
      const { id, ...old } = call.row(call.account.domains, "Domain");
      call.account.domains.update(id, {
        redirectroot: call.fields.optionalText("redirectroot", old.redirectroot, webAddress),
        redirect404: call.fields.optionalText("redirect404", old.redirect404, webAddress),
      });
      return call.done("Domain has been updated successfully.");
    },
  },
  {
    method: "DELETE",
    path: "/api/domain/:id/delete",
    handle: (call) => call.remove(call.account.domains, "Domain", "Domain has been deleted successfully."),
  },
];
