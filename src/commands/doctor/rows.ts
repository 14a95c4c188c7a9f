// The rows of `doctor`. Questions and meanings are those of the page for users, so that both say the same.
import { readFileSync } from "node:fs";
import * as path from "node:path";

/** By the id of the row. `undefined`: unknown, never a guess. */
export type Answers = Readonly<Record<string, string | undefined>>;

const PAGE = path.join(__dirname, "../../../docs/assumptions.md");
const QUESTION = /^- `([a-z-]+)`: (.+)\n((?: {2}- .+\n)*)/gm;
const MEANING = /^ {2}- (?:\*(.+?)\*: )?(.+)$/gm;

/** In the order of the page. A meaning belongs to the answers that contain its text; the first one counts. */
export function rowsOf(answers: Answers) {
  const questions = [...readFileSync(PAGE, "utf8").matchAll(QUESTION)];
  return questions
    .filter(([, id]) => Object.hasOwn(answers, id!))
    .map(([, id = "", question, meanings = ""]) => {
      const answer = answers[id];
      if (answer === undefined) return { id, question, answer: "unknown", meaning: "No response showed it." };
      const found = [...meanings.matchAll(MEANING)].find(([, text = ""]) => answer.includes(text));
      const meaning = found?.[2] ?? "Nothing to do.";
      return { id, question, answer, meaning: meaning.replace(/\[(.+?)\]\(.+?\)/g, "$1") };
    });
}
