// What the emulator's tests share: a caller of the API, and a clock that stands still.
import { afterEach } from "vitest";
import { DEMO_KEY, type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator/index";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

export class Api {
  readonly emulator: Emulator;
  readonly clock: TestClock;
  readonly key: string;

  constructor(emulator: Emulator, clock: TestClock, key: string = DEMO_KEY) {
    this.emulator = emulator;
    this.clock = clock;
    this.key = key;
  }

  get account() {
    return this.emulator.store.account("acme");
  }

  /** The same service with another key. */
  as(key: string): Api {
    return new Api(this.emulator, this.clock, key);
  }

  async send(method: string, path: string, init: RequestInit = {}): Promise<Reply> {
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

/** A clock that moves only when it is told to; it starts at 2026-03-01 12:00:00.250 UTC. */
export class TestClock {
  time = Date.UTC(2026, 2, 1, 12, 0, 0, 250);
  now = () => this.time;
  advance(ms: number): void {
    this.time += ms;
  }
}

const running = new Set<Emulator>();

afterEach(async () => {
  await Promise.all([...running].map((emulator) => emulator.close()));
  running.clear();
});

/** An emulator that ends with the test, with enough requests a window not to be in the way. */
export async function start(options: EmulatorOptions = {}): Promise<Api> {
  const clock = new TestClock();
  const emulator = await startEmulator({ clock, rateLimit: 10_000, ...options });
  running.add(emulator);
  return new Api(emulator, clock);
}
