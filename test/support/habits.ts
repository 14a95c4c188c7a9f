// What services do otherwise than the emulator: changes of a request or its response on their way.
//   const world = await startWorld({ habit: HABITS.escapes });
import { slugify } from "../../src/emulator/fields";
import type { Serve, ServiceRequest, ServiceResponse } from "./emulator";

/** Handles a request as the service does, with a difference. */
export type Habit = (request: ServiceRequest, serve: Serve) => Serve;

/** The first one sees the request first, and the response last. */
export const all = (habits: readonly Habit[]): Habit => {
  return (request, serve) => habits.reduceRight((inner, habit) => habit(request, inner), serve);
};

type Next = (request: ServiceRequest) => ServiceResponse;
export type Fields = Readonly<Record<string, unknown>>;

export const habit = (change: (request: ServiceRequest, next: Next) => ServiceResponse): Habit => {
  return (request, serve) =>
    (served = request) =>
      change(served, serve);
};

/** A habit that changes responses. */
export const responding = (
  change: (response: ServiceResponse, request: ServiceRequest) => ServiceResponse,
): Habit => habit((request, next) => change(next(request), request));

/** A habit that changes the fields of creates and updates. @param on a part of `POST /api/pixel/add` */
export const sending = (on: RegExp, change: (fields: Fields, request: ServiceRequest) => Fields): Habit =>
  habit((request, next) => {
    const { body, method, path } = request;
    const isMatch = typeof body === "object" && body !== null && on.test(`${method} ${path}`);
    return next(isMatch ? { ...request, body: change(body as Fields, request) } : request);
  });

/** A habit that changes each object of the body of a response. */
export const showingObjects = (change: (object: Fields, request: ServiceRequest) => Fields): Habit =>
  responding((response, request) => {
    const shown = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shown);
      if (typeof value !== "object" || value === null) return value;
      const entries = Object.entries(value).map(([key, one]) => [key, shown(one)]);
      return change(Object.fromEntries(entries), request);
    };
    return { ...response, body: shown(response.body) };
  });

/** A habit that shows every value of an object in another form. */
export const showingValues = (form: (value: unknown, key: string) => unknown): Habit =>
  showingObjects((object) =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, form(value, key)])),
  );

/**
 * A habit that rejects some requests, of which each counts for the limit.
 * @param messageFor why, or a value that is no text
 */
export const rejecting = (messageFor: (request: ServiceRequest) => unknown): Habit =>
  habit((request, next) => {
    const message = messageFor(request);
    if (typeof message !== "string") return next(request);
    const unknown = { ...request, path: "/api/rejected", query: {}, body: undefined };
    const response = next(unknown);
    if (response.status === 429) return response;
    const status = response.status === 404 ? 400 : response.status;
    return { ...response, status, body: { error: 1, message } };
  });

export const isFailure = ({ body }: ServiceResponse) => Number((body as Fields).error) !== 0;

/** Length of the texts that {@link HABITS}.cuts shows. */
export const MAX_TEXT = 60;

/** Keys of texts that users write. A campaign's name may be under `domain`. */
const TEXTS = ["name", "description", "campaign", "domain"];

/** A habit that shows texts, but not addresses, in another form. */
const showing = (form: (text: string) => string): Habit =>
  showingValues((value, key) =>
    typeof value === "string" && TEXTS.includes(key) && !value.startsWith("http") ? form(value) : value,
  );

const lower = (value: unknown) => (typeof value === "string" ? value.toLowerCase() : value);

/** The fields, with those of them that `forms` has in another form. */
export const reformed = (
  fields: Fields,
  forms: Readonly<Record<string, (value: never) => unknown>>,
): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, forms[name] ? forms[name](value as never) : value]),
  );

export const HABITS = {
  /** Shows texts as HTML, `A &amp; B`. What an update sends back is escaped again. */
  escapes: showing((text) => text.replaceAll("&", "&amp;").replaceAll("'", "&#039;")),
  cuts: showing((text) => text.slice(0, MAX_TEXT)),
  lowers: showing((text) => text.trim().toLowerCase()),
  trims: showing((text) => text.trim()),
  /** Stores aliases and slugs in lower case. */
  lowersAddresses: sending(/./, (fields) => reformed(fields, { custom: lower, slug: lower })),
  /** The `list` address of a campaign contains its name in place of its slug. */
  listsByName: showingObjects((object) => {
    const { name, domain, campaign, list, id } = object;
    if (typeof list !== "string") return object;
    const byName = String(name ?? domain ?? campaign)
      .toLowerCase()
      .replace(/\W+/g, "-");
    return { ...object, list: list.replace(/[^/]+$/, `${byName}-${id}`) };
  }),
  /** A new object gets the number after the highest one of its list: that of the last one, if it was deleted. */
  reusesIds: habit((request, next) => {
    const { account, method, path } = request;
    const [, name] = /^\/api\/(\w+)\/add$/.exec(path) ?? [];
    if (account && method === "POST" && name !== undefined) {
      const collection = (name === "url" ? "links" : `${name}s`) as "pixels";
      const ids = account[collection].list().map(({ id }) => id);
      account.context.nextIds[collection] = 1 + Math.max(100, ...ids);
    }
    return next(request);
  }),
  /** Names in lower case, slugs as letters, digits and dashes (service.md 44). */
  lowersNames: sending(/./, (fields) =>
    reformed(fields, { name: (name) => String(lower(name)).trim(), slug: (slug) => slugify(String(slug)) }),
  ),
} as const;
