// An account on the emulator, and the variables that lead a command to it.
import { onTestFinished } from "vitest";
import { DEMO_KEY, type ServiceOptions, startEmulator } from "../../support/emulator";

/** An item of a channel on the emulator. */
export const item = (type: "links" | "bio" | "qr", id: number) => ({ type, id });

/** Its rate limit makes no command wait. */
export async function startAccount(options: ServiceOptions = {}) {
  const emulator = await startEmulator({ rateLimit: 1000, ...options });
  onTestFinished(() => emulator.close());
  return {
    account: emulator.account(),
    env: { LINK_MANAGEMENT_API_KEY: DEMO_KEY, LINK_MANAGEMENT_BASE_URL: emulator.url },
    /** `GET /api/account`, in their order. */
    requests: () => emulator.log.map(({ method, path }) => `${method} ${path}`),
  };
}
