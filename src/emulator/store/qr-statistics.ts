// Scan statistics of a QR code.
import type { Counts, QrStatistics } from "./records";

/** One scan of a QR code. Every field is optional. */
export interface Visit {
  /** Country of the visitor. */
  readonly country?: string;
  /** Page that the visitor came from. */
  readonly referrer?: string;
  /** Name of the browser. */
  readonly browser?: string;
  /** Name of the operating system. */
  readonly os?: string;
  /** Counts as a new visitor. @default true */
  readonly unique?: boolean;
}

export const EMPTY_STATISTICS: QrStatistics = {
  clicks: 0,
  uniqueClicks: 0,
  topCountries: {},
  topReferrers: {},
  topBrowsers: {},
  topOs: {},
  socialCount: { socialnetwork: 0, microblog: 0, professionalnetwork: 0 },
};

export function addVisit(statistics: QrStatistics, visit: Visit): QrStatistics {
  const { country, referrer, browser, os, unique = true } = visit;
  return {
    clicks: statistics.clicks + 1,
    uniqueClicks: statistics.uniqueClicks + (unique ? 1 : 0),
    topCountries: increment(statistics.topCountries, country),
    topReferrers: increment(statistics.topReferrers, referrer),
    topBrowsers: increment(statistics.topBrowsers, browser),
    topOs: increment(statistics.topOs, os),
    socialCount: statistics.socialCount,
  };
}

function increment(counts: Counts, label: string | undefined): Counts {
  if (label === undefined) return counts;
  const count = Object.hasOwn(counts, label) ? counts[label]! : 0;
  return { ...counts, [label]: count + 1 };
}
