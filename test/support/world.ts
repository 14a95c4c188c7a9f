// One world for all black-box tests: the service with its faults, a virtual clock, and stacks that use both. At its end, no
// message and error has a secret.
import { onTestFinished } from "vitest";
import {
  type Account,
  DEMO_KEY,
  type Emulator,
  type Intercept,
  type ServiceOptions,
  startEmulator,
} from "./emulator";
import { Faults } from "./faults";
import { secretsIn } from "./secrets";
import { type Config, Stack } from "./stack";
import { VirtualClock } from "./virtual-clock";

/** Without `rateLimit`, 1000 requests per minute: only tests about the limit wait for it. */
export type WorldOptions = Pick<ServiceOptions, "dialect" | "accounts" | "rateLimit" | "habit">;

export class World {
  readonly clock: VirtualClock;
  readonly faults: Faults;
  readonly service: Emulator;
  readonly #stacks: Stack[] = [];
  readonly #messages: string[] = [];
  /** By the position of the request in the log of the service. */
  readonly #bodies: unknown[];

  private constructor(clock: VirtualClock, faults: Faults, service: Emulator, bodies: unknown[]) {
    this.clock = clock;
    this.faults = faults;
    this.service = service;
    this.#bodies = bodies;
  }

  static async start({ rateLimit = 1000, ...options }: WorldOptions = {}): Promise<World> {
    const clock = new VirtualClock({ autoAdvance: true });
    const faults = new Faults(clock);
    const bodies: unknown[] = [];
    const intercept: Intercept = (request, serve) => {
      bodies[service.log.length - 1] = request.body;
      return faults.intercept(request, serve);
    };
    const service = await startEmulator({ clock, intercept, rateLimit, ...options });
    return new World(clock, faults, service, bodies);
  }

  /** The account of the default key, without the API. */
  get account(): Account {
    return this.service.account();
  }

  /** @param config the stack config, by the name after `link-management:`. @default address and key of the service */
  stack(config: Readonly<Record<string, string>> = {}, name = `stack-${this.#stacks.length + 1}`): Stack {
    const stack = new Stack({
      name,
      clock: this.clock,
      config: { baseUrl: this.service.url, apiKey: DEMO_KEY, ...config },
      onMessage: (message) => void this.#messages.push(message),
    });
    this.#stacks.push(stack);
    return stack;
  }

  /** Requests since the log was cleared, such as `GET /api/pixels`. */
  get requests(): string[] {
    return this.service.log.map(({ method, path }) => `${method} ${path}`);
  }

  /** Those that changed the account. */
  get changes(): string[] {
    return this.service.log.filter(({ changes }) => changes).map(({ method, path }) => `${method} ${path}`);
  }

  /** Bodies of the requests to a path, such as `POST /api/pixel/add`. */
  bodies(request: string): unknown[] {
    const { requests } = this;
    return this.#bodies.filter((_, index) => requests[index] === request);
  }

  /** @throws Error if something shows a secret */
  async end(): Promise<void> {
    await this.service.close();
    for (const stack of this.#stacks) stack.removeFolder();
    const written = secretsIn(this.#messages.join("\n"));
    if (written.length > 0) throw new Error(`messages and errors have ${written.length} secrets`);
  }
}

/** A world that ends with the test. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const world = await World.start(options);
  onTestFinished(() => world.end());
  return world;
}

interface StackOptions extends WorldOptions {
  /** The stack config, as of `World.stack`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** What is applied first. */
  readonly up?: Config;
}

/** A world with a stack. */
export async function startStack({ settings, up, ...options }: StackOptions = {}) {
  const world = await startWorld(options);
  const stack = world.stack(settings);
  if (up !== undefined) await stack.up(up);
  return { world, stack };
}
