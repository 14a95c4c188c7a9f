// What a command does with an object whose existence is in question: section 4 of the design, and nothing of the code.

/** What a reading of the list shows of the object. "renamed": it is there, under another name. "short": only a number says it. */
export type Reading = "shows" | "lacks" | "empty" | "fails" | "renamed" | "short";

/** A case. */
export interface Case {
  readonly action:
    | "refresh"
    | "refresh domain"
    | "up --refresh"
    | "update"
    | "delete"
    | "assign"
    | "list item"
    | "create"
    | "preview";
  /** Who says that the object exists. */
  readonly claim: "state" | "user" | "request" | "nobody";
  /** Of the object's list, in the process that changes the account. The last one repeats. */
  readonly readings: readonly Reading[];
  /** The state has another object of the list, which stays. Of a domain: another list shows something. */
  readonly beside: boolean;
  /** To the first request that changes the account. "lost": there is none. */
  readonly answer: "accepted" | "rejected" | "lost";
  readonly onExisting: "fail" | "adopt" | "overwrite" | "duplicate" | "id";
}

/** What a user sees: the requests, what the state has of the entry, and "ok" or a part of the error. */
export type Outcome = string;

/** Of what the state says to exist: found, and absent. */
const OF_RECORDED: Partial<Record<Case["action"], readonly [found: Outcome, absent: Outcome]>> = {
  refresh: ["nothing; kept; ok", "nothing; left the state; ok"],
  "refresh domain": ["nothing; kept; ok", "nothing; left the state; ok"],
  "up --refresh": ["nothing; kept; ok", "POST; recorded; ok"],
  update: ["PUT; kept; ok", "nothing; kept; error: pulumi refresh"],
  // Of the channel. What is recorded is the item.
  assign: ["POST; recorded; ok", "nothing; not recorded; error: pulumi refresh"],
};

/** @param list its path */
export function expectedOutcome(
  { action, claim, readings, beside, answer, onExisting }: Case,
  list: string,
): Outcome {
  const at = (index: number) => readings[Math.min(index, readings.length - 1)]!;
  const trust = `TRUST_LISTS=${action === "refresh domain" ? "domains" : "channels"}`;
  const isRecorded = claim === "state" || action === "delete";
  const refused = (why: string) =>
    `nothing; ${isRecorded && action !== "assign" ? "kept" : "not recorded"}; error: ${why}`;
  /** An empty list proves nothing while the state has an object of it, or earlier readings have shown others. */
  const problemOf = (index: number, isDeleting = false): string | undefined => {
    if (at(index) === "fails") return `GET ${list}`;
    const hasShownOthers = readings.slice(0, index).some((one) => one !== "empty");
    const isDoubtful = beside || (isRecorded && !isDeleting) || hasShownOthers;
    // Another list shows that the service has its data, and a service creates a domain only once.
    const isExempt = action === "list item" || (action === "refresh domain" && beside);
    return at(index) === "empty" && isDoubtful && !isExempt ? trust : undefined;
  };
  /** Where something says that the object exists, two readings must lack it. An empty one may be none of them. */
  const prove = (from: number, isDeleting = false): "shown" | "absent" | string => {
    for (let index = from, lacking = 0; index < from + 4; index++) {
      // A list that is shorter than it says proves no absence.
      const problem = at(index) === "short" ? trust : problemOf(index, isDeleting);
      if (at(index) === "shows") return "shown";
      if (at(index) === "fails") return problem!;
      if (!problem && ++lacking === 2) return "absent";
    }
    return at(from + 4) === "short" ? trust : problemOf(from + 4, isDeleting)!;
  };

  const ofRecorded = OF_RECORDED[action];
  if (ofRecorded) {
    const found = prove(0);
    return found === "shown" ? ofRecorded[0] : found === "absent" ? ofRecorded[1] : refused(found);
  }
  // Everybody else needs one reading, before anything is sent.
  const problem = problemOf(0);
  if (problem) return refused(problem);
  if (action === "delete") {
    if (answer === "rejected" && at(0) === "shows") return "DELETE; kept; error: rejected";
    const found = answer === "accepted" ? "absent" : prove(1, true);
    if (found === "absent") return "DELETE; left the state; ok";
    return `DELETE; kept; error: ${found === "shown" ? "" : found}`;
  }
  if (action === "list item") {
    if (at(0) === "shows") return "nothing; recorded; ok";
    const found = answer === "accepted" ? "shown" : prove(1);
    if (found === "shown") return "POST; recorded; ok";
    if (found !== "absent" || answer === "rejected") return "POST; not recorded; error: ";
    return "POST, POST; recorded; ok";
  }
  if (at(0) === "shows" && onExisting === "fail") return refused("already exists");
  if (at(0) !== "shows" && onExisting === "id") return refused("no Channel");
  if (action === "preview") return "nothing; not recorded; ok";
  if (claim === "nobody") return "POST; recorded; ok";
  if (claim === "user") {
    if (at(0) === "shows") return "nothing; recorded; ok";
    const found = prove(0);
    return found === "absent" ? "POST; recorded; ok" : refused(found === "shown" ? "again" : found);
  }
  // A create without an answer. With `duplicate`, no later check can find what it created.
  if (problemOf(1) || at(1) === "short")
    return onExisting === "duplicate" ? "POST; pending; error: { id" : "POST; not recorded; error: =adopt";
  if (at(1) === "shows") return "POST; recorded; ok";
  // An object under another name is new to this process.
  if (at(1) === "renamed" || (at(0) === "empty" && at(1) === "lacks")) return "POST; pending; error: { id";
  // That reading shows also a late effect.
  return "POST, POST; recorded; ok";
}
