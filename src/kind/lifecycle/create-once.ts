// Creates an object exactly once, also where an answer is lost: lists then tell whether it was made, and only what
// was surely not made is sent once more.

import { AmbiguousError, ApiError, ErrorResponse } from "../../api/errors";
import type { Collection } from "../../api/list/collection";
import type { Item } from "../../api/list/item";
import type { AccountSession } from "../../api/session";
import type { Creation } from "../definition";
import { lookUntilSettled } from "./poll";

const TRIES = 2;

export interface SingleCreate {
  readonly session: AccountSession;
  readonly objects: Collection;
  readonly creation: Creation;
  /** Sends it once. @throws AmbiguousError when it may have worked all the same */
  send(): Promise<{ readonly id: string; readonly item: Item }>;
  /** Of the entries that are new since before the first try, those that may be it. */
  candidates(fresh: readonly Sighting[], tried: Span): readonly Sighting[];
  /** How many creates under way would be satisfied by the same entries; all of them get one. */
  rivals(): number;
  /** Whether candidates are known by their kind alone, so that one that is seen early may be somebody else's. */
  readonly patient: boolean;
  /** One entry in a message. */
  show(sighting: Sighting): string;
}

export type Sighting = readonly [id: string, item: Item];

/** From before a try to the time at which lists must show it, ms since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Several entries may be what a create made. */
export class UndecidedError extends AmbiguousError {}

/** @throws ApiError; AmbiguousError when it may exist, with what to do; UndecidedError when it cannot be told */
export async function createSingle(create: SingleCreate): Promise<Sighting> {
  const { session, objects } = create;
  await objects.items();
  const known = objects.listings;
  for (let tries = 1; ; tries++) {
    const from = session.now();
    let failure: ApiError;
    try {
      const { id, item } = await create.send();
      objects.added(id, item);
      return [id, item];
    } catch (error) {
      // What is refused the second time may be so because the first time it worked after all.
      const isAmbiguous = error instanceof AmbiguousError || (error instanceof ErrorResponse && tries > 1);
      if (!isAmbiguous || (error as ApiError).session) throw error;
      failure = error as ApiError;
    }
    const made = await search(create, known, from, failure);
    if (made) return made;
    if (!(failure instanceof AmbiguousError)) throw failure;
    if (tries === TRIES) {
      throw new AmbiguousError(
        `${failure.message}; ${TRIES} tries had no clear answer, and the list showed neither within ` +
          `${session.settings.settleTimeMs / 1000} s; ${create.creation.nextRun}`,
        { cause: failure },
      );
    }
    const { what, tell } = create.creation;
    tell.info(
      `${what}: sent once more, since a first try had no clear answer and no list shows it within settleTime ` +
        `(${session.settings.settleTimeMs / 1000} s); should the service take longer than that, it may be there twice`,
    );
  }
}

async function search(
  create: SingleCreate,
  known: number,
  from: number,
  failure: ApiError,
): Promise<Sighting | undefined> {
  const { session, objects, creation } = create;
  const triedAt = session.now();
  const tried = { from, to: triedAt + session.settings.settleTimeMs };
  const sight = () => {
    const free = objects.newSince(known).filter(([id]) => !creation.isHeld(id));
    const candidates = create.candidates(free, tried);
    if (candidates.length > create.rivals()) throw undecided(create, candidates, failure);
    const [made] = candidates;
    // Nothing may come between the look and the claim: creates run side by side.
    if (made) claim(create, made[0]);
    return made;
  };
  try {
    return await lookUntilSettled(session, objects, { triedAt, patient: create.patient, sight });
  } catch (error) {
    if (!(error instanceof ApiError) || error.session || error instanceof UndecidedError) throw error;
    throw new AmbiguousError(
      `${failure.message}; the list that would tell could not be read (${error.message}); ${creation.nextRun}`,
      { cause: error },
    );
  }
}

function claim({ creation, patient }: SingleCreate, id: string): void {
  creation.take(id);
  const made = `${creation.what}: was made with id ${id} although its create had no clear answer`;
  if (!patient) creation.tell.info(made);
  else {
    creation.tell.warn(
      `${made}; it is the only new one of that time, and nothing more of it can be compared: where others create such ` +
        "objects too, look at it before you use it",
    );
  }
}

function undecided(create: SingleCreate, candidates: readonly Sighting[], failure: ApiError): UndecidedError {
  const shown = candidates.map((candidate) => create.show(candidate)).join("; ");
  return new UndecidedError(
    `${failure.message}; which of the new objects on the account it made cannot be told: ${shown}. Look at them, delete ` +
      "what is superfluous, and name the right one by the option onExisting: { id: … }",
    { cause: failure },
  );
}
