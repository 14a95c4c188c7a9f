// Branded domains (api.md, Branded domains).
import { domainUrl, webUrl } from "../endpoint/field-checks";
import type { Route } from "../endpoint/request-context";
import { HttpError } from "../http/http-error";

/** Two domains are equal without case and trailing slash. With thousands of domains a URL parser is too slow. */
const normalize = (domain: string) => domain.toLowerCase().replace(/\/$/, "");

export const domainRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/domains",
    handle: (context) => {
      const { account, serializer } = context;
      return context.list(
        "domains",
        context.listed(account.domains),
        ({ id, domain, redirectroot, redirect404 }) => ({
          id: serializer.id(id, "string"),
          domain,
          redirectroot: serializer.text(redirectroot),
          redirect404: serializer.text(redirect404),
        }),
      );
    },
  },
  {
    method: "POST",
    path: "/api/domain/add",
    hasBody: true,
    handle: (context) => {
      const { account, dialect, fields, serializer } = context;
      const domain = fields.requiredText("domain", domainUrl(dialect));
      const redirectroot = fields.optionalText("redirectroot", undefined, webUrl);
      const redirect404 = fields.optionalText("redirect404", undefined, webUrl);
      const normalized = normalize(domain);
      const isDuplicate = account.domains.list().some((other) => normalize(other.domain) === normalized);
      if (isDuplicate && dialect.duplicateDomains === "rejected") {
        throw new HttpError(400, "The domain already exists.");
      }
      const { id } = account.domains.create({ domain, redirectroot, redirect404 });
      return context.created({ id: serializer.id(id, "string") });
    },
  },
  {
    method: "PUT",
    path: "/api/domain/:id/update",
    hasBody: true,
    handle: (context) => {
      const { account, fields } = context;
      const old = context.find(account.domains, "Domain");
      account.domains.update(old.id, {
        redirectroot: fields.optionalText("redirectroot", old.redirectroot, webUrl),
        redirect404: fields.optionalText("redirect404", old.redirect404, webUrl),
      });
      return context.done("Domain has been updated successfully.");
    },
  },
  {
    method: "DELETE",
    path: "/api/domain/:id/delete",
    handle: (context) =>
      context.delete(context.account.domains, "Domain", "Domain has been deleted successfully."),
  },
];
