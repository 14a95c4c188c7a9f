/** A config file with pixels `p0`, `p1` and so on. @param name begins the name of each */
export function pixels(count: number, name = "P"): string {
  const entry = (_: unknown, n: number) => `  p${n}: { type: fbpixel, name: ${name}${n}, tag: "${n}" }\n`;
  return `pixels:\n${Array.from({ length: count }, entry).join("")}`;
}
