// What services do otherwise than the emulator: changes of a request or its response on their way.
//   const world = await startWorld({ habit: HABITS.escapes });
import type { Serve, ServiceRequest, ServiceResponse } from "./emulator";

/** Handles a request as the service does, with a difference. */
export type Habit = (request: ServiceRequest, serve: Serve) => Serve;

type Fields = Readonly<Record<string, unknown>>;

const habit = (change: (request: ServiceRequest, next: Serve) => ServiceResponse): Habit => {
  return (request, serve) =>
    (served = request) =>
      change(served, serve);
};

/** The first one sees the request first, and the response last. */
export const all = (habits: readonly Habit[]): Habit => {
  return (request, serve) => habits.reduceRight((inner, habit) => habit(request, inner), serve);
};

/** The items of a channel are a list, too. */
export function isList({ method, path }: ServiceRequest): boolean {
  return method === "GET" && path !== "/api/account" && !path.startsWith("/api/qr/");
}

/** A habit that shows every value of an object, and then the object, in another form. */
const showing = (form: (value: unknown, key: string) => unknown, whole = (object: Fields) => object): Habit =>
  habit((request, next) => {
    const shown = (value: unknown, key = ""): unknown => {
      if (Array.isArray(value)) return value.map((one) => shown(one));
      if (typeof value !== "object" || value === null) return form(value, key);
      return whole(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shown(one, name)])));
    };
    const response = next(request);
    return { ...response, body: shown(response.body) };
  });

/** Keys of texts that users write. A campaign's name may be under `domain`. */
const TEXTS = ["name", "description", "campaign", "domain"];

/** A habit that shows texts, but not addresses, in another form. */
const showingTexts = (form: (text: string) => string): Habit =>
  showing((value, key) =>
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
  escapes: showingTexts((text) => text.replaceAll("&", "&amp;").replaceAll("'", "&#039;")),
  lowers: showingTexts((text) => text.trim().toLowerCase()),
  /** Everything is text without its scheme or null, and a list of campaigns has their names under another key (service.md 20). */
  otherForms: showing(
    (value, key) => {
      if (value === "") return null;
      if (["rotator", "list"].includes(key) && value) return String(value).replace(/^https:\/\//, "");
      return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
    },
    ({ name, ...object }) =>
      "rotator" in object && name !== undefined ? { ...object, domain: name } : { name, ...object },
  ),
  /** A page has three objects. */
  smallPages: habit((request, next) =>
    next(isList(request) ? { ...request, query: { ...request.query, limit: "3" } } : request),
  ),
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
