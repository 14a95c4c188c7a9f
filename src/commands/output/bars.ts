// Counts as bars.
import { sanitize } from "../../api/sanitize";
import { cutToWidth, padToWidth, widthOf } from "./text-width";

const MAX_BARS = 10;
const MAX_BAR_WIDTH = 40;
const MIN_BAR_WIDTH = 4;
const INDENT = "  ";

/**
 * The largest counts, each with its share of all. Empty without counts.
 * @param width of the terminal, in columns
 */
export function bars(counts: Readonly<Record<string, number>>, width: number): string[] {
  const entries = Object.entries(counts)
    .map(([label, count]) => ({ label: sanitize(label) || "(none)", count: usable(count) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const shown = entries.slice(0, MAX_BARS);
  if (shown.length === 0) return [];
  const all = entries.reduce((sum, { count }) => sum + count, 0);
  const most = shown[0]!.count;

  const figures = shown.map(({ count }) => `${count}  ${`${Math.round((100 * count) / all)}%`.padStart(4)}`);
  const figureWidth = Math.max(...figures.map((text) => text.length));
  const widest = Math.max(...shown.map(({ label }) => widthOf(label)));
  const labelWidth = Math.max(
    1,
    Math.min(widest, Math.floor(width * 0.4), width - figureWidth - INDENT.length * 2),
  );
  const rest = width - INDENT.length * 3 - labelWidth - figureWidth;
  const barWidth = rest < MIN_BAR_WIDTH ? 0 : Math.min(MAX_BAR_WIDTH, rest);
  const lines = shown.map(({ label, count }, index) => {
    const bar = "█".repeat(barWidth && Math.max(1, Math.round((barWidth * count) / most)));
    const cells = [
      padToWidth(cutToWidth(label, labelWidth), labelWidth),
      figures[index]!.padStart(figureWidth),
      bar,
    ];
    return INDENT + cells.join(INDENT).trimEnd();
  });
  const more = entries.length - shown.length;
  return more > 0 ? [...lines, `${INDENT}and ${more} more`] : lines;
}

/** A service may send anything as a count. */
function usable(count: number): number {
  return Number.isFinite(count) && count > 0 ? count : 0;
}
