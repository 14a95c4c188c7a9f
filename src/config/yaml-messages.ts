// The YAML parser's errors in words for people who do not know its grammar.
import type { ErrorCode, YAMLError } from "yaml";

interface Words {
  readonly message: string;
  readonly help?: string;
}

const noColon: Words = {
  message: 'a ":" is missing after the key',
  help: 'write key: value, with a space after the ":"; text over several lines needs quotes',
};

const words: Partial<Record<ErrorCode, (error: YAMLError, written: string) => Words>> = {
  TAB_AS_INDENT: () => ({ message: "a tab must not be used to indent", help: "use spaces" }),
  BAD_INDENT: (error, written) =>
    error.message.startsWith("Flow")
      ? {
          message: `the ${written} that opens here is not closed`,
          help: "close it; the lines up to there must be indented",
        }
      : {
          message: "this line is not indented like the lines that it belongs to",
          help: "lines of one mapping or list begin in the same column",
        },
  MISSING_CHAR: (error) => {
    if (/quote/.test(error.message))
      return { message: "this quote is not closed", help: "add the quote that is missing" };
    if (/implicit map key/i.test(error.message)) return noColon;
    return { message: sentence(error) };
  },
  IMPOSSIBLE: () => ({ message: "this cannot be read as YAML" }),
  MULTILINE_IMPLICIT_KEY: () => noColon,
  BLOCK_AS_IMPLICIT_KEY: () => ({
    message: 'a second ": " on one line',
    help: 'put a text that holds ": " in quotes, or begin a new line',
  }),
  BAD_SCALAR_START: (_error, written) => ({
    message: `a text must not begin with ${written} unless it is quoted`,
    help: "put the text in quotes",
  }),
  TAG_RESOLVE_FAILED: (_error, written) => ({
    message: `the tag ${written} is not supported`,
    help: "remove it; values are text, numbers, true or false, lists and mappings",
  }),
  BAD_DIRECTIVE: () => ({ message: "this directive is not supported", help: "remove the line" }),
  MULTIPLE_DOCS: () => ({ message: "the file holds more than one YAML document" }),
  BAD_DQ_ESCAPE: () => ({
    message: "this backslash begins no escape that YAML knows",
    help: "write a backslash as \\\\, or use single quotes",
  }),
};

/** @param written what stands at the place that is told */
export function yamlMessage(error: YAMLError, written: string): Words {
  return words[error.code]?.(error, written) ?? { message: sentence(error) };
}

function sentence({ message }: YAMLError): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
