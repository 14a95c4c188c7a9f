// One world for all black-box tests: the service with its faults, a virtual clock, and stacks that use both. At its end, no
// message and error has a secret.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Account, DEMO_KEY, type Emulator, type ServiceOptions, startEmulator } from "./emulator";
import { Faults } from "./faults";
import { secretsIn } from "./secrets";
import { type Config, Stack } from "./stack";
import { VirtualClock } from "./virtual-clock";

/** Without `rateLimit`, 1000 requests per minute: only tests about the limit wait for it. */
export type WorldOptions = Pick<ServiceOptions, "dialect" | "accounts" | "rateLimit" | "habit">;

export class World {
  readonly clock = new VirtualClock({ autoAdvance: true });
  readonly faults = new Faults(this.clock);
  service!: Emulator;
  readonly #folder = mkdtempSync(join(tmpdir(), "link-management-"));
  #stacks = 0;
  readonly #messages: string[] = [];
  /** By the position of the request in the log of the service. */
  readonly #bodies: unknown[] = [];

  static async start({ rateLimit = 1000, ...options }: WorldOptions = {}): Promise<World> {
    const world = new World();
    const { clock, faults } = world;
    world.service = await startEmulator({
      ...{ clock, rateLimit, ...options },
      intercept: (request, serve) => {
        world.#bodies[world.service.log.length - 1] = request.body;
        return faults.intercept(request, serve);
      },
    });
    return world;
  }

  /** The account of the default key, without the API. */
  get account(): Account {
    return this.service.account();
  }

  /** @param config the stack config, by the name after `link-management:`. @default address and key of the service */
  stack(config: Readonly<Record<string, string>> = {}, name = `stack-${++this.#stacks}`): Stack {
    return new Stack({
      ...{ name, folder: join(this.#folder, name), clock: this.clock },
      config: { baseUrl: this.service.url, apiKey: DEMO_KEY, ...config },
      onMessage: (message) => void this.#messages.push(message),
    });
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
    rmSync(this.#folder, { recursive: true });
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
