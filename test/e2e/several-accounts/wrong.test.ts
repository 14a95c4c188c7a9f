// Mistakes about providers: one error of the program, and nothing is changed or recorded.
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOneError } from "../bad-input/one-error";
import { Project } from "../support/project";
import { ACCOUNTS, code, KEYS } from "./two-accounts";

let at: Project;
beforeAll(async () => {
  at = await Project.create({ files: code(""), emulator: { accounts: ACCOUNTS } });
  at.env.LINK_MANAGEMENT_API_KEY = KEYS.a;
});
afterAll(() => at?.remove());

// The unknown type is a warning, which must not hold back the error.
const pixel = (name: string, provider: string) =>
  `new Pixel("${name}", { type: "own", name: "Ads", tag: "1" }, { provider: ${provider} });`;
const provider = (name: string, args: string) => `const ${name} = new Provider("${name}", ${args});`;

async function expectRejected(body: string, message: string): Promise<void> {
  await at.write(code(body));
  at.emulator.clearLog();
  expectOneError(await at.try("up", "--yes", "--skip-preview"), message);
  expect(at.changes()).toEqual([]);
}

/** What the state has of the program. */
async function recorded(): Promise<string[]> {
  const { resources = [] } = await at.state();
  return resources
    .map(({ urn }) => urn)
    .filter((urn) => /link-management:|providers:pulumi-nodejs/.test(urn));
}

test.each([
  [
    "a provider without a key",
    provider("b", "{}") + pixel("ads", "b"),
    "provider b has no apiKey: pass the key of",
  ],
  [
    "a provider with a secret that is empty",
    provider("b", '{ apiKey: pulumi.secret("") }') + pixel("ads", "b"),
    "the API key in apiKey of provider b is empty: pass the key of",
  ],
  [
    "a second provider of the same account",
    provider("a", `{ apiKey: "${KEYS.b}" }`) +
      pixel("of a", "a") +
      provider("b", `{ apiKey: pulumi.secret("${KEYS.renewedB}") }`) +
      pixel("of b", "b"),
    "provider a and provider b have the same account 2 registered",
  ],
  [
    "a provider of the account of the default provider",
    pixel("ads", "undefined") + provider("b", `{ apiKey: "${KEYS.a}" }`) + pixel("of b", "b"),
    "the default provider and provider b have the same account 1 registered",
  ],
])("%s", async (_, body, message) => {
  await expectRejected(body, message);
});

test("the state records none of them", async () => {
  expect(await recorded()).toEqual([]);
});

test("two providers of one name", async () => {
  const second = `new Provider("b", { apiKey: "${KEYS.b}" });`;
  await expectRejected(
    provider("b", `{ apiKey: "${KEYS.b}" }`) + second + pixel("ads", "b"),
    "two providers are named b",
  );
  expect((await recorded()).filter((urn) => !urn.endsWith("pulumi-nodejs::b"))).toEqual([]);
});
