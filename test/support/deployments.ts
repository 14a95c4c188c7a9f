// The habits behind the values of a dialect that no preset of the emulator has.
import { PIXEL_TYPES } from "../../src/emulator/fields";
import { shortAddress } from "../../src/emulator/records";
import type { Account, ServiceRequest } from "./emulator";
import {
  type Fields,
  HABITS,
  type Habit,
  habit,
  isFailure,
  reformed,
  rejecting,
  responding,
  sending,
  showingObjects,
  showingValues,
} from "./habits";

const isList = ({ method, path }: ServiceRequest) =>
  method === "GET" && path !== "/api/account" && !/^\/api\/(qr|url)\/./.test(path);

/** The body of a create or an update. */
const fieldsOf = ({ method, body }: ServiceRequest): Fields =>
  method !== "GET" && typeof body === "object" ? ((body ?? {}) as Fields) : {};

const idIn = (path: string) => Number(/\/(\d+)/.exec(path)?.[1]);

/** A habit that changes the envelope of lists. */
const paging = (change: (data: Fields) => Fields): Habit =>
  responding((response, request) => {
    const { data, ...body } = response.body as { data?: Fields };
    return isList(request) && data ? { ...response, body: { ...body, data: change(data) } } : response;
  });

const without = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const pageSize = (maximum: number): Habit =>
  habit((request, next) => {
    if (!isList(request)) return next(request);
    const limit = Math.min(Number(request.query.limit) || 15, maximum);
    return next({ ...request, query: { ...request.query, limit: String(limit) } });
  });

const oldestFirst: Habit = habit((request, next) => {
  const { account } = request;
  if (!isList(request) || !account) return next(request);
  const names = ["pixels", "domains", "channels", "campaigns", "qrs", "links", "overlays", "splash"] as const;
  const turned = names.map((name) => {
    const list = () => account[name].list().toReversed();
    const get = (id: number) => {
      const object = account[name].get(id);
      return object && "items" in object ? { ...object, items: object.items.toReversed() } : object;
    };
    return [name, { value: { list, get } }] as const;
  });
  return next({ ...request, account: Object.create(account, Object.fromEntries(turned)) as Account });
});

/** @param isAbsent whether a response lacks the headers of the limit */
const withoutLimit = (isAbsent: typeof isFailure): Habit =>
  responding((response) => {
    if (!isAbsent(response)) return response;
    const headers = Object.entries(response.headers).filter(([name]) => !name.startsWith("X-RateLimit"));
    return { ...response, headers: Object.fromEntries(headers) };
  });

/** What an update clears if it omits it: by the part of the path. */
const CLEARED: Readonly<Record<string, Fields>> = {
  channel: { description: "", color: "", starred: false },
  campaign: { public: false },
  domain: { redirectroot: "", redirect404: "" },
  qr: { background: "", foreground: "", logo: "" },
  url: { description: "" },
};

const isEmpty = (value: unknown) => value === "" || value === null;
/** Fields that are no text, or that get a value of the service. */
const NO_TEXTS = ["slug", "custom", "starred", "public"];
const isText = (name: string, { path }: ServiceRequest) =>
  !NO_TEXTS.includes(name) &&
  path !== "/api/account/update" &&
  !(name === "domain" && path === "/api/url/add");

const networkOf = (type: unknown) => PIXEL_TYPES[String(type)] ?? type;

function equalPixel(request: ServiceRequest): string | undefined {
  if (!/^\/api\/pixel\/(add|\d+\/update)$/.test(request.path)) return undefined;
  const { account, path } = request;
  const own = account?.pixels.get(idIn(path));
  const { type, tag } = { ...own, ...fieldsOf(request) };
  const isSame = (one: { id: number; type: string; tag: string }) =>
    one.id !== own?.id && one.tag === tag && networkOf(one.type) === networkOf(type);
  return account?.pixels.list().some(isSame) ? "You already have a pixel with this tag." : undefined;
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
  const { account, path, body } = request;
  const isIt = ({ url }: { url: string }) => url === (body as Fields | undefined)?.url;
  const known = path === "/api/url/add" ? account?.links.list().find(isIt) : undefined;
  if (!known) return next(request);
  const response = next({ ...request, method: "GET", path: "/api/urls", body: undefined });
  const shorturl = shortAddress(known);
  return isFailure(response) ? response : { ...response, body: { error: 0, id: known.id, shorturl } };
});

interface Other {
  /** The value of the preset below it. @default that of the document */
  readonly on?: string | number;
  readonly habit: Habit;
}

