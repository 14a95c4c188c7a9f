// What services do otherwise than the emulator: changes of a request or its response on their way.
//   const world = await startWorld({ habit: HABITS.escapes });
import type { Serve, ServiceRequest, ServiceResponse } from "./emulator";

/** Handles a request as the service does, with a difference. */
export type Habit = (request: ServiceRequest, serve: Serve) => Serve;

type Next = (request: ServiceRequest) => ServiceResponse;
type Fields = Readonly<Record<string, unknown>>;

const habit = (change: (request: ServiceRequest, next: Next) => ServiceResponse): Habit => {
  return (request, serve) =>
    (served = request) =>
      change(served, serve);
};

/** The first one sees the request first, and the response last. */
export const all = (habits: readonly Habit[]): Habit => {
  return (request, serve) => habits.reduceRight((inner, habit) => habit(request, inner), serve);
};

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

/** What an update clears if it omits it: by the part of the path. */
const CLEARED: Readonly<Record<string, Fields>> = {
  channel: { description: "", color: "", starred: false },
  campaign: { public: false },
  domain: { redirectroot: "", redirect404: "" },
  qr: { background: "", foreground: "", logo: "" },
  url: { description: "" },
};

export const HABITS = {
  /** Shows texts as HTML, `A &amp; B`. What an update sends back is escaped again. */
  escapes: showing((text) => text.replaceAll("&", "&amp;").replaceAll("'", "&#039;")),
  lowers: showing((text) => text.trim().toLowerCase()),
  /** Everything is text without its scheme or null, and a list of campaigns has their names under another key (service.md 20). */
  otherForms: all([
    showingObjects(({ name, ...object }, path) =>
      path === "/api/campaigns" && "rotator" in object ? { ...object, domain: name } : { name, ...object },
    ),
    showingValues((value, key) => {
      if (value === "") return null;
      if (["rotator", "list"].includes(key) && value) return String(value).replace(/^https:\/\//, "");
      return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
    }),
  ]),
  /** A page has three objects. */
  smallPages: habit((request, next) => {
    const { method, path, query } = request;
    const isList = method === "GET" && path !== "/api/account" && !path.startsWith("/api/qr/");
    return next(isList ? { ...request, query: { ...query, limit: "3" } } : request);
  }),
  clearsOmitted: habit((request, next) => {
    const { method, path, body } = request;
    const [, object = ""] = /^\/api\/(\w+)\/\d+/.exec(path) ?? [];
    const isUpdate = method === "PUT" && object in CLEARED;
    return next(isUpdate ? { ...request, body: { ...CLEARED[object], ...(body as Fields) } } : request);
  }),
  /** Rejects what is assigned already. */
  rejectsRepeats: habit((request, next) => {
    const { account, path } = request;
    const [, owner, id, item] =
      /^\/api\/(channel|campaign)\/(\d+)\/assign\/(?:\w+\/)?(\d+)$/.exec(path) ?? [];
    const [campaign, channel] = [account?.campaigns.get(Number(id)), account?.channels.get(Number(id))];
    const members = owner === "campaign" ? campaign?.links : channel?.items.map((one) => one.id);
    const isAssigned = members?.includes(Number(item)) ?? false;
    const response = next(
      isAssigned ? { ...request, method: "GET", path: "/api/account", query: {} } : request,
    );
    // It counts for the limit like any request.
    const isRejected = isAssigned && Number((response.body as Fields).error) === 0;
    return isRejected ? { ...response, body: { error: 1, message: "It is already assigned." } } : response;
  }),
} as const satisfies Record<string, Habit>;
