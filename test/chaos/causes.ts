// What may go wrong during one command, besides single faults: what lists show, when requests take effect, and what a
// person does meanwhile.
import type { ServiceRequest, ServiceResponse } from "../support/emulator";
import type { FaultRule } from "../support/faults";
import { kindOfSection } from "../support/kinds";
import type { VirtualClock } from "../support/virtual-clock";
import { oneOf, SECTIONS, type Section } from "./entries";
import { MAX_STALE_MS, type Person } from "./person";
import { createAsSomebodyElse } from "./random-faults";

interface Scene {
  readonly clock: VirtualClock;
  readonly person: Person;
  readonly section: Section;
  /** A whole number below a limit. */
  readonly below: (limit: number) => number;
}

/** The service may handle a request until the client would have given up. */
const MAX_LATE_MS = 25_000;

const listOf = (section: Section) => kindOfSection(section).list.path;
/** Lists of the next minute. */
const listsForMinute = ({ clock }: Scene) => {
  const end = clock.now() + 60_000;
  return ({ method, path }: ServiceRequest) =>
    method === "GET" && SECTIONS.some((section) => path === listOf(section)) && clock.now() < end;
};
const staleFor = ({ below }: Scene) => 1 + below(MAX_STALE_MS);

export const CAUSES: Readonly<Record<string, (scene: Scene) => FaultRule>> = {
  "an empty list once": ({ section, below }) => {
    return { on: `GET ${listOf(section)}`, empty: true, after: below(2), times: 1 };
  },
  "all lists empty for a minute": (scene) => ({ on: listsForMinute(scene), empty: true }),
  "an old list once": (scene) => {
    return { on: `GET ${listOf(scene.section)}`, stale: staleFor(scene), after: scene.below(3), times: 1 };
  },
  "old lists for a minute": (scene) => ({ on: listsForMinute(scene), stale: staleFor(scene) }),
  "late creates": ({ below }) => {
    return { on: "POST */add", later: 1 + below(MAX_LATE_MS), after: below(3), times: 1 + below(2) };
  },
  "lost answers": ({ below }) => {
    return { on: "POST */add", fault: "reset", when: "after", after: below(2), times: 1 + below(4) };
  },
  "late updates": ({ below }) => {
    return { on: "PUT *", later: 1 + below(MAX_LATE_MS), after: below(3), times: 1 };
  },
  // As of a proxy, which may come after the service has done the work.
  "pages in place of creates": ({ below }) => {
    const page = { status: [503, 403, 404, 200][below(4)]!, body: "<html>", headers: { "Retry-After": "1" } };
    return {
      ...{ on: "POST */add", after: below(3), times: 1 + below(2) },
      ...(below(2) === 0 && { reject: true }),
      respond: (response) => ({ ...response, ...page }) as ServiceResponse,
    };
  },
  "edits a field": ({ person, section, below }) => {
    const n = below(10);
    return { on: "*", after: below(12), times: 1, edit: () => person.edit(section, n) };
  },
  deletes: ({ person, section, below }) => {
    const n = below(10);
    return { on: "*", after: below(12), times: 1, edit: () => person.delete(section, n) };
  },
  "adds an object while a create is unclear": ({ below }) => ({
    ...{ on: "POST */add", after: below(3), times: 1, fault: "reset" },
    when: oneOf(() => below(2) / 2, ["before", "after"] as const),
    edit: (account, { path }) => createAsSomebodyElse(account, path),
  }),
};

export type Cause = keyof typeof CAUSES;
