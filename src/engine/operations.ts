// What the engine calls the steps of a preview, and what each does to an object.

interface StepMeaning {
  /** `keep`: nothing. `forget`: only the state loses it. Unset: the engine does something else with it. */
  readonly effect?: "create" | "update" | "delete" | "forget" | "keep" | "refresh";
  /** It is a part of a replacement, or stands for all of it. */
  readonly isReplacement?: true;
}

const MEANINGS: ReadonlyMap<string, StepMeaning> = new Map([
  ["same", { effect: "keep" }],
  ["read", { effect: "keep" }],
  ["refresh", { effect: "refresh" }],
  ["create", { effect: "create" }],
  ["update", { effect: "update" }],
  ["delete", { effect: "delete" }],
  ["discard", { effect: "forget" }],
  ["replace", { isReplacement: true }],
  ["create-replacement", { effect: "create", isReplacement: true }],
  // Also alone, after a replacement whose delete has failed.
  ["delete-replaced", { effect: "delete" }],
  ["import-replacement", { isReplacement: true }],
  ["read-replacement", { isReplacement: true }],
  ["discard-replaced", { effect: "forget" }],
  ["remove-pending-replace", { effect: "forget" }],
]);

/** @param operation as the engine spells it. A later version may have others */
export function meaningOf(operation: string): StepMeaning {
  return MEANINGS.get(operation) ?? {};
}
