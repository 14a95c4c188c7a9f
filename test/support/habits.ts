// What services do otherwise than the emulator: changes of a request or its response on their way.
//   const world = await startWorld({ habit: HABITS.escapes });

import { shortAddress } from "../../src/emulator/account";
import { PIXEL_TYPES, slugify } from "../../src/emulator/fields";
import type { Serve, ServiceRequest, ServiceResponse } from "./emulator";

/** Handles a request as the service does, with a difference. */
export type Habit = (request: ServiceRequest, serve: Serve) => Serve;

/** The first one sees the request first, and the response last. */
export const all = (habits: readonly Habit[]): Habit => {
  return (request, serve) => habits.reduceRight((inner, habit) => habit(request, inner), serve);
};

type Next = (request: ServiceRequest) => ServiceResponse;
type Fields = Readonly<Record<string, unknown>>;

const habit = (change: (request: ServiceRequest, next: Next) => ServiceResponse): Habit => {
  return (request, serve) =>
    (served = request) =>
      change(served, serve);
};

/** A habit that changes the fields of creates and updates. @param on a part of `POST /api/pixel/add` */
const sending = (on: RegExp, change: (fields: Fields, path: string) => Fields): Habit =>
  habit((request, next) => {
    const { method, path, body } = request;
    const isMatch = typeof body === "object" && body !== null && on.test(`${method} ${path}`);
    return next(isMatch ? { ...request, body: change(body as Fields, path) } : request);
  });

/** A habit that stores some fields in another form. */
const storing = (forms: Readonly<Record<string, (text: string) => string>>): Habit =>
  sending(/./, (fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, forms[name]?.(String(value)) ?? value]),
    ),
  );

/** A habit that changes each object of the body of a response. */
const showingObjects = (change: (object: Fields, path: string) => Fields): Habit =>
  habit((request, next) => {
    const shown = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shown);
      if (typeof value !== "object" || value === null) return value;
      const entries = Object.entries(value).map(([key, one]) => [key, shown(one)]);
      return change(Object.fromEntries(entries), request.path);
    };
    const response = next(request);
    return { ...response, body: shown(response.body) };
  });

/** A habit that shows every value of an object in another form. */
const showingValues = (form: (value: unknown, key: string) => unknown): Habit =>
  showingObjects((object) =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, form(value, key)])),
  );

/** Keys of texts that users write. A campaign's name may be under `domain`. */
const TEXTS = ["name", "description", "campaign", "domain"];

/** A habit that shows texts, but not addresses, in another form. */
const showing = (form: (text: string) => string): Habit =>
  showingValues((value, key) =>
    typeof value === "string" && TEXTS.includes(key) && !value.startsWith("http") ? form(value) : value,
  );

const lower = (text: string) => text.toLowerCase();

export const HABITS = {
  /** Shows texts as HTML, `A &amp; B`. What an update sends back is escaped again. */
  escapes: showing((text) => text.replaceAll("&", "&amp;").replaceAll("'", "&#039;")),
  lowers: showing((text) => text.trim().toLowerCase()),
  trims: showing((text) => text.trim()),
  /** The `list` address of a campaign contains its name in place of its slug. */
  listsByName: showingObjects(({ list, ...object }) => {
    if (typeof list !== "string") return { ...object, list };
    const byName = String(object.name ?? object.domain)
      .toLowerCase()
      .replace(/\W+/g, "-");
    return { ...object, list: list.replace(/[^/]+$/, `${byName}-${object.id}`) };
  }),
} as const;

/**
 * Everything is text without its scheme or null, and a list of campaigns has their names under another key (service.md 20).
 */
