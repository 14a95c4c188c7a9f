// An account on the emulator, and the variables that lead a command to it.
import { onTestFinished } from "vitest";
import { DEMO_KEY, type EmulatorOptions, startEmulator } from "../../../src/emulator";

interface Objects {
  create(fields: object): { readonly id: number; readonly link?: string };
}

export interface TestAccount {
  readonly pixels: Objects;
  readonly domains: Objects;
  readonly channels: Objects;
  readonly campaigns: Objects;
  readonly qrs: Objects;
  readonly links: Objects;
}

export interface Started {
  readonly account: TestAccount;
  readonly env: Readonly<Record<string, string>>;
  /** `GET /api/account`, in their order. */
  requests(): string[];
}

/** An item of a channel on the emulator. */
export const item = (type: "links" | "bio" | "qr", id: number) => ({ type, id });

/** Its rate limit makes no command wait. */
export async function startAccount(options: EmulatorOptions = {}): Promise<Started> {
  const emulator = await startEmulator({ rateLimit: 1000, ...options });
  onTestFinished(() => emulator.close());
  return {
    account: emulator.account() as unknown as TestAccount,
    env: { LINK_MANAGEMENT_API_KEY: DEMO_KEY, LINK_MANAGEMENT_BASE_URL: emulator.url },
    requests: () => emulator.log.map(({ method, path }) => `${method} ${path}`),
  };
}
