// Two transcriptions of the API document, made independently: the emulator's table and the kinds of the client.
import { expect, test } from "vitest";
import { DOCUMENT, type Endpoints } from "../../src/emulator/document";
import { PIXEL_TYPES } from "../../src/emulator/fields";
import { same } from "../../src/kind/meaning";
import { byType, type Kind, listedKinds } from "../support/kinds";

/** What only the emulator knows (-), and what only the client does (+). */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // Nothing else finds a campaign. The client reads the slug from its address, and the name from either key.
  Campaign: ["+ name is required", "+ shows slug", "- shows domain"],
  // An existing code is managed without its content, which nothing shows.
  QrCode: ["- type is required", "- data is required"],
  // Its fields have other names in responses (service.md 57, 59), and the alias identifies it.
  Link: [
    ...["+ custom is create only", "+ custom is required", "+ shows custom", "+ shows link", "+ shows url"],
    ...["- shows alias", "- shows campaign", "- shows longurl", "- shows shorturl"],
  ],
};

/** One line for each fact. */
function ofEmulator({ list, key, object, fields, shows, creates = [] }: Endpoints): string[] {
  return [
    `list ${list}: ${key}`,
    `objects ${object}/`,
    ...Object.entries(fields).flatMap(([name, { required, createOnly }]) => [
      `takes ${name}`,
      ...(required === "create" || required === "always" ? [`${name} is required`] : []),
      ...(createOnly ? [`${name} is create only`] : []),
    ]),
    ...[...shows, ...creates].map((name) => `shows ${name}`),
  ];
}

function ofClient({ definition, list }: Kind): string[] {
  const { fields, outputs, shown = {} } = definition;
  const { shape } = definition.args();
  return [
    `list ${list.path}: ${list.key}`,
    `objects ${list.writePath}`,
    ...Object.entries(fields).flatMap(([name, { api, createOnly, writeOnly }]) => [
      `takes ${api}`,
      ...(shape[name]!.safeParse(undefined).success ? [] : [`${api} is required`]),
      ...(createOnly ? [`${api} is create only`] : []),
      ...(writeOnly ? [] : [`shows ${api}`]),
    ]),
    ...[...Object.keys(outputs), ...Object.keys(shown)].map((name) => `shows ${name}`),
  ];
}

test.each(byType(listedKinds))("%s: both tables agree, but for known differences", (type, kind) => {
  const facts = Object.values(DOCUMENT).find(({ list }) => list === kind.list.path)!;
  const [emulator, client] = [new Set(ofEmulator(facts)), new Set(ofClient(kind))];
  const differences = [
    ...[...emulator].filter((fact) => !client.has(fact)).map((fact) => `- ${fact}`),
    ...[...client].filter((fact) => !emulator.has(fact)).map((fact) => `+ ${fact}`),
  ];
  expect(differences.sort()).toEqual([...(ALLOWED[type] ?? [])].sort());
});

test("both tables have the same pairs of words for pixels", () => {
  const { definition } = listedKinds.find((kind) => kind.definition.type === "Pixel")!;
  const pairs = Object.entries(PIXEL_TYPES);
  expect(pairs).toHaveLength(13);
  expect(pairs.filter((pair) => !same(definition.fields.type!, ...pair))).toEqual([]);
});
