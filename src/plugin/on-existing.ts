// `onExisting` of the plugin. It has no words that adopt an object, because that is Pulumi's import.
import type { Definition } from "../kind/definition";
import { formatList } from "../kind/schema";
import { hasUnknown } from "../kind/unknown";

/** Of the setting, and of the option of most resources. */
const WORDS = ["fail", "duplicate"];

/** The words of the option of a resource. Kinds without a list have none. */
export function wordsOf({ list }: Definition): readonly string[] {
  return list ? WORDS : [];
}

/** What is wrong with the word. @param words of the option of a resource. @default those of the setting */
export function wordProblem(given: unknown, words: readonly string[] = WORDS): string | undefined {
  const isFine = given === undefined || given === null || hasUnknown(given) || words.includes(String(given));
  if (isFine) return undefined;
  if (words.length === 0) return "has no effect on this type of resource: remove it";
  return `must be ${formatList(words, "or")}. To manage an existing object, import it`;
}
