// CTA overlays and custom splash pages: lists only (api.md, CTA overlays and Custom splash pages).
import type { Route } from "../endpoint/request-context";

export const readOnlyRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/overlay",
    handle: (call) =>
      call.list("cta", call.listed(call.account.overlays), ({ id, type, name, date }) => ({
        id: call.spell.id(id),
        type,
        name,
        date: call.spell.dateTime(date),
      })),
  },
  {
    method: "GET",
    path: "/api/splash",
    handle: (call) =>
      call.list("splash", call.listed(call.account.splash), ({ id, name, date }) => ({
        id: call.spell.id(id),
        name,
        date: call.spell.dateTime(date),
      })),
  },
];
