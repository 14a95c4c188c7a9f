// A client of the emulator without any logic, and a clock that only moves by hand.
import { onTestFinished } from "vitest";
import { DEMO_KEY, type Emulator, type ServiceOptions, startEmulator } from "../../support/emulator";

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

export interface Api {
  readonly emulator: Emulator;
  readonly clock: { time: number; now(): number };
  /** @param request such as `GET /api/pixels` */
  call(request: string, body?: object | string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** Starts an emulator for the current test. Its rate limit does not matter, and it is 2026-03-01 12:00:00.250 UTC. */
export async function start(options: ServiceOptions = {}): Promise<Api> {
  const clock = { time: Date.UTC(2026, 2, 1, 12, 0, 0, 250), now: () => clock.time };
  const emulator = await startEmulator({ clock, rateLimit: 10_000, ...options });
  onTestFinished(() => emulator.close());
  const call: Api["call"] = async (request, body, headers = {}) => {
    const [method = "", path] = request.split(" ");
    const response = await fetch(`${emulator.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${DEMO_KEY}`, "Content-Type": "application/json", ...headers },
      ...(body && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return { emulator, clock, call };
}
