// Every value of `onExisting`, in every place where it can be set. The nearest place takes precedence.
import { describe, expect, test } from "vitest";
import type { Project } from "../support/project";
import { acme, diagnostics, program, project, upOf, writes, yaml } from "./support";

/** From the farthest to the nearest. A config file and its entries are one way, a program is another. */
type Place = "config" | "environment" | "file" | "entry" | "program";

/** What the account has after an `up` of an entry with an equal object, and of one whose object has another name. */
const OUTCOMES = {
  adopt: { equal: ["Wanted"], different: "error" },
  overwrite: { equal: ["Wanted"], different: ["Wanted"] },
  duplicate: { equal: ["Wanted", "Wanted"], different: ["By hand", "Wanted"] },
  fail: { equal: "error", different: "error" },
} as const;
type Word = keyof typeof OUTCOMES;
const WORDS = Object.keys(OUTCOMES) as Word[];
const SIDES = ["equal", "different"] as const;

interface Entry {
  tag: string;
  onExisting?: unknown;
}

const start = (place: Place): Promise<Project> =>
  project(place === "program" ? program("") : { "link-management.yaml": "" });

/** @param set what is set where; "program" only chooses a program instead of a config file */
async function write(app: Project, entries: readonly Entry[], set: Partial<Record<Place, string>>) {
  const { config, environment, file } = set;
  if (config) await app.pulumi("config", "set", "link-management:onExisting", config);
  if (environment) app.env.LINK_MANAGEMENT_ON_EXISTING = environment;
  const pixels = entries.map(({ tag, onExisting }) => {
    const args = { type: "forum", name: "Wanted", tag };
    return { key: tag.replaceAll(" ", "-"), args, options: onExisting === undefined ? {} : { onExisting } };
  });
  if ("program" in set) {
    const lines = pixels.map((pixel) => Object.values(pixel).map((part) => JSON.stringify(part)));
    await app.write(program(lines.map((parts) => `new Pixel(${parts.join(", ")});`).join("\n")));
  } else {
    const section = pixels.map(({ key, args, options }) => [key, { ...args, options }]);
    const defaults = file && { defaults: { onExisting: file } };
    await app.config(yaml({ ...defaults, pixels: Object.fromEntries(section) }));
  }
}

/** @returns its id */
const createByHand = (app: Project, name: string, tag: string): number =>
  acme(app).pixels.create({ type: "forum", name, tag }).id;

const namesOf = (app: Project, tag: string): string[] =>
  acme(app)
    .pixels.list()
    .filter((pixel) => pixel.tag === tag)
    .map(({ name }) => name)
    .sort();

describe.each(["file", "entry", "program"] as const)("set by the %s", (place) => {
  const isForAll = place === "file";

  test.each(WORDS)("%s adopts, updates, duplicates or rejects an existing object", async (word) => {
    const app = await start(place);
    for (const side of SIDES) {
      const tag = `${word} ${side}`;
      const expected = OUTCOMES[word][side];
      const id = createByHand(app, side === "equal" ? "Wanted" : "By hand", tag);
      app.emulator.clearLog();
      await write(app, [{ tag, ...(!isForAll && { onExisting: word }) }], { [place]: word });
      if (expected === "error") {
        const { code, output } = await app.try("preview");
        expect(code, output).not.toBe(0);
        expect(diagnostics(output)).toContain(`already exists (id ${id}`);
        expect(writes(app)).toEqual({});
      } else {
        await upOf(app);
        expect(namesOf(app, tag)).toEqual(expected);
        await app.pulumi("preview", "--expect-no-changes");
      }
    }
  });
});

test.each(["entry", "program"] as const)("an id set by the %s chooses the object to adopt", async (place) => {
  const app = await start(place);
  const id = createByHand(app, "By hand", "other");
  await write(app, [{ tag: "wanted", onExisting: { id } }], { [place]: "" });
  await upOf(app);
  expect(acme(app).pixels.list()).toMatchObject([{ id, name: "Wanted", tag: "wanted" }]);
});

test.each<[Place, Place[]]>([
  ["environment", ["config"]],
  ["file", ["config", "environment"]],
  ["entry", ["config", "environment", "file"]],
  ["program", ["config", "environment"]],
])("the %s takes precedence over %j", async (place, farther) => {
  const app = await start(place);
  const id = createByHand(app, "By hand", "1");
  const isOwn = place === "entry" || place === "program";
  const set = Object.fromEntries([...farther.map((other) => [other, "fail"]), [place, "overwrite"]]);
  await write(app, [{ tag: "1", ...(isOwn && { onExisting: "overwrite" }) }], set);
  await upOf(app);
  expect(acme(app).pixels.list()).toMatchObject([{ id, name: "Wanted" }]);
});
