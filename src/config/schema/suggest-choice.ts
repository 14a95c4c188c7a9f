// "Did you mean" for a field with a fixed set of values.
import { suggest } from "../../api/suggest";
import type { Subschema } from "./schema-inspector";

const MIN_PREFIX = 2;

/** The value that the user most likely means: by another name that the schema knows, a typo, or its beginning. */
export function suggestChoice(
  word: string,
  choices: readonly string[],
  subschemas: readonly Subschema[],
): string | undefined {
  const plain = word.toLowerCase().replace(/[\s_-]/g, "");
  const synonym = subschemas.flatMap(({ synonyms = {} }) => synonyms[plain] ?? [])[0];
  return synonym ?? suggest(word, choices) ?? onlyOneWithPrefix(plain, choices);
}

function onlyOneWithPrefix(plain: string, choices: readonly string[]): string | undefined {
  if (plain.length < MIN_PREFIX) return undefined;
  const [first, second] = choices.filter((choice) => choice.toLowerCase().startsWith(plain));
  return second === undefined ? first : undefined;
}
