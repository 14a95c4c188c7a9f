// Channel: a named group of short links, bio pages and QR codes.
import { flag, hexColor, text } from "../kind/field";
import { kind } from "../kind/kind";

export const channel = kind({
  type: "Channel",
  summary: "A named group of short links, bio pages and QR codes.",
  section: "channels",
  at: { list: "/api/channels", key: "channels", object: "/api/channel" },
  fields: {
    name: text("name", "Its name.", { examples: ["Spring"], rewritten: "name" }),
    description: text("description", "What it is for.", {
      examples: ["Everything of the spring campaign"],
      optional: true,
      clearable: true,
      rewritten: "name",
    }),
    color: hexColor("color", "Color of its badge, #RRGGBB."),
    starred: flag("starred", "Whether it has a star."),
  },
  identity: [["name"]],
  // service.md 47.
  rejectsEqual: true,
  limitations: ["Deleting a channel takes all of its items out of it."],
});
