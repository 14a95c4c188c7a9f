// What services do otherwise than the emulator: changes of a request or its response on their way.
//   const world = await startWorld({ habit: HABITS.escapes });
import { PIXEL_TYPES, slugify } from "../../src/emulator/fields";
import { shortAddress } from "../../src/emulator/records";
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

/** The body of a create or an update. */
const fieldsOf = ({ method, body }: ServiceRequest): Fields =>
  method !== "GET" && typeof body === "object" ? ((body ?? {}) as Fields) : {};

/** A habit that changes the fields of creates and updates. @param on a part of `POST /api/pixel/add` */
const sending = (on: RegExp, change: (fields: Fields, path: string) => Fields): Habit =>
  habit((request, next) => {
    const { method, path, body } = request;
    const isMatch = typeof body === "object" && body !== null && on.test(`${method} ${path}`);
    return next(isMatch ? { ...request, body: change(body as Fields, path) } : request);
  });

/** A habit that stores some fields in another form. */
const storing = (forms: Readonly<Record<string, (value: unknown) => unknown>>): Habit =>
  sending(/./, (fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, forms[name] ? forms[name](value) : value]),
    ),
  );

/** A habit that changes each object of the body of a response. */
const showingObjects = (change: (object: Fields, request: ServiceRequest) => Fields): Habit =>
  habit((request, next) => {
    const shown = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shown);
      if (typeof value !== "object" || value === null) return value;
      const entries = Object.entries(value).map(([key, one]) => [key, shown(one)]);
      return change(Object.fromEntries(entries), request);
    };
    const response = next(request);
    return { ...response, body: shown(response.body) };
  });

/** A habit that shows every value of an object in another form. */
const showingValues = (form: (value: unknown, key: string) => unknown): Habit =>
  showingObjects((object) =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, form(value, key)])),
  );

/**
 * A habit that rejects some requests, of which each counts for the limit.
 * @param messageFor why, or a value that is no text
 */
const rejecting = (messageFor: (request: ServiceRequest) => unknown): Habit =>
  habit((request, next) => {
    const message = messageFor(request);
    if (typeof message !== "string") return next(request);
    const response = next({ ...request, path: "/api/rejected", query: {}, body: undefined });
    if (response.status === 429) return response;
    const status = response.status === 404 ? 400 : response.status;
    return { ...response, status, body: { error: 1, message } };
  });

const isFailure = ({ body }: ServiceResponse) => Number((body as Fields).error) !== 0;

/** Keys of texts that users write. A campaign's name may be under `domain`. */
const TEXTS = ["name", "description", "campaign", "domain"];

/** A habit that shows texts, but not addresses, in another form. */
const showing = (form: (text: string) => string): Habit =>
  showingValues((value, key) =>
    typeof value === "string" && TEXTS.includes(key) && !value.startsWith("http") ? form(value) : value,
  );

const lower = (value: unknown) => (typeof value === "string" ? value.toLowerCase() : value);

export const HABITS = {
  /** Shows texts as HTML, `A &amp; B`. What an update sends back is escaped again. */
  escapes: showing((text) => text.replaceAll("&", "&amp;").replaceAll("'", "&#039;")),
  lowers: showing((text) => text.trim().toLowerCase()),
  trims: showing((text) => text.trim()),
  /** Stores aliases and slugs in lower case. */
  lowersAddresses: storing({ custom: lower, slug: lower }),
  /** The `list` address of a campaign contains its name in place of its slug. */
  listsByName: showingObjects((object) => {
    const { name, domain, campaign, list, id } = object;
    if (typeof list !== "string") return object;
    const byName = String(name ?? domain ?? campaign)
      .toLowerCase()
      .replace(/\W+/g, "-");
    return { ...object, list: list.replace(/[^/]+$/, `${byName}-${id}`) };
  }),
} as const;

