// The settings: where they come from, what is accepted, and that a mistake is an error before any request.
import { describe, expect, test } from "vitest";
import { SettingsError } from "../../src/api/errors";
import { rejectPlainKey, rejectUnknownSettings, resolveSettings, variableOf } from "../../src/api/settings";

type Texts = Readonly<Record<string, string>>;
const ENV = { LINK_MANAGEMENT_API_KEY: "abc", LINK_MANAGEMENT_BASE_URL: "https://s.example" };
const resolve = (config: Texts = {}, env: Texts = {}) =>
  resolveSettings((name) => config[name], { ...ENV, ...env });

/** The settings by their name, with two valid values each, and what the second one means. */
const VALUES = [
  ["apiKey", "a<b>c", "bearer-of-news", { apiKey: "bearer-of-news" }],
  ["baseUrl", "https://a.example", "https://b.example/x/", { baseUrl: "https://b.example/x" }],
  ["account", "acme", "0123", { account: { username: "0123" } }],
  ["account", "acme", "42", { account: { id: "42" } }],
  ["onExisting", "fail", "adopt", { onExisting: "adopt" }],
  ["maxDeletions", "5", "30%", { maxDeletions: "30%" }],
  [
    "movedFrom",
    "https://a.example",
    "https://a.example/x/, b.example:8080",
    { movedFrom: ["a.example/x", "b.example:8080"] },
  ],
] as const;

/** The message of the error that the settings have. */
function problem(config: Texts, env: Texts = {}): string {
  try {
    resolve(config, env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error("no error");
}

describe("a setting", () => {
  test.each(VALUES)("comes from the environment before the stack config: %s", (name, one, two, meant) => {
    expect(resolve({ [name]: one }, { [variableOf(name)]: two })).toMatchObject(meant);
    expect(resolve({ [name]: two }, { [variableOf(name)]: "" })).toMatchObject(meant);
  });

  test("is not set if its text is empty: for a required one, the error names the variable and the command", () => {
    for (const empty of ["", " ", "\n"]) {
      expect(resolve({ account: empty, onExisting: empty, movedFrom: empty })).toEqual(resolve());
      for (const name of ["apiKey", "baseUrl"] as const)
        expect(problem({ [name]: empty }, { [variableOf(name)]: "" })).toMatch(
          new RegExp(`${variableOf(name)}.*pulumi config set.*${name}`),
        );
    }
  });

  test.each([
    ["onExisting", "adopt-identical"],
    ["maxDeletions", "all"],
    ["movedFrom", "https://"],
  ] as const)("is an error that names it with the value %s: %s", (name, value) => {
    expect(problem({ [name]: value })).toContain(`link-management:${name}`);
    expect(problem({}, { [variableOf(name)]: value })).toContain(variableOf(name));
  });
});

describe("a mistake in a name", () => {
  test.each([
    ["LINK_MANAGEMENT_ACOUNT", "LINK_MANAGEMENT_ACCOUNT"],
    ["LINKMANAGEMENT_API_KEY", "LINK_MANAGEMENT_API_KEY"],
  ])("is an error with a suggestion: variable %s", (name, meant) => {
    expect(problem({}, { [name]: "x" })).toContain(meant);
  });

  test.each(["LINK_CHECKER", "LINK_MANAGEMENT_API_KEY_1", "LINK_MANAGEMENT_API_KEY_GLOBEX"])(
    "is none in a variable of another tool or account: %s",
    (name) => expect(resolve({}, { [name]: "x" })).toEqual(resolve()),
  );

  test.each([
    ["fiel", '"file"'],
    ["token", "apiKey"],
  ])("is an error with a suggestion: link-management:%s", (name, help) => {
    expect(() => rejectUnknownSettings(["baseUrl", name])).toThrow(
      new RegExp(`link-management:${name}.*${help}`),
    );
    rejectUnknownSettings(["baseUrl", "account"]);
  });
});

describe("the API key", () => {
  test("is refused in plain text in the stack config", () => {
    expect(() => rejectPlainKey({ isSecret: false })).toThrow("--secret");
    rejectPlainKey({ isSecret: true });
    rejectPlainKey(undefined);
  });

  test.each(["a b", "abc\n", "a\u0000b", "schlüssel", '"abc"', "<key>", "xxx", "Bearer abc"])(
    "is an error that does not show it if it cannot be one: %j",
    (key) => {
      const message = problem({ apiKey: key }, { LINK_MANAGEMENT_API_KEY: "" });
      expect(message).toMatch(/link-management:apiKey.*quotes.*placeholder.*copy the key/);
      expect(message.replace('"Bearer"', "")).not.toContain(key);
    },
  );
});

describe("the address of the service", () => {
  test.each([
    ["https://S.example:8443/a/b//", "https://s.example:8443/a/b"],
    [" https://s.example/ ", "https://s.example"],
    ["http://localhost:4010", "http://localhost:4010"],
    ["http://[::1]:4010", "http://[::1]:4010"],
    ["https://api.s.example/my-api", "https://api.s.example/my-api"],
  ])("%j is accepted", (given, expected) => {
    expect(resolve({}, { LINK_MANAGEMENT_BASE_URL: given }).baseUrl).toBe(expected);
  });

  test.each([
    // May be a key in the wrong place: not shown.
    ["s.example", /^((?!s\.example).)*$/],
    ["https://user:pass@s.example", /^((?!pass).)*$/],
    ["https://s.example?x=1", /https:\/\/…/],
    ["http://s.example", /unencrypted.*write https:\/\/s.example$/],
    ["http://localhost.evil.example", /unencrypted/],
    ["https://s.example/links/api/", /write https:\/\/s.example\/links$/],
    ["https://s.example/api/account", /write https:\/\/s.example$/],
  ])("%j is an error that says what to write", (given, message) => {
    expect(problem({}, { LINK_MANAGEMENT_BASE_URL: given })).toMatch(message);
  });
});
