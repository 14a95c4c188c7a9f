// No secret of a test is overlooked: each stands in the list of secrets, and what e2e tests start or make goes
// through their support, which looks at what it leaves behind.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SECRETS } from "./secrets";

const tests = join(__dirname, "..");
const sources = (folder: string) =>
  readdirSync(join(tests, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(tests, folder, path), "utf8") }));

/** Where a secret stands in a test's source: as a field of an object, in a text that is YAML, as an argument. */
const PLACES = [
  /(?:\bpassword|\bpassphrase|API_?KEY)\\?["']?\s*[:=]\s*\\?(["'`])(?<secret>(?:(?!\1).)+)\1(?!\w)/gi,
  /\bpass(?:word|phrase): (?<secret>\w[\w -]*\w)(?= *[,}\n])/gi,
  /\blink-management:apiKey", (["'`])(?<secret>(?:(?!\1).)+)\1/g,
  /\bkeys: \[(?<list>[^\]]*)\]/g,
  /\bWIFI:[^"'`\n]*?P:(?<secret>[^;\n]+);/gi,
];

/** Code in the place of a text, and a text that takes its secret from elsewhere. */
const isCode = (secret: string) => /\$\{|^\[|^\d+\b|^[A-Z_]+$/.test(secret);

function secretsIn(text: string): string[] {
  const matches = PLACES.flatMap((place) => [...text.matchAll(place)]);
  return matches
    .flatMap(
      ({ groups }) =>
        groups?.secret ?? [...(groups?.list ?? "").matchAll(/"([^"]+)"/g)].map((one) => one[1]!),
    )
    .filter((secret) => !isCode(secret));
}

describe("the search for secrets in tests", () => {
  test.each([
    ['account({ password: "first-secret" })', ["first-secret"]],
    ["  password: correct horse battery staple\n", ["correct horse battery staple"]],
    ["account: { email: a, password: correct horse }", ["correct horse"]],
    ['{ LINK_MANAGEMENT_API_KEY: "of-somebody-else" }', ["of-somebody-else"]],
    ['env.LINK_MANAGEMENT_API_KEY = "other-key"', ["other-key"]],
    ['keys: [DEMO_KEY, "renewed-key"]', ["renewed-key"]],
    ['config("set", "link-management:apiKey", "demo-key")', ["demo-key"]],
    ['data: "WIFI:T:WPA;S:Acme;P:guests-only-7;;"', ["guests-only-7"]],
    ["password: ${PASSWORD}\n", []],
    ['"WIFI:T:WPA;S:Acme;P:${WIFI};;"', []],
  ])("finds in %s %j", (text, secrets) => {
    expect(secretsIn(text)).toEqual(secrets);
  });
});

test("every secret of an e2e or handler test is in the list", () => {
  const listed = new Set(Object.values(SECRETS));
  const found = ["e2e", "handlers"]
    .flatMap(sources)
    .flatMap(({ path, text }) => secretsIn(text).map((secret) => ({ path, secret })));
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(({ secret }) => !listed.has(secret))).toEqual([]);
});

test("e2e tests start processes and emulators through their support", () => {
  const outside = sources("e2e").filter(({ path }) => !path.startsWith(join("e2e", "support")));
  const own = outside.filter(({ text }) =>
    /from "node:child_process"|import \{[^}]*\bstartEmulator\b[^}]*\} from "[./]+src\//.test(text),
  );
  expect(own.map(({ path }) => path)).toEqual([]);
});
