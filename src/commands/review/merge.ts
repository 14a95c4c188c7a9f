// One report about the reviews of many accounts: what fails and what is dangerous first, in full, then the plans. Accounts
// with the same plan are one section.
import { toLine } from "../../api/sanitize";
import { escaped, fitted, forLog, MAX_LENGTH, markdownParts, textParts } from "./render";
import type { Review } from "./review";

interface Section {
  readonly stacks: readonly string[];
  readonly review: Review;
}

/** A report for a comment: what does not fit is counted. */
export function mergedMarkdown(reviews: readonly Review[]): string {
  const lists = [
    { title: "Failed", texts: failuresIn(reviews) },
    { title: "Dangers", texts: dangersIn(reviews) },
  ].filter(({ texts }) => texts.length > 0);
  const lines = [`### ${escaped(headlineOf(reviews))}`];
  for (const { title, texts } of lists) {
    const all = texts.map((text) => `- ${escaped(text)}`);
    const shown = fitted(all, MAX_LENGTH - lines.join("\n").length);
    lines.push("", `**${title}**`, "", ...shown);
    if (shown.length < all.length)
      lines.push(`… ${all.length - shown.length} of ${all.length} lines are only in the artifact`);
  }
  const sections = sectionsOf(reviews);
  for (const [at, { stacks, review }] of sections.entries()) {
    const left = MAX_LENGTH - lines.join("\n").length;
    if (left <= 0) {
      lines.push("", `… ${sections.length - at} of ${sections.length} plans are only in the artifact`);
      break;
    }
    lines.push("", `**${escaped(stacks.join(" "))}**`, ...markdownParts(review, left));
  }
  return lines.join("\n");
}

/** The whole report. */
export function mergedText(reviews: readonly Review[]): string {
  const list = (title: string, texts: readonly string[]) =>
    texts.length > 0 ? ["", title, ...texts.map((text) => `  ${toLine(text)}`)] : [];
  return forLog([
    headlineOf(reviews),
    ...list("Failed", failuresIn(reviews)),
    ...list("Dangers", dangersIn(reviews)),
    ...sectionsOf(reviews).flatMap(({ stacks, review }) => [
      "",
      toLine(stacks.join(" ")),
      ...textParts(review),
    ]),
  ]);
}

function headlineOf(reviews: readonly Review[]): string {
  const counts = [
    [dangersIn(reviews).length, "dangers"],
    [reviews.filter(({ errors }) => errors.length > 0).length, "failed"],
  ] as const;
  const accounts = reviews.length === 1 ? "account" : "accounts";
  return `${reviews.length} ${accounts}: ${counts.map(([count, what]) => `${count} ${what}`).join(", ")}`;
}

function nameOf({ stack, headline }: Review): string {
  return stack ?? headline;
}

function failuresIn(reviews: readonly Review[]): readonly string[] {
  return reviews.flatMap((review) => review.errors.map((error) => `${nameOf(review)}: ${error}`));
}

function dangersIn(reviews: readonly Review[]): readonly string[] {
  return reviews.flatMap((review) =>
    review.rows.flatMap(({ key, danger }) => (danger ? `${nameOf(review)}: ${key} ${danger}` : [])),
  );
}

/** The plan that most accounts have first. Ids, places and addresses differ between accounts. Dangers are listed before. */
function sectionsOf(reviews: readonly Review[]): readonly Section[] {
  const sections = new Map<string, { readonly stacks: string[]; readonly review: Review }>();
  for (const review of reviews.filter(({ errors }) => errors.length === 0)) {
    const rows = review.rows.map(({ danger: _, ...row }) => row);
    const plan = rows.map(({ urn: _, id: __, place: ___, ...row }) => row);
    const text = JSON.stringify([plan, review.notes]);
    const section = sections.get(text) ?? { stacks: [] as string[], review: { ...review, rows } };
    section.stacks.push(nameOf(review));
    sections.set(text, section);
  }
  return [...sections.values()].sort((a, b) => b.stacks.length - a.stacks.length);
}
