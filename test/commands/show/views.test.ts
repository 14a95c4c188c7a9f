// What people see. Reads and their dialects are in test/handlers/requests/show.test.ts.
import { expect, test } from "vitest";
import * as views from "../../../src/commands/show/views";
import { definitions } from "../../../src/resources/definitions";

const PAGE = { width: 80, style: { heading: (text: string) => text } };

test("an empty list says what the account does not have", () => {
  const lists = Object.entries(views).filter(([name]) => name.endsWith("List"));
  const lines = lists.flatMap(([, view]) => (view as views.View<object[]>).lines([], PAGE));
  expect(lines.sort()).toEqual([
    "The account has no CTA overlays.",
    "The account has no QR codes.",
    "The account has no branded domains.",
    "The account has no campaigns.",
    "The account has no channels.",
    "The account has no custom splash pages.",
    "The account has no pixels.",
  ]);
});

test("every kind whose objects are listed has a list", () => {
  const lists = Object.keys(views).map((name) => name.toLowerCase());
  const kinds = definitions.filter(({ lifecycle }) => lifecycle.existing);
  for (const { type } of kinds) expect(lists).toContain(`${type}List`.toLowerCase());
});

test("a channel shows its fields, then its items", () => {
  const items = [{ id: "4711", title: "Shop", link: "https://x.example", type: "links" }];
  expect(views.channelView.lines({ id: "1", name: "Spring", starred: true, items }, PAGE)).toEqual([
    "id       1",
    "name     Spring",
    "starred  yes",
    "",
    "ID    TYPE   TITLE  LINK",
    "4711  links  Shop   https://x.example",
  ]);
  expect(views.channelView.lines({ id: "1", items: [] }, PAGE)).toEqual([
    "id  1",
    "",
    "The channel has no items.",
  ]);
});

test("a QR code that nobody used shows no bars", () => {
  const counts = {
    topCountries: {},
    topBrowsers: {},
    topReferrers: {},
    topOs: {},
    socialCount: { microblog: 0 },
  };
  const code = { id: "1", link: "x", name: "", scans: 0, clicks: 0, uniqueClicks: 0, ...counts };
  expect(views.qrCodeView.lines(code, PAGE).at(-1)).toBe("unique clicks  0");
});
