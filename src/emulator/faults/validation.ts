// Checks the options of fault rules and seeds.
import { MAX_LAG_MS } from "../store/history";
import { FAULT_NAMES, FAULTS } from "./definitions";
import type { FaultTarget } from "./target";

/**
 * Method and path without query, such as "DELETE /api/pixel/*", with `*` for any text. "*" alone matches all requests.
 * A function is called for every request that the fault applies to.
 */
export type RequestPattern = string | ((request: FaultTarget) => boolean);

/** @throws {TypeError} for an invalid pattern */
export function requestMatcher(on: RequestPattern): (request: FaultTarget) => boolean {
  if (typeof on === "function") return on;
  if (!/^(\*|[A-Z*]+ [/*]\S*)$/.test(on)) {
    throw new TypeError(
      `Invalid request pattern "${on}". Use a method and a path, such as "POST /api/*/add".`,
    );
  }
  const escaped = on.replace(/[\\^$.+?()[\]{}|]/g, "\\$&");
  const pattern = new RegExp(`^${escaped.replaceAll("*", ".*")}$`);
  return ({ method, path }) => pattern.test(`${method} ${path}`);
}

/** @throws {TypeError} for an unknown fault */
export function checkFaultNames(names: readonly string[]): void {
  for (const name of names) {
    if (Object.hasOwn(FAULTS, name)) continue;
    throw new TypeError(`Unknown fault "${name}". Faults: ${FAULT_NAMES.join(", ")}.`);
  }
}

/** @throws {RangeError} for an invalid duration of a fault */
export function checkDuration(option: string, ms: number): void {
  if (ms >= 1 && ms <= MAX_LAG_MS) return;
  throw new RangeError(`${option} must be a number from 1 to ${MAX_LAG_MS}, not ${ms}.`);
}

/** @throws {RangeError} unless `count` is an integer of at least `min` */
export function checkCount(option: string, count: number, min: number): void {
  if (Number.isSafeInteger(count) && count >= min) return;
  throw new RangeError(`${option} must be an integer of at least ${min}, not ${count}.`);
}
