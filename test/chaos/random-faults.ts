// Random faults of the service by seed, and somebody else who uses the account.
import type { Account } from "../support/emulator";
import { appliesTo, type Effect, type Faults } from "../support/faults";
import { seededInteger } from "../support/seeded";

type Wrong = NonNullable<Effect["respond"]>;

/** A page of what is before the service, which has done its work or not. */
const page = (status: number, headers: Readonly<Record<string, string>> = {}): Wrong => {
  return () => ({ status, headers: { "Content-Type": "text/html", ...headers }, body: `<h1>${status}</h1>` });
};
const busy = page(503, { "Retry-After": "2" });
/** No effect comes before it: that would contradict every rate limit. */
const limited: Wrong = () => ({ status: 429, headers: {}, body: { error: 1, message: "Try again later." } });

/** The first half of the body, and the end of the connection. */
const cut: Wrong = ({ status, headers, body }) => {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  return {
    status,
    headers: { ...headers, "Content-Length": length, Connection: "close" },
    body: text.slice(0, text.length / 2),
  };
};

/** What may go wrong with any request. */
const EFFECTS: readonly ((ms: number) => Effect)[] = [
  () => ({ fault: "reset" }),
  () => ({ fault: "reset", when: "after" }),
  () => ({ respond: cut }),
  () => ({ reject: true, respond: busy }),
  () => ({ respond: busy }),
  () => ({ reject: true, respond: limited }),
  ...([500, 502, 503] as const).flatMap((fault) => [
    (): Effect => ({ fault }),
    (): Effect => ({ fault, when: "after" }),
  ]),
  (ms) => ({ stale: ms }),
  (ms) => ({ delay: ms }),
  (ms) => ({ later: ms }),
];

const MAX_MS = 4000;

/**
 * Random effects on a share of the requests. They depend on the seed, the request and the number of its repetition, not on the
 * order of requests.
 * @param rate from 0 to 1
 */
export function injectFaults(faults: Faults, seed: number, rate: number): void {
  const seen = new Map<string, number>();
  faults.select((request) => {
    const { method, path, query, body } = request;
    const text = JSON.stringify([method, path, query, body]);
    const repetition = seen.get(text) ?? 0;
    seen.set(text, repetition + 1);
    const random = (purpose: string) => seededInteger(seed, `${text} ${repetition} ${purpose}`) / 2 ** 32;
    if (random("rate") >= rate) return undefined;
    const isCreate = method === "POST" && path.endsWith("/add");
    // Such a page ends a read, and its command.
    const possible = [...EFFECTS, ...(isCreate ? [() => ({ respond: page(403) })] : [])]
      .map((effect) => effect(Math.ceil(random("ms") * MAX_MS)))
      .filter((effect) => appliesTo(effect, request));
    return possible[Math.floor(random("kind") * possible.length)];
  }, MAX_MS);
}

/** Names of all objects of the other editor contain it. */
const EDITOR = "concurrent-editor";

export const isOfEditor = (text: string) => text.includes(EDITOR);

/** @param path of a create */
export function createAsSomebodyElse(account: Account, path: string): void {
  const { pixels, domains, channels, campaigns, qrs } = account;
  const name = `${EDITOR}-${account.revision}`;
  if (path === "/api/pixel/add") pixels.create({ name, tag: name });
  if (path === "/api/domain/add") domains.create({ domain: `https://${name}.example` });
  if (path === "/api/channel/add") channels.create({ name });
  if (path === "/api/campaign/add") campaigns.create({ name });
  if (path === "/api/qr/add") qrs.create({ data: "", name });
}
