// Many ids as a short text, such as `101-350,352`: every new entry carries those of its kind.

/** @param ids in any order, and of any form */
export function packIds(ids: readonly string[]): string {
  const isNumber = (id: string) => /^[1-9]\d{0,14}$/.test(id);
  const numbers = ids
    .filter(isNumber)
    .map(Number)
    .sort((a, b) => a - b);
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range && number <= range[1] + 1) range[1] = number;
    else ranges.push([number, number]);
  }
  const texts = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  // What is no number is quoted: it may have a hyphen.
  return [...texts, ...ids.filter((id) => !isNumber(id)).map((id) => `"${id}"`)].join(",");
}

export function unpackIds(text = ""): string[] {
  return text.split(",").flatMap((part) => {
    if (part === "") return [];
    if (part.startsWith('"')) return part.slice(1, -1);
    const [first = 0, last = first] = part.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  });
}
