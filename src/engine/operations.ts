// What the engine calls the steps of a preview, and what each does to an object.

/** `keep`: nothing. `forget`: only the state loses it. Unset: the engine does something else with it. */
type StepEffect = "create" | "update" | "delete" | "forget" | "keep" | "refresh";

interface StepMeaning {
  readonly effect?: StepEffect;
  /** It is a part of a replacement, or stands for all of it. */
  readonly isReplacement?: true;
}

const MEANINGS: Readonly<Record<string, StepMeaning>> = {
  same: { effect: "keep" },
  read: { effect: "keep" },
  refresh: { effect: "refresh" },
  create: { effect: "create" },
  update: { effect: "update" },
  delete: { effect: "delete" },
  discard: { effect: "forget" },
  replace: { isReplacement: true },
  "create-replacement": { effect: "create", isReplacement: true },
  // Also alone, after a replacement whose delete has failed.
  "delete-replaced": { effect: "delete" },
  "import-replacement": { isReplacement: true },
  "read-replacement": { isReplacement: true },
  "discard-replaced": { effect: "forget" },
  "remove-pending-replace": { effect: "forget" },
};

/** @param operation as the engine spells it. A later version may have others */
export function meaningOf(operation: string): StepMeaning {
  return Object.hasOwn(MEANINGS, operation) ? MEANINGS[operation]! : {};
}
