// Whether a scanner can distinguish the two colors of a QR code.
import type { LintWarning } from "../../kind/definition";

/** Scanners need a dark code on a light background. Below this ratio many phones fail. */
const MIN_CONTRAST = 3;

/** An unset color counts as the usual black or white. */
export function colorWarnings(foreground: unknown, background: unknown): readonly LintWarning[] {
  const dark = luminance(foreground, 0);
  const light = luminance(background, 1);
  if (dark === undefined || light === undefined) return [];
  const field = foreground === undefined ? "background" : "foreground";
  const contrast = (Math.max(dark, light) + 0.05) / (Math.min(dark, light) + 0.05);
  if (contrast < MIN_CONTRAST) {
    const message = `foreground and background are too close to scan (contrast ${contrast.toFixed(1)}, minimum ${MIN_CONTRAST})`;
    return [{ field, message }];
  }
  if (dark <= light) return [];
  return [{ field, message: "the code is lighter than its background, which many scanners cannot read" }];
}

/** Relative luminance of WCAG 2, 0 (black) to 1 (white). */
function luminance(color: unknown, unset: number): number | undefined {
  if (color === undefined) return unset;
  const parts = /^rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(String(color));
  if (!parts) return undefined;
  const [red = 0, green = 0, blue = 0] = parts.slice(1).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
