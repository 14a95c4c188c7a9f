// Every relative link of a page leads to an existing file, and to an existing heading.
import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { CODE_BLOCK, pages, readPage, root } from "./support/pages";

const LINK = /\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g;

/** The anchors of the headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...page.replace(CODE_BLOCK, "").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replace(/\s/g, "-"),
  );
}

test.each(pages)("%s has no broken link", (page) => {
  const broken = [...readPage(page).matchAll(LINK)].filter(([, path = "", anchor]) => {
    const target = path === "" ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(readPage(target)).includes(anchor);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});
