// The questions of `doctor`, and what some answers ask the user to do. `npm run generate` writes their page.

export interface Question {
  /** Of the row. */
  readonly id: string;
  readonly text: string;
  /** By a part of the answer; the first one counts. All other answers ask for nothing. In Markdown, from docs/. */
  readonly meanings?: Readonly<Record<string, string>>;
}

/** By the heading of the page, in the order of the rows. */
export const QUESTIONS: Readonly<Record<string, readonly Question[]>> = {
  "Account and limit": [
    {
      id: "account",
      text: "Does the account show when it was registered?",
      meanings: {
        "not shown":
          "A copy of the service at the same address counts as the same account. Use `account.expect`.",
      },
    },
    {
      id: "rate-limit",
      text: "How many requests a minute does the service allow? If it does not say, the client sends at most 30.",
    },
    {
      id: "reset",
      text: "In which form does the service say when the limit is reset? Digits are shown as 0. If it does not say, the client waits a minute.",
    },
    {
      id: "clock",
      text: "How far is the clock of the service ahead?",
      meanings: { "not shown": "Keep the clock of this machine right: the reset counts by it." },
    },
  ],
  Lists: [
    { id: "page-size", text: "How many objects has a page without `limit`?" },
    {
      id: "limit",
      text: "Which `limit` do lists accept? If they reject 100, the client reads without `limit`, which takes more requests.",
    },
    { id: "lists", text: "What do lists say about their pages, and what is their order?" },
    { id: "ids", text: "Are ids numbers or text?" },
    { id: "errors", text: "How is an unknown id rejected?" },
    {
      id: "kinds",
      text: "Which lists does the plan have?",
      meanings: { rejected: "Leave these sections out of the config, or change the plan of the account." },
    },
    { id: "campaign-name", text: "Under which key is the name of a campaign?" },
    {
      id: "pixel-words",
      text: "Which words do lists show as pixel types: those of the API document, or the networks' own?",
    },
    {
      id: "qr-names",
      text: "Do lists show names of QR codes?",
      meanings: {
        "not shown":
          "After a killed run, nobody recognizes what it created. Look for [extra codes](operations.md#creates-with-an-unknown-result).",
      },
    },
    {
      id: "links",
      text: "Do short links have endpoints?",
      meanings: {
        accepted: "The config can have [links](config-file.md#short-links).",
        rejected:
          "Leave `links` out of the config. Name links by [id](operations.md#ids-of-short-links-and-bio-pages).",
      },
    },
  ],
};

/** What the answer asks the user to do. `undefined`: nothing. */
export function meaningOf({ meanings = {} }: Question, answer: string): string | undefined {
  const [, meaning] = Object.entries(meanings).find(([part]) => answer.includes(part)) ?? [];
  // A terminal shows no links.
  return meaning?.replace(/\[(.+?)\]\(.+?\)/g, "$1");
}
