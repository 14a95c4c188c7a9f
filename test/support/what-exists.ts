// What tests about the existence of objects share: a stack of one object per kind, and a service whose lists are empty.

import { ALL_KINDS } from "./dialects";
import type { Account, ServiceRequest } from "./emulator";
import type { Config } from "./stack";
import { startStack, type World, type WorldOptions } from "./world";

export const PIXEL = 'pixels: { ads: { type: fbpixel, name: Ads, tag: "1" } }\n';
export const DOMAIN = "domains: { go: { domain: https://go.example.com } }\n";
export const CHANNEL =
  'channels: { spring: { name: Spring, description: Blossoms, color: "#22aa66", items: [{ link: 4711 }] } }\n';
export const CAMPAIGN = "campaigns: { launch: { name: Launch, slug: launch, public: true } }\n";
export const CODE = "qrCodes: { menu: { type: text, data: hello } }\n";
/** One object of each kind that lists show. */
export const ONE_EACH = PIXEL + DOMAIN + CHANNEL + CAMPAIGN + CODE;

/** `up --yes --skip-preview`. */
export const DIRECTLY = { preview: false } as const;
/** `up --refresh --yes --skip-preview`. */
export const REFRESHED = { refresh: true, preview: false } as const;

const LISTS = ["pixels", "domains", "channels", "campaigns", "qrs"] as const;

/** All objects of the account, such as `pixels 101`. */
export const objects = (account: Account) =>
  LISTS.flatMap((name) => account[name].list().map(({ id }) => `${name} ${id}`)).sort();

/** A stack that was applied a minute ago, at a service that accepts equal objects: nothing but the product prevents them. */
export async function applied(config: Config, options: WorldOptions = {}) {
  const lenient = { ...ALL_KINDS, rejectedDuplicates: "none" } as const;
  const dialect = typeof options.dialect === "string" ? options.dialect : { ...lenient, ...options.dialect };
  const { world, stack } = await startStack({ ...options, dialect, up: config });
  await world.clock.advance(60_000);
  world.service.clearLog();
  return { world, stack };
}

/** Lists are empty for so long, also those of the items of channels. */
export function listsAreEmpty(world: World, ms = Number.POSITIVE_INFINITY): void {
  const until = world.clock.now() + ms;
  const on = (request: ServiceRequest) => request.method === "GET" && world.clock.now() < until;
  world.faults.rule({ on, empty: true });
}

/** How often each list was read, such as `{ "/api/pixels": 2 }`. */
export function readings(world: World): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const request of world.requests) {
    const [, path] = /^GET (\/api\/(?!account).*)$/.exec(request) ?? [];
    if (path !== undefined) counts[path] = (counts[path] ?? 0) + 1;
  }
  return counts;
}

/** The requests that could have changed the account, with those that were rejected. */
export const sent = (world: World) => world.requests.filter((request) => !request.startsWith("GET"));
