// What an attempt says about its request, whether a response arrived or not: the one table.
import type { Method } from "./transport";

/** Why an attempt is no success. */
export interface Failure {
  readonly kind: keyof typeof OUTCOMES;
  readonly what: string;
}

interface Outcome {
  /** Which requests are sent again. Only a create must not be executed twice. */
  readonly again: "all" | "all but creates" | "none";
  /** A change may have been executed. */
  readonly mayHaveWorked: boolean;
  /** @param what what happened. @param service the base address */
  says(what: string, service: string): string;
}

const down = (what: string, service: string) =>
  `${what}. Check that the service runs at ${service} (LINK_MANAGEMENT_BASE_URL, or link-management:baseUrl) and that the ` +
  "network reaches it";

export const OUTCOMES = {
  /** In the form of the service, which did nothing (service.md 8). */
  rejected: {
    again: "none",
    mayHaveWorked: false,
    says: (what) => `the service rejected the request: ${what}`,
  },
  /** No connection. */
  unsent: { again: "all", mayHaveWorked: false, says: down },
  /** No response, half of one, or one that says that the service or its proxy failed, whatever it did before. */
  failed: { again: "all but creates", mayHaveWorked: true, says: down },
  /** Any other page. Something before the service may have replaced the response after the effect. */
  foreign: {
    again: "none",
    mayHaveWorked: true,
    says: (what, service) =>
      `${what}. Something before the service answered, such as a proxy, a cache or a bot protection, or ${service} is not ` +
      "its base address: check both",
  },
} satisfies Record<string, Outcome>;

/** @param creates a second execution would create a second object */
export function isSentAgain({ kind }: Failure, creates = false): boolean {
  const { again }: Outcome = OUTCOMES[kind];
  return again === "all" || (again === "all but creates" && !creates);
}

/** Whether the request may have changed something. */
export function mayHaveChanged({ kind }: Failure, method: Method): boolean {
  return method !== "GET" && OUTCOMES[kind].mayHaveWorked;
}
