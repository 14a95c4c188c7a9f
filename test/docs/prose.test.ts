// The wording of the project: short sentences, and standard terms instead of words of its own.
import { describe, expect, test } from "vitest";
import { filesIn, pages, readPage, sentencesOf } from "./support/pages";

const MAX_README_WORDS = 1200;
const MAX_SENTENCE_WORDS = 30;

function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => word !== "").length;
}

test(`the README has at most ${MAX_README_WORDS} words`, () => {
  expect(wordCount(readPage("README.md"))).toBeLessThanOrEqual(MAX_README_WORDS);
});

test.each(pages)(`%s has no sentence of more than ${MAX_SENTENCE_WORDS} words`, (page) => {
  expect(sentencesOf(readPage(page)).filter((sentence) => wordCount(sentence) > MAX_SENTENCE_WORDS)).toEqual(
    [],
  );
});

/**
 * Words to replace, and what to write instead. A letter in brackets keeps a pattern from matching its own source.
 * Names are compared as separate words: `dailyReport`, `daily-report` and "daily report" are equal.
 */
const REPLACED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(?:tol[d]|tel[l]s?|tellin[g]|telle[r]s?)\b/i, "report, log, show, say"],
  [/\bdee[d]s?\b/i, "operation"],
  [/\b(?:tak(?:e|es|ing|en)|took) ove[r]\b/i, "adopt"],
  [/\bcandidac(?:y|ies)\b/i, "adoption request"],
  [/\brole chang[e]s?\b/i, "another owner"],
  [/\bsingle creat[e]s?\b/i, "create-once"],
  [/\b(?:aftermat[h]|afterwor[d]s?|last word[s])\b/i, "poll until consistent, shutdown message"],
  [/\b(?:likenes[s]|sightin[g]s?|riva[l]s?)\b/i, "match, candidate, concurrent create"],
  [/\bpassed recor[d]s?\b/i, "hidden input"],
  [/\b(?:rate gat[e]s?|gate queu[e])\b/i, "rate limiter, request queue"],
  [/\b(?:outloo[k]|verdic[t]s?|presume[d]|doubtfu[l])\b/i, "limiter status; accepted, assumed, ambiguous"],
  [/\bchange loc[k]s?\b/i, "write lock"],
  [/\b(?:hidden tex[t]s?|hide[r]s?)\b/i, "redactor"],
  [/\ballowanc[e]s?\b/i, "parse budget"],
  [/\bfille[r]s?\b/i, "interpolation"],
  [/\b(?:circumstanc[e]s?|deliverie[s]|other write[r]s?)\b/i, "fault context, transports, concurrent editor"],
  [/\b(?:MOS[T]|LONGES[T]|LARGES[T]|LEAS[T]) /, "MAX_, MIN_"],
  [/\bwhoeve[r]\b/i, "a user, everybody who"],
  [/\bst(?:and|ands|ood) (?:her[e]|i[n]|fo[r]|a[t])\b/i, "is, is in, represents"],
  [/\bis n[o] (?:file|object|number|key)\b/i, "is not a …"],
  [/\bthe lik[e]\b/i, "and so on"],
  [/\bbesid[e]\b/i, "next to"],
  [/\bmen[d](?:s|ed|ing)?\b/i, "fix, repair"],
  [/\bsli[p]s?\b/i, "mistake, typo"],
  [/\bane[w]\b/i, "again"],
  [/(?:colo|behavio|neighbo|favo|hono)u[r]/i, "the US spelling: -or"],
  [/(?:normal|recogn|serial|initial|organ|summar|synchron|random)i[s](?:e|i|a)/i, "the US spelling: -ize"],
  [/(?:cancel|label)l[ei]/i, "the US spelling: one l"],
];

/** Places where such a word is right. */
const EXCEPTIONS: readonly { readonly files: RegExp; readonly line: RegExp; readonly reason: string }[] = [
  {
    files: /^test\/(?:config\/|e2e\/bad-input\/|api\/suggest)/,
    line: /\bcolou[r]\b["':]|Property colou[r] is/,
    reason: "a misspelled field of a config",
  },
];

function isException(file: string, line: string): boolean {
  return EXCEPTIONS.some((exception) => exception.files.test(file) && exception.line.test(line));
}

/** Splits names into words. */
function asWords(text: string): string {
  return text.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[-_]/g, " ");
}

/** `file:line: text (instead: …)` for every word to replace. The path of a file counts as its line 0. */
function wordsToReplace(file: string): string[] {
  const lines = [file, ...readPage(file).split("\n")];
  return lines.flatMap((line, number) => {
    if (isException(file, line)) return [];
    const words = asWords(line);
    return REPLACED.filter(([pattern]) => pattern.test(words)).map(
      ([, instead]) => `${file}:${number}: ${line.trim().slice(0, 100)} (instead: ${instead})`,
    );
  });
}

const CODE = /\.(?:[mc]?[jt]s|sh|ya?ml|txt)$/;

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  docs: ["link-management.yaml", ...pages, ...filesIn("examples").filter((file) => CODE.test(file))],
  ...Object.fromEntries(
    ["src", "tools", "bench", "test"].map((folder) => [
      folder,
      filesIn(folder).filter((file) => CODE.test(file)),
    ]),
  ),
};

describe("no word to replace is in", () => {
  for (const [name, files] of Object.entries(FOLDERS)) {
    test(name, () => {
      expect(files.flatMap(wordsToReplace)).toEqual([]);
    });
  }
});
