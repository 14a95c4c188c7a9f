// CTA overlays, which the API only lists (api.md, CTA overlays).
import type { Route } from "../endpoint/request-context";

export const overlayRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/overlay",
    handle: (context) => {
      const { account, dialect, serializer } = context;
      return context.list(
        dialect.overlayListKey,
        context.listed(account.overlays),
        ({ id, type, name, date }) => ({
          id: serializer.id(id),
          type,
          name,
          date: serializer.dateTime(date),
        }),
      );
    },
  },
];
