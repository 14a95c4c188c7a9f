// All endpoints.
import type { Dialect } from "../dialect";
import type { Route } from "../endpoint/request-context";
import { accountRoutes } from "./account";
import { campaignRoutes } from "./campaigns";
import { channelRoutes } from "./channels";
import { domainRoutes } from "./domains";
import { linkRoutes } from "./links";
import { overlayRoutes } from "./overlays";
import { pixelRoutes } from "./pixels";
import { qrRoutes } from "./qr-codes";
import { splashPageRoutes } from "./splash-pages";

const withSegments = (routes: readonly Route[]) =>
  routes.map((route) => ({ route, segments: route.path.split("/") }));

const DOCUMENTED_ROUTES = withSegments([
  ...accountRoutes,
  ...overlayRoutes,
  ...splashPageRoutes,
  ...channelRoutes,
  ...pixelRoutes,
  ...qrRoutes,
  ...domainRoutes,
  ...campaignRoutes,
]);

const ALL_ROUTES = [...DOCUMENTED_ROUTES, ...withSegments(linkRoutes)];

export interface RouteMatch {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** The route of a request, or else the methods that its path allows. An unknown path allows none. */
export function findRoute(
  dialect: Dialect,
  method: string,
  path: string,
): RouteMatch | { readonly allowedMethods: readonly string[] } {
  const segments = path.split("/");
  const routes = dialect.linkEndpoints === "present" ? ALL_ROUTES : DOCUMENTED_ROUTES;
  const matches = routes.flatMap(({ route, segments: pattern }) => {
    const params = matchSegments(pattern, segments);
    return params === undefined ? [] : [{ route, params }];
  });
  const match = matches.find(({ route }) => route.method === method);
  return match ?? { allowedMethods: [...new Set(matches.map(({ route }) => route.method))] };
}

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (expected.startsWith(":")) params[expected.slice(1)] = segment;
    else if (expected !== segment) return undefined;
  }
  return params;
}
