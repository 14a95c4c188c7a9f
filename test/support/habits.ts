// What some services do that the emulator has no knob for.
//   const world = await startWorld({ habit: HABITS.escapes });
import type { Serve, ServiceRequest, ServiceResponse } from "../../src/emulator/index";

/** Handles a request as the service does, with a difference. */
export type Habit = (request: ServiceRequest, serve: Serve) => Serve;

/** Length of the texts that {@link HABITS}.cuts shows. */
export const MAX_TEXT = 60;

export const HABITS = {
  /** Shows texts as HTML, `A &amp; B`. What an update sends back is escaped again. */
  escapes: showing((text) => text.replaceAll("&", "&amp;").replaceAll("'", "&#039;")),
  cuts: showing((text) => text.slice(0, MAX_TEXT)),
  lowers: showing((text) => text.trim().toLowerCase()),
  trims: showing((text) => text.trim()),
  /** Stores aliases and slugs in lower case. */
  lowersAddresses: (({ body }, serve) =>
    () => {
      const fields = (body ?? {}) as Record<string, unknown>;
      for (const key of ["custom", "slug"])
        if (typeof fields[key] === "string") fields[key] = fields[key].toLowerCase();
      return serve();
    }) satisfies Habit,
  /** The `list` address of a campaign contains its name in place of its slug. */
  listsByName: ((_, serve) => () => {
    const response = serve();
    return { ...response, body: withListsByName(response.body) } satisfies ServiceResponse;
  }) satisfies Habit,
  /** A new object gets the number after the highest one of its list: that of the last one, if it was deleted. */
  reusesIds: ((request, serve) => () => {
    const { account, method, path } = request;
    const [, name] = /^\/api\/(\w+)\/add$/.exec(path) ?? [];
    if (account && method === "POST" && name !== undefined) {
      const collection = (name === "url" ? "links" : `${name}s`) as "pixels";
      const ids = account[collection].list().map(({ id }) => id);
      account.context.nextIds[collection] = 1 + Math.max(100, ...ids);
    }
    return serve();
  }) satisfies Habit,
} as const;

/** A habit that shows texts, but not addresses, in another form. */
function showing(form: (text: string) => string): Habit {
  return (_, serve) => () => {
    const response = serve();
    return { ...response, body: shown(response.body, form) } satisfies ServiceResponse;
  };
}

/** Keys of texts that users write. A campaign's name may be under `domain`. */
const TEXTS = ["name", "description", "campaign", "domain"];

function shown(value: unknown, form: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => shown(one, form));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => {
    const isText = typeof one === "string" && TEXTS.includes(key) && !one.startsWith("http");
    return [key, isText ? form(one) : shown(one, form)];
  });
  return Object.fromEntries(entries);
}

function withListsByName(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withListsByName);
  if (typeof value !== "object" || value === null) return value;
  const { name, domain, campaign, list, id } = value as Record<string, unknown>;
  const others = Object.entries(value).map(([key, one]) => [key, withListsByName(one)]);
  const byName = String(name ?? domain ?? campaign)
    .toLowerCase()
    .replace(/\W+/g, "-");
  const address = typeof list === "string" && { list: list.replace(/[^/]+$/, `${byName}-${id}`) };
  return { ...Object.fromEntries(others), ...address };
}
