// Resources of a preview that several tests of `review` read.
import type { Previewed } from "./events";

export const PIXEL = { type: "fbpixel", name: "Ads", tag: "1" };
export const CODE = { type: "link", data: "https://example.com", name: "Menu" };
export const LINK = { link: "https://acme.example/qr/abc" };

/** An entry that the preview has decided about. */
export const decided = (fields: object, entry: object) => ({ ...fields, __entry: JSON.stringify(entry) });

/** A pixel whose name the config changes. */
export const changed = (key: string): Previewed => ({
  ...{ name: `Pixel ${key}`, recorded: PIXEL, next: { ...PIXEL, name: "New" } },
});

/** A pixel whose name somebody has changed. */
export const drifted = (key: string): Previewed => ({
  ...{ name: `Pixel ${key}`, recorded: PIXEL, live: { ...PIXEL, name: "By hand" }, next: PIXEL },
});

/** A code whose type the config changes. */
export const REPLACED: Previewed = {
  ...{ name: "QrCode menu", recorded: CODE, outputs: LINK, next: { ...CODE, type: "text" } },
  ...{ operation: "replace", changed: ["type"] },
};

/** A code that somebody has deleted, although the config has it. */
export const GONE: Previewed = { name: "QrCode menu", recorded: CODE, outputs: LINK, live: null, next: CODE };
