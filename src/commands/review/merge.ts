// One report about the reviews of many accounts: what fails and what is dangerous first, in full, then the plans. Accounts
// with the same plan are one section.
import type { Report } from "./render";
import { dangersIn, type Part, partsOf, type Review } from "./review";

export function mergedReport(reviews: readonly Review[]): Report {
  const named = (review: Review, texts: readonly string[]) =>
    texts.map((text) => ({ text: `${nameOf(review)}: ${text}` }));
  const failed = reviews.flatMap((review) => named(review, review.errors));
  const dangers = reviews.flatMap((review) => named(review, dangersIn(review.rows)));
  const failures = reviews.filter(({ errors }) => errors.length > 0).length;
  const parts: readonly Part[] = [
    { title: "Failed", lines: failed },
    { title: "Dangers", lines: dangers },
  ];
  return {
    headline: `${reviews.length} accounts: ${dangers.length} dangers, ${failures} failed`,
    parts: [...parts.filter(({ lines }) => lines.length > 0), ...sectionsOf(reviews)],
  };
}

function nameOf({ stack, headline }: Review): string {
  return stack ?? headline;
}

/** The plan that most accounts have first. Ids, places and addresses differ between accounts. Dangers are listed before. */
function sectionsOf(reviews: readonly Review[]): readonly Part[] {
  const sections = new Map<string, { readonly stacks: string[]; readonly review: Review }>();
  for (const review of reviews.filter(({ errors }) => errors.length === 0)) {
    const rows = review.rows.map(({ danger: _, ...row }) => row);
    const plan = rows.map(({ urn: _, id: __, place: ___, ...row }) => row);
    const text = JSON.stringify([plan, review.notes]);
    const section = sections.get(text) ?? { stacks: [] as string[], review: { ...review, rows } };
    section.stacks.push(nameOf(review));
    sections.set(text, section);
  }
  const largestFirst = [...sections.values()].sort((a, b) => b.stacks.length - a.stacks.length);
  return largestFirst.flatMap(({ stacks, review }) => [
    { title: stacks.join(" "), lines: [] },
    ...partsOf(review),
  ]);
}
