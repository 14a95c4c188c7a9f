// The table of all endpoints.
import type { Route } from "../endpoint/request-context";
import { accountRoutes } from "./account";
import { campaignRoutes } from "./campaigns";
import { channelRoutes } from "./channels";
import { domainRoutes } from "./domains";
import { pixelRoutes } from "./pixels";
import { qrRoutes } from "./qr-codes";
import { readOnlyRoutes } from "./read-only";

const ROUTES = [
  ...accountRoutes,
  ...readOnlyRoutes,
  ...channelRoutes,
  ...pixelRoutes,
  ...qrRoutes,
  ...domainRoutes,
  ...campaignRoutes,
].map((route) => ({ route, segments: route.path.split("/") }));

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** The endpoint of a request, or the methods that its path takes (none: there is no such path). */
export function findRoute(method: string, path: string): Match | { readonly allowed: readonly string[] } {
  const given = path.split("/");
  const fitting = ROUTES.flatMap(({ route, segments }) => {
    const params = matchSegments(segments, given);
    return params === undefined ? [] : [{ route, params }];
  });
  const match = fitting.find(({ route }) => route.method === method);
  return match ?? { allowed: [...new Set(fitting.map(({ route }) => route.method))] };
}

function matchSegments(
  wanted: readonly string[],
  given: readonly string[],
): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? "";
    if (segment.startsWith(":")) params[segment.slice(1)] = value;
    else if (segment !== value) return undefined;
  }
  return params;
}