/** By knob and value: the first one sees the request first, and the response last. */
export const OTHER_HABITS: Readonly<Record<string, Readonly<Record<string, Other>>>> = {
  statusCodes: {
    always200: {
      on: "real",
      habit: responding((response) => (response.status === 429 ? response : { ...response, status: 200 })),
    },
  },
  responses: {
    strings: {
      on: "documented",
      habit: showingValues((value, key) => {
        if (["rotator", "list"].includes(key) && value) return String(value).replace(/^https:\/\//, "");
        return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
      }),
    },
  },
  unsetText: {
    null: { habit: showingValues((value) => (value === "" ? null : value)) },
    absent: { habit: showingValues((value) => (value === "" ? undefined : value)) },
  },
  rateLimitHeaders: {
    withoutDate: {
      habit: responding(({ headers, ...response }) => {
        const { Date: _, ...others } = headers;
        return { ...response, headers: others };
      }),
    },
    absent: { habit: withoutLimit(() => true) },
    absentOnFailure: { habit: withoutLimit(isFailure) },
    zero: {
      habit: responding((response) => {
        const zero = { "X-RateLimit-Limit": "0", "X-RateLimit-Remaining": "0" };
        return { ...response, headers: { ...response.headers, ...zero } };
      }),
    },
  },
  limitedResponse: {
    errorOnly: {
      on: "429",
      habit: responding((response) =>
        response.status === 429 ? { ...response, body: { error: 1 } } : response,
      ),
    },
    "200": {
      on: "error429",
      habit: responding((response) => {
        const { "Retry-After": _, ...headers } = response.headers;
        return response.status === 429 ? { ...response, status: 200, headers } : response;
      }),
    },
  },
  campaignNameKey: {
    domain: {
      habit: showingObjects((object, { path, method }) => {
        if (path !== "/api/campaigns" || method !== "GET" || !("rotator" in object)) return object;
        const { name, ...others } = object;
        return { ...others, domain: name };
      }),
    },
  },
  maxLimit: {
    "25": {
      on: 100,
      habit: rejecting(
        (request) => isList(request) && Number(request.query.limit) > 25 && "The limit is 25 at most.",
      ),
    },
  },
  maxPageSize: { "15": { habit: pageSize(15) }, "3": { habit: pageSize(3) } },
  pageFields: {
    zeroAtEnd: {
      on: "nullAtEnd",
      habit: paging((data) => ({ ...data, nextpage: data.nextpage ?? 0 })),
    },
    maxpageOnly: { on: "sameAtEnd", habit: paging((data) => without(data, "nextpage")) },
    nextpageOnly: { on: "sameAtEnd", habit: paging((data) => without(data, "maxpage")) },
    none: { on: "sameAtEnd", habit: paging((data) => without(data, "nextpage", "maxpage")) },
  },
  resultField: {
    onPage: {
      habit: paging((data) => ({ ...data, result: Object.values(data).find(Array.isArray)?.length ?? 0 })),
    },
  },
  listOrder: { oldestFirst: { habit: oldestFirst } },
  qrNames: {
    generated: { on: "accepted", habit: sending(/ \/api\/qr\//, (fields) => without(fields, "name")) },
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
  deleteOfUnknownId: {
    success: {
      habit: responding((response, { method }) => {
        const isUnknown = / does not exist/.test(String((response.body as Fields).message));
        const body = { error: 0, message: "It has been deleted successfully." };
        return method === "DELETE" && isUnknown ? { ...response, status: 200, body } : response;
      }),
    },
  },
  emptyText: {
    ignored: {
      habit: sending(/./, (fields, request) =>
        Object.fromEntries(
          Object.entries(fields).filter(([name, value]) => !isEmpty(value) || !isText(name, request)),
        ),
      ),
    },
    rejected: {
      habit: rejecting((request) => {
        const empty = Object.entries(fieldsOf(request)).find(
          ([name, value]) => isEmpty(value) && isText(name, request),
        );
        return empty && `The field ${empty[0]} must not be empty.`;
      }),
    },
  },
  omittedFields: {
    cleared: {
      habit: sending(/^PUT \/api\/\w+\/\d+/, (fields, { path }) => ({
        ...CLEARED[path.split("/")[2]!],
        ...fields,
      })),
    },
  },
  names: { lower: { on: "kept", habit: HABITS.lowersNames } },
  spelling: {
    normalized: {
      habit: sending(/ \/api\/(channel|domain)\//, (fields) =>
        reformed(fields, {
          color: (color) => String(color).toUpperCase(),
          domain: (domain) => String(domain).replace(/\/?$/, "/"),
        }),
      ),
    },
  },
  rejectedDuplicates: { all: { on: "names", habit: rejecting(equalPixel) } },
  pixelTypes: {
    both: {
      on: "networks",
      // Stored as sent, and shown as the network's own word.
      habit: habit((request, next) => {
        const { account, path, body } = request;
        const { type } = (body ?? {}) as { type?: string };
        const isCreate = path === "/api/pixel/add" && type !== undefined;
        const response = next(
          isCreate ? { ...request, body: { ...(body as Fields), type: networkOf(type) } } : request,
        );
        if (isCreate && !isFailure(response))
          account?.pixels.update(Number((response.body as Fields).id), { type });
        return path === "/api/pixels" ? showNetworks(request, () => response)() : response;
      }),
    },
  },
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
  ownAlias: {
    taken: {
      habit: rejecting((request) => {
        const { account, path } = request;
        const { custom } = fieldsOf(request);
        const isOwn =
          /^\/api\/url\/\d+\/update$/.test(path) && account?.links.get(idIn(path))?.custom === custom;
        return isOwn && "You already have a link with this alias.";
      }),
    },
  },
  knownUrl: { existing: { habit: knownUrl } },
};

function showNetworks(...[request, serve]: Parameters<Habit>): ReturnType<Habit> {
  return showingValues((value, key) => (key === "type" ? networkOf(value) : value))(request, serve);
}
