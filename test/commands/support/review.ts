// Runs `review` on the events of a fabricated preview.
import { readFileSync } from "node:fs";
import type { Review } from "../../../src/commands/review/review";
import { Folder } from "../../config/support/folder";
import { eventsOf, fakePreview, type Previewed, type Stream } from "./events";
import { run } from "./run";

type Files = Readonly<Record<string, string>>;

export const JSON_FILE = "--output=review.json";
export const MARKDOWN = "--output=review.md";
export const WARNING = (message: string) => ({ severity: "warning", message });
export const ERROR = (message: string) => ({ severity: "error", message });

export async function review(
  resources: readonly Previewed[],
  args: readonly string[] = [],
  { env = {}, files = {}, ...stream }: Stream & { readonly env?: Files; readonly files?: Files } = {},
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
