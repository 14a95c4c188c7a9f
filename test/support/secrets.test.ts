// No secret of a test escapes the scan: each is in the list of secrets, and e2e tests start their processes and
// emulators through test/e2e/support, which scans what they leave behind.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SECRETS } from "./secrets";

const tests = join(__dirname, "..");
const sources = (folder: string) =>
  readdirSync(join(tests, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(tests, folder, path), "utf8") }));

/** A secret in a test's source: in an object, in YAML, as an argument. */
const PATTERNS = [
  /(?:\bpassword|\bpassphrase|API_?KEY)\\?["']?\s*[:=]\s*\\?(["'`])(?<secret>(?:(?!\1).)+)\1(?!\w)/gi,
  /\bpass(?:word|phrase): (?<secret>\w[\w -]*\w)(?= *[,}\n])/gi,
  /\blink-management:apiKey", (["'`])(?<secret>(?:(?!\1).)+)\1/g,
  /\bkeys: \[(?<list>[^\]]*)\]/g,
  /\bWIFI:[^"'`\n]*?P:(?<secret>[^;\n]+);/gi,
];

/** An expression instead of a literal, or a template that inserts the secret. */
const isCode = (secret: string) => /\$\{|^\[|^\d+\b|^[A-Z_]+$/.test(secret);

function secretsIn(text: string): string[] {
  const matches = PATTERNS.flatMap((pattern) => [...text.matchAll(pattern)]);
  return matches
    .flatMap(
      ({ groups }) =>
        groups?.secret ?? [...(groups?.list ?? "").matchAll(/"([^"]+)"/g)].map((one) => one[1]!),
    )
    .filter((secret) => !isCode(secret));
}

describe("the search for secrets in test sources", () => {
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

test("e2e tests start processes and emulators through test/e2e/support", () => {
  const outside = sources("e2e").filter(({ path }) => !path.startsWith(join("e2e", "support")));
  const direct = outside.filter(({ text }) =>
    /from "node:child_process"|import \{[^}]*\bstartEmulator\b[^}]*\} from "[./]+src\//.test(text),
  );
  expect(direct.map(({ path }) => path)).toEqual([]);
});
