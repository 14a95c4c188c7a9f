// What is wrong with arguments: one rule for the program, which knows plain values, and for `check`, which knows more.
import type { z } from "zod";
import type { Definition, Props } from "./definition";
import { zodMessage } from "./schema-messages";
import { isUnknownAt } from "./unknown";

/** Unknown values are no problem yet. */
export function issuesOf(definition: Definition, given: Props): readonly z.core.$ZodIssue[] {
  // An unset secret arrives as null.
  const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const result = definition.args().safeParse(args, { error: zodMessage });
  return result.success ? [] : result.error.issues.filter((issue) => !isUnknownAt(args, issue.path));
}

/** Such as `content.wifi.ssid: must be text, not a number`. */
export function issueText({ path, message }: z.core.$ZodIssue): string {
  return [path.join("."), message].filter(Boolean).join(": ");
}
