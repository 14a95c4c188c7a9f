// What a command does with an object whose existence is in question: section 4 of the design, and nothing of the code.

/** What a reading of the list shows of the object. "short": only a number says it. */
export type Reading = "shows" | "lacks" | "empty" | "fails" | "short";

/** A case. */
export interface Case {
  readonly action: "refresh" | "refresh domain" | "up --refresh" | "update" | "delete" | "create" | "preview";
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
};

/** @param list its path */
export function expectedOutcome(
  { action, claim, readings, beside, answer, onExisting }: Case,
  list: string,
): Outcome {
  const at = (index: number) => readings[Math.min(index, readings.length - 1)]!;
  const isRecorded = claim === "state" || action === "delete";
  const refused = (why: string) => `nothing; ${isRecorded ? "kept" : "not recorded"}; error: ${why}`;
  /** Then the account lists nothing at all. */
  const isAlone = action === "refresh domain" && !beside;
  /** A list that is shorter than it says proves no absence of what the state has. */
  const prove = (isClaimed: boolean): "shown" | "absent" | string => {
    for (const index of [0, 1]) {
      if (at(index) === "shows") return "shown";
      if (at(index) === "fails") return `GET ${list}`;
      if (at(index) === "empty" && isAlone) return "lists no object";
      if (at(index) === "short" && isClaimed) return "state delete";
    }
    return "absent";
  };

  const ofRecorded = OF_RECORDED[action];
  if (ofRecorded) {
    const found = prove(true);
    return found === "shown" ? ofRecorded[0] : found === "absent" ? ofRecorded[1] : refused(found);
  }
  if (action === "delete") {
    // One reading after the answer decides, also an empty one. Before it, the list only shows that the object is ours.
    const isGone = at(1) === "lacks" || at(1) === "empty";
    if (at(0) === "fails") return refused(`GET ${list}`);
    return answer === "accepted" || isGone ? "DELETE; left the state; ok" : "DELETE; kept; error: ";
  }
  if (at(0) === "fails") return refused(`GET ${list}`);
  // An id needs two readings.
  if (onExisting === "id") {
    const found = prove(true);
    if (found !== "shown") return refused(found === "absent" ? "no Channel" : found);
    return "nothing; " + (action === "preview" ? "not recorded; ok" : "recorded; ok");
  }
  // The state has another object of the list, so one empty reading proves nothing.
  const first = at(0) === "empty" && beside ? prove(false) : at(0);
  if (first.startsWith("GET")) return refused(first);
  const isShown = first === "shows" || first === "shown";
  if (isShown && onExisting === "fail") return refused("already exists");
  if (action === "preview") return "nothing; not recorded; ok";
  if (claim === "user") {
    if (isShown) return "nothing; recorded; ok";
    const found = prove(false);
    return found === "absent" ? "POST; recorded; ok" : refused(found === "shown" ? "again" : found);
  }
  // A create without an answer: the next refresh decides.
  return answer === "lost" ? "POST; pending; error: up --refresh" : "POST; recorded; ok";
}
