// A large config file with references, list members and QR codes, optionally with errors.

/** Sections and their shares of the entries. Each entry has a valid form and one with an error. */
const SECTIONS = [
  {
    name: "pixels",
    share: 0.3,
    entry: (i, hasError) =>
      `  pixel${i}: { type: ${hasError ? "fbpixl" : "fbpixel"}, name: Shop ads ${i}, tag: "${1e9 + i}" }\n`,
  },
  {
    name: "domains",
    share: 0.1,
    entry: (i, hasError) =>
      `  domain${i}:\n    ${hasError ? "domian" : "domain"}: https://go${i}.example.com\n` +
      `    redirectRoot: https://example.com/${i}\n`,
  },
  {
    name: "qrCodes",
    share: 0.2,
    entry: (i, hasError) =>
      `  code${i}:\n    type: link\n    data: https://example.com/menu/${i}\n` +
      `    foreground: ${hasError ? "navy" : '"rgb(16,42,67)"'}\n`,
  },
  {
    name: "channels",
    share: 0.2,
    entry: (i, hasError) =>
      `  channel${i}:\n    name: Spring ${i}\n    color: "#22AA66"\n` +
      `    items: [ { qr: ${hasError ? "cod" : "code"}${i} }, { link: ${4711 + i} } ]\n`,
  },
  {
    name: "campaigns",
    share: 0.2,
    entry: (i, hasError) =>
      `  campaign${i}: { name: Launch ${i}, slug: launch-${i}, ${hasError ? "pubic" : "public"}: true, ` +
      `links: [${4711 + 2 * i}, ${4712 + 2 * i}] }\n`,
  },
];

/**
 * The text of a config file.
 * @param entries number of entries, a multiple of 10
 * @param errors number of entries with an error, spread over all sections
 */
export function largeConfig(entries, errors = 0) {
  const errorInterval = errors === 0 ? Number.POSITIVE_INFINITY : Math.floor(entries / errors);
  let written = 0;
  return SECTIONS.map(({ name, share, entry }) => {
    const lines = Array.from({ length: Math.round(entries * share) }, (_, i) =>
      entry(i, ++written % errorInterval === 0),
    );
    return `${name}:\n${lines.join("")}`;
  }).join("");
}
