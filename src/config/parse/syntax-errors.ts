// Reports the errors of the YAML parser in plain words: fewer of them, and at the location of the cause.
import type { ErrorCode, YAMLError } from "yaml";
import { type Diagnostics, locationText } from "../report/diagnostics";
import type { Range, Source } from "../source/source";
import {
  conflictMarker,
  likelyCause,
  MISSING_COLON,
  MISSING_SPACE,
  NOT_CLOSED_QUOTE,
  type Syntax,
  TABS,
  WRONG_INDENTATION,
} from "./likely-causes";
import { curlyClose, type Problem } from "./odd-characters";
import { openingBefore, unclosedOpenings } from "./unclosed";

/** More errors of one file are noise. */
const MAX_ERRORS = 20;
/** Finding the cause of an error searches the file. */
const MAX_SEARCHES = 20;
/** Text that the parser rejects because it believes that the document has ended before it. */
const AFTER_DOCUMENT = "after document";

/** Returns the start of the first line with an error that makes the tree unreliable. */
export function reportSyntaxErrors(syntax: Syntax, source: Source, diagnostics: Diagnostics): number {
  const { document, errors: all } = syntax;
  const errors = all.filter((error) => !isAllowed(error));
  if (errors.length === 0) return Number.POSITIVE_INFINITY;
  const conflict = conflictMarker(source);
  if (conflict) {
    diagnostics.error({ source, range: conflict.range }, "syntax", conflict.message, conflict.help);
    return 0;
  }
  let validUntil = Number.POSITIVE_INFINITY;
  const reportedCauses = new Set<string | number>();
  const openings = document ? unclosedOpenings(document, errors, source.text) : [];
  for (const [index, error] of errors.toSorted((a, b) => a.pos[0] - b.pos[0]).entries()) {
    const opening = openingFor(error, openings);
    const cause = document && index < MAX_SEARCHES ? likelyCause(error, opening, syntax, source) : undefined;
    const { range, message, help } = cause ?? problemOf(error, opening, source);
    const line = source.lineAt(range.start).start;
    // The tree is correct after an unknown tag or directive.
    const isHarmless = error.code === "TAG_RESOLVE_FAILED" || error.code === "BAD_DIRECTIVE";
    if (!isHarmless) {
      validUntil = Math.min(validUntil, line);
      // One mistake causes several parser errors. Only the first one is reported.
      const causes = [line, ...causesOf(error, range, source)];
      if (causes.some((cause) => reportedCauses.has(cause)) || reportedCauses.size >= MAX_ERRORS) continue;
      for (const cause of [...causes, AFTER_DOCUMENT]) reportedCauses.add(cause);
    }
    diagnostics.error({ source, range }, "syntax", message, help);
  }
  return validUntil;
}

/** A closing bracket in the column of its key: the parser warns, and every other one accepts it. */
function isAllowed({ code, message }: YAMLError): boolean {
  return code === "BAD_INDENT" && message.startsWith("Flow end indicator");
}

/** What else the cause of an error leads to: lines by their start, and kinds of errors. */
function causesOf({ code, message, pos }: YAMLError, range: Range, source: Source): (string | number)[] {
  if (source.text[range.start] === "\t") return [TABS.message];
  if (code === "MULTILINE_IMPLICIT_KEY") return [source.lineAt(pos[1]).start];
  return code === "UNEXPECTED_TOKEN" && message.includes("in YAML stream") ? [AFTER_DOCUMENT] : [];
}

function openingFor({ code, pos: [start, end] }: YAMLError, openings: readonly Range[]): Range | undefined {
  const mayBeUnclosed = code === "MISSING_CHAR" || code === "BAD_INDENT";
  return mayBeUnclosed ? openingBefore({ start, end }, openings) : undefined;
}

function problemOf(error: YAMLError, opening: Range | undefined, source: Source): Problem {
  const other = opening && otherCloser(error, opening, source);
  if (other) return other;
  if (opening)
    return { range: { start: opening.start, end: opening.start + 1 }, ...notClosed(opening, source) };
  const range = rangeOf(error, source);
  return { range, ...inWords(error, source, range) };
}

