// A large config file with a bit of everything: references, members of lists, QR codes; right, or with mistakes.

/** Sections and their shares; each line has a right form and one with a mistake. */
const SECTIONS = [
  {
    name: "pixels",
    share: 0.3,
    entry: (i, isWrong) =>
      `  pixel${i}: { type: ${isWrong ? "fbpixl" : "fbpixel"}, name: Shop ads ${i}, tag: "${1e9 + i}" }\n`,
  },
  {
    name: "domains",
    share: 0.1,
    entry: (i, isWrong) =>
      `  domain${i}:\n    ${isWrong ? "domian" : "domain"}: https://go${i}.example.com\n` +
      `    redirectRoot: https://example.com/${i}\n`,
  },
  {
    name: "qrCodes",
    share: 0.2,
    entry: (i, isWrong) =>
      `  code${i}:\n    type: link\n    data: https://example.com/menu/${i}\n` +
      `    foreground: ${isWrong ? "navy" : '"rgb(16,42,67)"'}\n`,
  },
  {
    name: "channels",
    share: 0.2,
    entry: (i, isWrong) =>
      `  channel${i}:\n    name: Spring ${i}\n    color: "#22AA66"\n` +
      `    items: [ { qr: ${isWrong ? "cod" : "code"}${i} }, { link: ${4711 + i} } ]\n`,
  },
  {
    name: "campaigns",
    share: 0.2,
    entry: (i, isWrong) =>
      `  campaign${i}: { name: Launch ${i}, slug: launch-${i}, ${isWrong ? "pubic" : "public"}: true, ` +
      `links: [${4711 + i}, ${4712 + i}] }\n`,
  },
];

/**
 * The text of a config file.
 * @param entries how many it has, a multiple of 10
 * @param mistakes in so many entries, spread over all sections
 */
export function largeConfig(entries, mistakes = 0) {
  const each = mistakes === 0 ? Number.POSITIVE_INFINITY : Math.floor(entries / mistakes);
  let written = 0;
  return SECTIONS.map(({ name, share, entry }) => {
    const lines = Array.from({ length: Math.round(entries * share) }, (_, i) =>
      entry(i, ++written % each === 0),
    );
    return `${name}:\n${lines.join("")}`;
  }).join("");
}