const otherForms = all([
  showingObjects(({ name, ...object }, path) =>
    path === "/api/campaigns" && "rotator" in object ? { ...object, domain: name } : { name, ...object },
  ),
  showingValues((value, key) => {
    if (value === "") return null;
    if (["rotator", "list"].includes(key) && value) return String(value).replace(/^https:\/\//, "");
    return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  }),
]);

const smallPages = habit((request, next) => {
  const { method, path, query } = request;
  const isList = method === "GET" && path !== "/api/account" && !path.startsWith("/api/qr/");
  const limit = String(Math.min(Number(query.limit) || 15, 3));
  return next(isList ? { ...request, query: { ...query, limit } } : request);
});

/** What an update clears if it omits it: by the part of the path. */
const CLEARED: Readonly<Record<string, Fields>> = {
  channel: { description: "", color: "", starred: false },
  campaign: { public: false },
  domain: { redirectroot: "", redirect404: "" },
  qr: { background: "", foreground: "", logo: "" },
  url: { description: "" },
};

/** A habit about what is assigned already. @param answer to the request, or how to assign it once more */
const repeating = (answer: (request: ServiceRequest, next: Next, again: () => void) => ServiceResponse) =>
  habit((request, next) => {
    const { account, path } = request;
    const [, owner, id = "", type, itemId] =
      /^\/api\/(channel|campaign)\/(\d+)\/assign\/(?:(\w+)\/)?(\d+)$/.exec(path) ?? [];
    const [channel, campaign] = [account?.channels.get(Number(id)), account?.campaigns.get(Number(id))];
    const item = channel?.items.find((one) => one.type === type && one.id === Number(itemId));
    if (owner === "channel" && channel && item)
      return answer(request, next, () =>
        account?.channels.update(channel.id, { items: [...channel.items, item] }),
      );
    if (owner === "campaign" && campaign?.links.includes(Number(itemId)))
      return answer(request, next, () =>
        account?.campaigns.update(campaign.id, { links: [...campaign.links, Number(itemId)] }),
      );
    return next(request);
  });

const isFailure = ({ body }: ServiceResponse) => Number((body as Fields).error) !== 0;
/** It counts for the limit like any request. */
const instead = (next: Next, request: ServiceRequest, body: object): ServiceResponse => {
  const response = next({ ...request, method: "GET", path: "/api/account", query: {}, body: undefined });
  return isFailure(response) ? response : { ...response, body };
};

/** Answers a create for a known URL with the existing link. */
const knownUrl = habit((request, next) => {
  const { account, path, body } = request;
  const isIt = ({ url }: { readonly url: string }) => url === (body as Fields).url;
  const known = path === "/api/url/add" ? account?.links.list().find(isIt) : undefined;
  if (!known) return next(request);
  return instead(next, request, { error: 0, id: known.id, shorturl: shortAddress(known) });
});

const networkOf = (type: unknown) => PIXEL_TYPES[String(type)] ?? type;

/** Takes both words of a pixel's type, stores them as sent, and shows the network's own. */
const bothPixelTypes = all([
  showingObjects((object, path) =>
    path === "/api/pixels" && "type" in object ? { ...object, type: networkOf(object.type) } : object,
  ),
  habit((request, next) => {
    const { account, path } = request;
    if (path !== "/api/pixel/add") return next(request);
    const fields = request.body as Fields;
    const response = next({ ...request, body: { ...fields, type: networkOf(fields.type) } });
    const { id } = response.body as Fields;
    if (!isFailure(response)) account?.pixels.update(Number(id), { type: String(fields.type) });
    return response;
  }),
]);

interface KnobHabit {
  /** The value of the preset below it. @default that of the document */
  readonly on?: string;
  readonly habit: Habit;
}

/** By knob and value of a dialect: the first one sees the request first, and the response last. */
export const KNOB_HABITS: Readonly<Record<string, Readonly<Record<string, KnobHabit>>>> = {
  responses: { strings: { on: "documented", habit: otherForms } },
  maxPageSize: { 3: { habit: smallPages } },
  qrNames: {
    generated: { on: "accepted", habit: sending(/ \/api\/qr\//, ({ name: _, ...fields }) => fields) },
    shownSometimes: {
      on: "accepted",
      habit: showingObjects((object) =>
        "scans" in object && Number(object.id) % 2 === 0 ? { ...object, name: "" } : object,
      ),
    },
  },
  omittedFields: {
    cleared: {
      habit: sending(/^PUT \/api\/\w+\/\d+/, (fields, path) => ({
        ...CLEARED[path.split("/")[2]!],
        ...fields,
      })),
    },
  },
  // Slugs then are letters, digits and dashes (service.md 44).
  names: { lower: { on: "kept", habit: storing({ name: (name) => lower(name).trim(), slug: slugify }) } },
  pixelTypes: { both: { on: "networks", habit: bothPixelTypes } },
  repeatedAssignment: {
    error: {
      habit: repeating((request, next) =>
        instead(next, request, { error: 1, message: "It is already assigned." }),
      ),
    },
    duplicateEntry: {
      habit: repeating((request, next, again) => {
        const response = next(request);
        if (!isFailure(response)) again();
        return response;
      }),
    },
  },
  knownUrl: { existing: { habit: knownUrl } },
};