/** A closing bracket of the other kind. */
function otherCloser({ pos: [at] }: YAMLError, opening: Range, source: Source): Problem | undefined {
  const pair = source.text[opening.start]! + source.text[at];
  if (pair !== "[}" && pair !== "{]") return undefined;
  const [opener, closer] = pair;
  const where = locationText({ source, range: opening });
  return {
    range: { start: at, end: at + 1 },
    message: `this ${closer} does not close the ${opener} at ${where}`,
    help: `close the ${opener} first, or remove the ${closer}`,
  };
}

function notClosed({ start }: Range, source: Source): Words {
  const opener = source.text[start]!;
  if (/[{[]/.test(opener))
    return { message: `this ${opener} is not closed`, help: "close it, and indent the lines in between" };
  const rest = source.text.slice(start + 1, source.lineAt(start).end);
  return { ...NOT_CLOSED_QUOTE, help: curlyClose(rest) ?? NOT_CLOSED_QUOTE.help };
}

/** Without the indentation before it. */
function rangeOf({ code, pos: [start, end] }: YAMLError, { text }: Source): Range {
  const blanks = code === "BAD_INDENT" ? /^ */.exec(text.slice(start, start + 200))![0].length : 0;
  return { start: start + blanks, end: Math.max(end, start + blanks + 1) };
}

interface Words {
  readonly message: string;
  readonly help?: string;
}

const SECOND_COLON = {
  message: 'unexpected second ": " on one line',
  help: 'put text with ": " in quotes, or start a new line',
};

const SECOND_COLON_IN_FLOW = {
  message: SECOND_COLON.message,
  help: 'put text with ": " in quotes, or add a missing comma',
};

const words: Partial<Record<ErrorCode, (error: YAMLError, written: string) => Words>> = {
  TAB_AS_INDENT: () => TABS,
  BAD_INDENT: () => WRONG_INDENTATION,
  MISSING_CHAR: (error) =>
    /implicit map key/i.test(error.message) ? MISSING_COLON : missingSeparator(error),
  MULTILINE_IMPLICIT_KEY: () => MISSING_COLON,
  BLOCK_AS_IMPLICIT_KEY: (_error, written) => (written === ":" ? MISSING_SPACE : SECOND_COLON),
  BLOCK_IN_FLOW: (_error, written) =>
    /^[-?](\s|$)/.test(written)
      ? { message: `unexpected "${written[0]} " inside { } or [ ]`, help: "separate the values by commas" }
      : SECOND_COLON_IN_FLOW,
  BAD_SCALAR_START: (_error, written) => ({
    message: `text without quotes cannot start with ${written}`,
    help: "put the text in quotes",
  }),
  UNEXPECTED_TOKEN: (error, written) =>
    /at node end/.test(error.message)
      ? {
          message: "unexpected text after the value",
          help: "remove an extra quote, or add a missing comma",
        }
      : unexpected(written),
  BAD_ALIAS: (_error, written) => ({
    message: `the name after ${written} is missing`,
    help: `put text that starts with "${written}" in quotes`,
  }),
  // Without quotes, a password that starts with "!" is a tag.
  TAG_RESOLVE_FAILED: () => ({
    message: "this tag is not supported",
    help: 'remove it, or put text that starts with "!" in quotes',
  }),
  KEY_OVER_1024_CHARS: () => ({
    message: "the key has more than 1024 characters",
    help: MISSING_COLON.help,
  }),
  BAD_DIRECTIVE: () => ({ message: "this directive is not supported", help: "remove the line" }),
  BAD_DQ_ESCAPE: () => ({
    message: "unknown escape sequence",
    help: "write a backslash as \\\\, or use single quotes",
  }),
};

function missingSeparator(error: YAMLError): Words {
  return /^missing , or :/i.test(error.message)
    ? { message: 'missing ":" or "," before this', help: "write { key: value, key: value }" }
    : { message: sentence(error) };
}

function unexpected(written: string): Words {
  return /^[}\]]/.test(written)
    ? { message: `this ${written[0]} closes nothing`, help: "remove it, or add what it closes" }
    : { message: "unexpected text" };
}

function inWords(error: YAMLError, { text }: Source, { start, end }: Range): Words {
  return words[error.code]?.(error, text.slice(start, end)) ?? { message: sentence(error) };
}

function sentence({ message }: YAMLError): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
