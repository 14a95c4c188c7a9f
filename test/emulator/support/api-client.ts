// A client of the API for the emulator's tests, and a clock that only moves by hand.
import { onTestFinished } from "vitest";
import { DEMO_KEY, type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator/index";

// biome-ignore lint/suspicious/noExplicitAny: tests read response bodies of every shape
type Json = any;

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

export class ApiClient {
  readonly emulator: Emulator;
  readonly clock: ManualClock;
  readonly key: string;

  constructor(emulator: Emulator, clock: ManualClock, key: string = DEMO_KEY) {
    this.emulator = emulator;
    this.clock = clock;
    this.key = key;
  }

  get account() {
    return this.emulator.store.account("acme");
  }

  /** A client of the same service with another key. */
  withKey(key: string): ApiClient {
    return new ApiClient(this.emulator, this.clock, key);
  }

  async send(method: string, path: string, init: RequestInit = {}): Promise<ApiResponse> {
    const response = await fetch(this.emulator.url + path, {
      method,
      headers: { Authorization: `Bearer ${this.key}`, "Content-Type": "application/json" },
      ...init,
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  get = (path: string) => this.send("GET", path);
  post = (path: string, body?: unknown) => this.send("POST", path, jsonBody(body));
  put = (path: string, body?: unknown) => this.send("PUT", path, jsonBody(body));
  delete = (path: string) => this.send("DELETE", path);
}

function jsonBody(body: unknown): RequestInit {
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

/** Starts at 2026-03-01 12:00:00.250 UTC. */
export class ManualClock {
  time = Date.UTC(2026, 2, 1, 12, 0, 0, 250);
  now = () => this.time;
  advance(ms: number): void {
    this.time += ms;
  }
}

/** Starts an emulator for the current test. By default its rate limit is too high to matter. */
export async function start(options: EmulatorOptions = {}): Promise<ApiClient> {
  const clock = new ManualClock();
  const emulator = await startEmulator({ clock, rateLimit: 10_000, ...options });
  onTestFinished(() => emulator.close());
  return new ApiClient(emulator, clock);
}
