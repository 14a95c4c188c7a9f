// Every value of `onExisting`, wherever it can be said; where two places contradict each other, the nearer one holds.
import { describe, expect, test } from "vitest";
import type { Project } from "../support/project";
import { acme, diagnostics, program, project, upOf, writes, yaml } from "./support";

/** From the farthest to the nearest; a file and its entries are one way, a program is another. */
type Place = "config" | "environment" | "file" | "entry" | "program";

/** What the account has after an `up` of an entry that equals an object, and of one that is the same with another name. */
const OUTCOMES = {
  "adopt-identical": { equal: ["Wanted"], alike: ["By hand", "Wanted"] },
  adopt: { equal: ["Wanted"], alike: ["Wanted"] },
  duplicate: { equal: ["Wanted", "Wanted"], alike: ["By hand", "Wanted"] },
} as const;
type Word = keyof typeof OUTCOMES;
const WORDS = Object.keys(OUTCOMES) as Word[];

interface Entry {
  tag: string;
  onExisting?: unknown;
}

const start = (place: Place): Promise<Project> =>
  project(place === "program" ? program("") : { "link-management.yaml": "" });

async function write(app: Project, entries: readonly Entry[], said: Partial<Record<Place, string>>) {
  const { config, environment, file } = said;
  if (config) await app.pulumi("config", "set", "link-management:onExisting", config);
  if (environment) app.env.LINK_MANAGEMENT_ON_EXISTING = environment;
  const pixels = entries.map(({ tag, onExisting }) => {
    const args = { type: "forum", name: "Wanted", tag };
    return { key: tag.replaceAll(" ", "-"), args, options: onExisting === undefined ? {} : { onExisting } };
  });
  if ("program" in said) {
    const made = pixels.map((pixel) => Object.values(pixel).map((part) => JSON.stringify(part)));
    await app.write(program(made.map((parts) => `new Pixel(${parts.join(", ")});`).join("\n")));
  } else {
    const section = pixels.map(({ key, args, options }) => [key, { ...args, options }]);
    const defaults = file && { defaults: { onExisting: file } };
    await app.config(yaml({ ...defaults, pixels: Object.fromEntries(section) }));
  }
}

/** @returns its id */
const plant = (app: Project, name: string, tag: string): number =>
  acme(app).pixels.create({ type: "forum", name, tag }).id;

const namesOf = (app: Project, tag: string): string[] =>
  acme(app)
    .pixels.list()
    .filter((pixel) => pixel.tag === tag)
    .map(({ name }) => name)
    .sort();

describe.each(["file", "entry", "program"] as const)("said by the %s", (place) => {
  const isForAll = place === "file";
  const entriesOf = (value: string): Entry[] =>
    ["equal", "alike"].map((like) => ({ tag: `${value} ${like}`, ...(!isForAll && { onExisting: value }) }));

  test("an existing object is taken over, updated or left alone as each word says", async () => {
    const app = await start(place);
    for (const words of isForAll ? WORDS.map((word) => [word]) : [WORDS]) {
      for (const word of words) {
        plant(app, "Wanted", `${word} equal`);
        plant(app, "By hand", `${word} alike`);
      }
      await write(app, words.flatMap(entriesOf), { [place]: words[0] });
      await upOf(app);
      for (const word of words) {
        const found = { equal: namesOf(app, `${word} equal`), alike: namesOf(app, `${word} alike`) };
        expect({ [word]: found }).toEqual({ [word]: OUTCOMES[word] });
      }
    }
    await app.pulumi("preview", "--expect-no-changes");
  });

  test('"fail" refuses either in the preview, with its id', async () => {
    const app = await start(place);
    const planted = [plant(app, "Wanted", "fail equal"), plant(app, "By hand", "fail alike")];
    // The engine ends with the first entry that is refused.
    for (const [index, entry] of entriesOf("fail").entries()) {
      await write(app, [entry], { [place]: "fail" });
      const { code, output } = await app.try("preview");
      expect(code, output).not.toBe(0);
      expect(diagnostics(output)).toContain(
        `already holds it (id ${planted[index]}), and onExisting is "fail"`,
      );
    }
    expect(writes(app)).toEqual({});
  });
});

test.each(["entry", "program"] as const)(
  "an id said by the %s is of the object that is taken over",
  async (place) => {
    const app = await start(place);
    const id = plant(app, "By hand", "other");
    await write(app, [{ tag: "wanted", onExisting: { id } }], { [place]: "" });
    await upOf(app);
    expect(acme(app).pixels.list()).toMatchObject([{ id, name: "Wanted", tag: "wanted" }]);
  },
);

test.each<[Place, Place[]]>([
  ["environment", ["config"]],
  ["file", ["config", "environment"]],
  ["entry", ["config", "environment", "file"]],
  ["program", ["config", "environment"]],
])("what the %s says stands above what is said by %j", async (place, farther) => {
  const app = await start(place);
  const id = plant(app, "By hand", "1");
  const isOwn = place === "entry" || place === "program";
  const said = Object.fromEntries([...farther.map((other) => [other, "fail"]), [place, "adopt"]]);
  await write(app, [{ tag: "1", ...(isOwn && { onExisting: "adopt" }) }], said);
  await upOf(app);
  expect(acme(app).pixels.list()).toMatchObject([{ id, name: "Wanted" }]);
});
