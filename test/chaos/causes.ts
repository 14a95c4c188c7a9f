// What may go wrong during one command, besides single faults: what lists show, when requests take effect, and what a
// person does meanwhile.
import type { ServiceRequest, ServiceResponse } from "../support/emulator";
import type { Faults } from "../support/faults";
import { kindOfSection } from "../support/kinds";
import type { VirtualClock } from "../support/virtual-clock";
import { oneOf, SECTIONS, type Section } from "./entries";
import { MAX_STALE_MS, type Person } from "./person";
import { createAsSomebodyElse } from "./random-faults";

export interface Scene {
  readonly faults: Faults;
  readonly clock: VirtualClock;
  readonly person: Person;
  readonly section: Section;
  /** A whole number below a limit. */
  readonly below: (limit: number) => number;
}

const MINUTE_MS = 60_000;
/** The service may handle a request until the client would have given up. */
const MAX_LATE_MS = 25_000;

const listOf = (section: Section) => kindOfSection(section).list.path;
const sectionOfCreate = ({ path }: ServiceRequest) =>
  SECTIONS.find((section) => path === `${kindOfSection(section).list.writePath}add`)!;
const isList = ({ method, path }: ServiceRequest) =>
  method === "GET" && SECTIONS.some((section) => path === listOf(section));
/** Requests of the next minute. */
const forMinute = ({ clock }: Scene, matches: (request: ServiceRequest) => boolean) => {
  const end = clock.now() + MINUTE_MS;
  return (request: ServiceRequest) => matches(request) && clock.now() < end;
};
const staleFor = ({ below }: Scene) => 1 + below(MAX_STALE_MS);

export const CAUSES: Readonly<Record<string, (scene: Scene) => void>> = {
  "an empty list once": ({ faults, section, below }) =>
    faults.rule({ on: `GET ${listOf(section)}`, empty: true, after: below(2), times: 1 }),
  "all lists empty for a minute": (scene) => scene.faults.rule({ on: forMinute(scene, isList), empty: true }),
  "an old list once": (scene) => {
    const { faults, section, below } = scene;
    faults.rule({ on: `GET ${listOf(section)}`, stale: staleFor(scene), after: below(3), times: 1 });
  },
  "old lists for a minute": (scene) =>
    scene.faults.rule({ on: forMinute(scene, isList), stale: staleFor(scene) }),
  "late creates": ({ faults, below }) =>
    faults.rule({ on: "POST */add", later: 1 + below(MAX_LATE_MS), after: below(3), times: 1 + below(2) }),
  "lost answers": ({ faults, below }) =>
    faults.rule({ on: "POST */add", fault: "reset", when: "after", after: below(2), times: 1 + below(4) }),
  "late updates": ({ faults, below }) =>
    faults.rule({ on: "PUT *", later: 1 + below(MAX_LATE_MS), after: below(3), times: 1 }),
  // As of a proxy, which may come after the service has done the work.
  "pages in place of creates": ({ faults, below }) => {
    const page = { status: [503, 403, 404, 200][below(4)]!, body: "<html>", headers: { "Retry-After": "1" } };
    const rule = { on: "POST */add", after: below(3), times: 1 + below(2) };
    faults.rule({
      ...rule,
      ...(below(2) === 0 && { reject: true }),
      respond: (response) => ({ ...response, ...page }) as ServiceResponse,
    });
  },
  "edits a field": ({ faults, person, section, below }) => {
    const n = below(10);
    faults.rule({ on: "*", after: below(12), times: 1, edit: () => person.edit(section, n) });
  },
  deletes: ({ faults, person, section, below }) => {
    const n = below(10);
    faults.rule({ on: "*", after: below(12), times: 1, edit: () => person.delete(section, n) });
  },
  "adds an object while a create is unclear": ({ faults, below }) =>
    faults.rule({
      on: "POST */add",
      after: below(3),
      times: 1,
      fault: "reset",
      when: oneOf(() => below(2) / 2, ["before", "after"] as const),
      edit: (account, request) => createAsSomebodyElse(account, listOf(sectionOfCreate(request))),
    }),
};

export type Cause = keyof typeof CAUSES;
