// Whether a scanner will be able to tell the two colours of a QR code apart.
import type { LintWarning } from "../../kind/definition";

/** Scanners want a dark code on a light ground; below this ratio many phones fail. */
const LEAST_CONTRAST = 3;

/** Unset colours count as the usual black on white. */
export function colourFindings(foreground: unknown, background: unknown): readonly LintWarning[] {
  const fore = luminance(foreground, 0);
  const back = luminance(background, 1);
  if (fore === undefined || back === undefined) return [];
  const field = foreground === undefined ? "background" : "foreground";
  const contrast = (Math.max(fore, back) + 0.05) / (Math.min(fore, back) + 0.05);
  if (contrast < LEAST_CONTRAST) {
    return [
      {
        field,
        message: `foreground and background are too close to scan (contrast ${contrast.toFixed(1)}, at least ${LEAST_CONTRAST} is needed)`,
      },
    ];
  }
  if (fore > back) {
    return [{ field, message: "the code is lighter than its background, which many scanners cannot read" }];
  }
  return [];
}

/** Relative luminance of WCAG 2, 0 (black) to 1 (white). */
function luminance(colour: unknown, unset: number): number | undefined {
  if (colour === undefined) return unset;
  const parts = /^rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(String(colour));
  if (!parts) return undefined;
  const [red = 0, green = 0, blue = 0] = parts.slice(1).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
