// CTA overlays and custom splash pages, which the API only lists (api.md, CTA overlays and Custom splash pages).
import type { Route } from "../endpoint/request-context";

export const readOnlyRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/overlay",
    handle: (context) => {
      const { account, serializer } = context;
      return context.list("cta", context.listed(account.overlays), ({ id, type, name, date }) => ({
        id: serializer.id(id),
        type,
        name,
        date: serializer.dateTime(date),
      }));
    },
  },
  {
    method: "GET",
    path: "/api/splash",
    handle: (context) => {
      const { account, serializer } = context;
      return context.list("splash", context.listed(account.splash), ({ id, name, date }) => ({
        id: serializer.id(id),
        name,
        date: serializer.dateTime(date),
      }));
    },
  },
];