const pageSize = (maximum: number): Habit =>
  habit((request, next) => {
    const { method, path, query } = request;
    const isList = method === "GET" && path !== "/api/account" && !/^\/api\/(qr|url)\/./.test(path);
    const limit = String(Math.min(Number(query.limit) || 15, maximum));
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

/** Fields that are no text, or that get a value of the service. */
const NO_TEXTS = ["slug", "custom", "starred", "public"];

function rejectsEmpty(request: ServiceRequest): string | undefined {
  const { path } = request;
  const isText = (name: string) =>
    !NO_TEXTS.includes(name) && !(name === "domain" && path === "/api/url/add");
  if (path === "/api/account/update") return undefined;
  const empty = Object.entries(fieldsOf(request)).find(([name, value]) => value === "" && isText(name));
  return empty && `The field ${empty[0]} must not be empty.`;
}

/** Whether an item or a link is assigned already, and how to assign it once more. */
function assignment({ account, path }: ServiceRequest): { again(): void } | undefined {
  const [, owner, id, type, itemId] =
    /^\/api\/(channel|campaign)\/(\d+)\/assign\/(?:(\w+)\/)?(\d+)$/.exec(path) ?? [];
  if (owner === "channel") {
    const items = account?.channels.get(Number(id))?.items ?? [];
    const item = items.find((one) => one.type === type && one.id === Number(itemId));
    return item && { again: () => void account?.channels.update(Number(id), { items: [...items, item] }) };
  }
  const links = account?.campaigns.get(Number(id))?.links ?? [];
  const again = () => void account?.campaigns.update(Number(id), { links: [...links, Number(itemId)] });
  return owner === "campaign" && links.includes(Number(itemId)) ? { again } : undefined;
}

/** Answers a create for a known URL with the existing link. */
const knownUrl: Habit = habit((request, next) => {
  const { account, path } = request;
  const { url } = fieldsOf(request);
  const known = path === "/api/url/add" ? account?.links.list().find((one) => one.url === url) : undefined;
  if (!known) return next(request);
  const response = next({ ...request, method: "GET", path: "/api/urls", body: undefined });
  const shorturl = shortAddress(known);
  return isFailure(response) ? response : { ...response, body: { error: 0, id: known.id, shorturl } };
});

const networkOf = (type: unknown) => PIXEL_TYPES[String(type)] ?? type;
const showNetworks = showingValues((value, key) => (key === "type" ? networkOf(value) : value));

/** Types are stored as sent, and shown as the network's own word. */
const bothPixelTypes: Habit = habit((request, next) => {
  const { account, path } = request;
  const fields = fieldsOf(request);
  if (path === "/api/pixels") return showNetworks(request, () => next(request))();
  if (path !== "/api/pixel/add") return next(request);
  const response = next({ ...request, body: { ...fields, type: networkOf(fields.type) } });
  const { id } = response.body as Fields;
  if (!isFailure(response)) account?.pixels.update(Number(id), { type: String(fields.type) });
  return response;
});

interface KnobHabit {
  /** The value of the preset below it. @default that of the document */
  readonly on?: string;
  readonly habit: Habit;
}

/** By knob and value of a dialect: the first one sees the request first, and the response last. */
export const KNOB_HABITS: Readonly<Record<string, Readonly<Record<string, KnobHabit>>>> = {
  responses: {
    strings: {
      on: "documented",
      habit: showingValues((value, key) => {
        if (["rotator", "list"].includes(key) && value) return String(value).replace(/^https:\/\//, "");
        return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
      }),
    },
  },
  unsetText: { null: { habit: showingValues((value) => (value === "" ? null : value)) } },
  campaignNameKey: {
    domain: {
      habit: showingObjects((object, { path }) => {
        if (path !== "/api/campaigns" || !("rotator" in object)) return object;
        const { name, ...others } = object;
        return { ...others, domain: name };
      }),
    },
  },
  maxPageSize: { "15": { habit: pageSize(15) }, "3": { habit: pageSize(3) } },
  qrNames: {
    generated: { on: "accepted", habit: sending(/ \/api\/qr\//, ({ name: _, ...fields }) => fields) },
    shownSometimes: {
      on: "accepted",
      habit: showingObjects((object) =>
        "scans" in object && Number(object.id) % 2 === 0 ? { ...object, name: "" } : object,
      ),
    },
  },
  linkDomain: {
    id: {
      habit: showingObjects((object, { account }) => {
        const own = account?.domains.list().find(({ domain }) => domain === object.domain);
        return own && "longurl" in object ? { ...object, domain: own.id } : object;
      }),
    },
  },
  emptyText: { rejected: { habit: rejecting(rejectsEmpty) } },
  omittedFields: {
    cleared: {
      habit: sending(/^PUT \/api\/\w+\/\d+/, (fields, path) => ({
        ...CLEARED[path.split("/")[2]!],
        ...fields,
      })),
    },
  },
  // Slugs then are letters, digits and dashes (service.md 44).
  names: {
    lower: {
      on: "kept",
      habit: storing({
        name: (name) => String(lower(name)).trim(),
        slug: (slug) => slugify(String(slug)),
      }),
    },
  },
  pixelTypes: { both: { on: "networks", habit: bothPixelTypes } },
  qrData: {
    text: {
      on: "any",
      habit: rejecting((request) => {
        const { data = "" } = fieldsOf(request);
        return (
          request.path.startsWith("/api/qr/") && typeof data !== "string" && "The field data must be a text."
        );
      }),
    },
  },
  repeatedAssignment: {
    error: { habit: rejecting((request) => assignment(request) && "It is already assigned.") },
    duplicateEntry: {
      habit: habit((request, next) => {
        const known = assignment(request);
        const response = next(request);
        if (!isFailure(response)) known?.again();
        return response;
      }),
    },
  },
  knownUrl: { existing: { habit: knownUrl } },
};
