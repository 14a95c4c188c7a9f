// Resources of a preview that several tests of `review` read, and the command on fabricated events.
import { readFileSync } from "node:fs";
import type { Review } from "../../../src/commands/review/review";
import type { Row } from "../../../src/commands/review/row";
import { rowsOf } from "../../../src/commands/review/rows";
import { Folder } from "../../config/support/folder";
import { eventsOf, fakePreview, type Previewed, type Stream, stepsIn } from "./events";
import { run } from "./run";

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

export const JSON_FILE = "--output=review.json";
export const MARKDOWN = "--output=review.md";
export const WARNING = (message: string) => ({ severity: "warning", message });
export const ERROR = (message: string) => ({ severity: "error", message });

export function rowsIn(resources: readonly Previewed[]): readonly Row[] {
  return rowsOf(stepsIn(resources), new Map()).filter(({ operation }) => operation !== "same");
}

type Texts = Readonly<Record<string, string>>;

export async function review(
  resources: readonly Previewed[],
  args: readonly string[] = [],
  { env = {}, files = {}, ...stream }: Stream & { readonly env?: Texts; readonly files?: Texts } = {},
) {
  const folder = new Folder().write(files);
  const fake = fakePreview(folder, eventsOf(resources, stream), stream);
  const ran = await run(["review", ...args], folder.path, { ...fake, ...env });
  return { ...ran, folder, read: (file: string) => readFileSync(folder.at(file), "utf8") };
}

export async function reviewJson(resources: readonly Previewed[], stream?: Stream): Promise<string> {
  return (await review(resources, [JSON_FILE], stream)).read("review.json");
}

export async function reviewed(resources: readonly Previewed[], stream?: Stream): Promise<Review> {
  return JSON.parse(await reviewJson(resources, stream));
}
