// A session whose account request gets the given replies. All other requests succeed.
import { AccountSession } from "../../../src/api/session";
import type { Settings } from "../../../src/api/settings";
import { VirtualClock } from "../../support/virtual-clock";
import { ACCOUNT, FakeService, inTurn, type Reply, SETTINGS } from "./fake-service";

export const accountReply = (fields: Record<string, unknown> = {}): Reply => ({
  body: { error: 0, data: { ...ACCOUNT, ...fields } },
});

/** @param replies in turn. The last one is repeated */
export function accountSession(...replies: (Reply | Error)[]) {
  return accountSessionWith({}, ...replies);
}

export function accountSessionWith(settings: Partial<Settings>, ...replies: (Reply | Error)[]) {
  const next = inTurn(...replies);
  const service = new FakeService((request, count) =>
    request.path === "/api/account" ? next(request, count) : { body: { error: 0 } },
  );
  const clock = new VirtualClock({ autoAdvance: true, quietMs: 1 });
  const session = new AccountSession(
    { ...SETTINGS, baseUrl: "https://s.example/x", ...settings },
    { clock, random: () => 0.5, transport: service },
  );
  return { session, service, clock };
}
