// The settings: where they come from, what is accepted, and that a mistake is an error before any request.
import { describe, expect, test } from "vitest";
import { SettingsError } from "../../src/api/errors";
import { rejectPlainKey, rejectUnknownSettings, resolveSettings } from "../../src/api/settings";

const ENV = { LINK_MANAGEMENT_API_KEY: "abc", LINK_MANAGEMENT_BASE_URL: "https://s.example" };
const resolve = (config: Record<string, string> = {}, env: Record<string, string> = {}) =>
  resolveSettings((name) => config[name], { ...ENV, ...env });

/** The settings by their name, with two valid values each, and what the second one means. */
const VALUES = [
  ["apiKey", "LINK_MANAGEMENT_API_KEY", "one", "two", { apiKey: "two" }],
  [
    "baseUrl",
    "LINK_MANAGEMENT_BASE_URL",
    "https://a.example",
    "https://b.example/x/",
    { baseUrl: "https://b.example/x" },
  ],
  ["account", "LINK_MANAGEMENT_ACCOUNT", "acme", "other", { expect: { username: "other" } }],
  ["onExisting", "LINK_MANAGEMENT_ON_EXISTING", "fail", "adopt", { onExisting: "adopt" }],
  ["maxDeletions", "LINK_MANAGEMENT_MAX_DELETIONS", "5", "30%", { maxDeletions: "30%" }],
  [
    "movedFrom",
    "LINK_MANAGEMENT_MOVED_FROM",
    "https://a.example",
    "https://a.example/x/, b.example:8080",
    { movedFrom: ["a.example/x", "b.example:8080"] },
  ],
] as const;
const REQUIRED: readonly string[] = ["apiKey", "baseUrl"];
const OPTIONAL = VALUES.filter(([name]) => !REQUIRED.includes(name));

/** The message of the error that the settings have. */
function problem(config: Record<string, string>, env: Record<string, string> = {}): string {
  try {
    resolve(config, env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error("no error");
}

describe("a setting", () => {
  test.each(VALUES)(
    "comes from the environment before the stack config: %s",
    (name, variable, one, two, meant) => {
      expect(resolve({ [name]: one }, { [variable]: two })).toMatchObject(meant);
    },
  );

  test.each(OPTIONAL)("is not set if the stack config has an empty text: %s", (name) => {
    for (const empty of ["", " ", "\n"]) expect(resolve({ [name]: empty })).toEqual(resolve());
  });

  test.each(VALUES)(
    "with an empty variable comes from the stack config: %s",
    (name, variable, _, value, meant) => {
      expect(resolve({ [name]: value }, { [variable]: "" })).toMatchObject(meant);
    },
  );

  test.each(REQUIRED)("is required: %s, and the error names the variable and the command", (name) => {
    const config = { apiKey: "k", baseUrl: "https://s.example" };
    const message = () =>
      resolveSettings((key) => (key === name ? undefined : (config as Record<string, string>)[key]), {});
    expect(message).toThrow(VALUES.find(([one]) => one === name)![1]);
    expect(message).toThrow("pulumi config set");
  });

  test.each([
    ["onExisting", "adopt-identical"],
    ["maxDeletions", "-1"],
    ["maxDeletions", "all"],
    ["movedFrom", "https://"],
  ])("is an error that names it with the value %s: %s", (name, value) => {
    expect(problem({ [name]: value })).toContain(`link-management:${name}`);
    const variable = VALUES.find(([one]) => one === name)![1];
    expect(problem({}, { [variable]: value })).toContain(variable);
  });
});

describe("a mistake in a name", () => {
  test.each([
    ["LINK_MANAGEMENT_ACOUNT", "LINK_MANAGEMENT_ACCOUNT"],
    ["LINK_MANAGMENT_ACCOUNT", "LINK_MANAGEMENT_ACCOUNT"],
    ["LINKMANAGEMENT_API_KEY", "LINK_MANAGEMENT_API_KEY"],
  ])("is an error with a suggestion: variable %s", (name, meant) => {
    expect(problem({}, { [name]: "x" })).toContain(meant);
  });

  test.each(["LINK_CHECKER", "LINK_MANAGEMENT_API_KEY_1", "LINK_MANAGEMENT_API_KEY_GLOBEX"])(
    "is none in a variable of another tool or account: %s",
    (name) => {
      expect(resolve({}, { [name]: "x" })).toEqual(resolve());
    },
  );

  test.each([
    ["acount", '"account"'],
    ["fiel", '"file"'],
    ["token", "apiKey"],
  ])("is an error with a suggestion: link-management:%s", (name, help) => {
    expect(() => rejectUnknownSettings(["baseUrl", name])).toThrow(`link-management:${name}`);
    expect(() => rejectUnknownSettings(["baseUrl", name])).toThrow(help);
    rejectUnknownSettings(["baseUrl", "account"]);
  });
});

describe("the API key", () => {
  test("is refused in plain text in the stack config", () => {
    expect(() => rejectPlainKey({ isSecret: false })).toThrow("--secret");
    rejectPlainKey({ isSecret: true });
    rejectPlainKey(undefined);
  });

  test.each([
    ["a b", "white space"],
    ["abc\n", "line break"],
    ["a\u0000b", "control character"],
    ["schlüssel", "non-ASCII"],
    ['"abc"', "quotes"],
    ["<key>", "placeholder"],
    ["xxx", "placeholder"],
    ["Bearer abc", "Bearer"],
  ])("is an error that does not show it if it cannot be one: %j", (key, mistake) => {
    expect(problem({}, { LINK_MANAGEMENT_API_KEY: key })).toContain(mistake);
    expect(problem({}, { LINK_MANAGEMENT_API_KEY: key })).not.toContain(key);
    expect(problem({ apiKey: key }, { LINK_MANAGEMENT_API_KEY: "" })).toContain("link-management:apiKey");
  });

  test.each(["bearer-of-news", "x", "a<b>c", "xxl"])("is any other text: %s", (key) => {
    expect(resolve({}, { LINK_MANAGEMENT_API_KEY: key }).apiKey).toBe(key);
  });
});

describe("the address of the service", () => {
  const addressOf = (baseUrl: string) => resolve({}, { LINK_MANAGEMENT_BASE_URL: baseUrl }).baseUrl;

  test.each([
    ["https://S.example:8443/a/b//", "https://s.example:8443/a/b"],
    [" https://s.example/ ", "https://s.example"],
    ["http://localhost:4010", "http://localhost:4010"],
    ["http://[::1]:4010", "http://[::1]:4010"],
    ["https://api.s.example/my-api", "https://api.s.example/my-api"],
  ])("%j is accepted", (given, expected) => {
    expect(addressOf(given)).toBe(expected);
  });

  test.each(["s.example", "https://user:pass@s.example", "https://s.example?x=1", "https://s.example/#x"])(
    "%j is an error that does not show it: it may be a key in the wrong place",
    (given) => {
      expect(problem({}, { LINK_MANAGEMENT_BASE_URL: given })).not.toContain(given);
    },
  );

  test.each(["http://s.example", "http://localhost.evil.example", "http://10.0.0.1"])(
    "%s is an error: the key would be sent unencrypted",
    (given) => {
      expect(problem({}, { LINK_MANAGEMENT_BASE_URL: given })).toContain("https://");
    },
  );

  test.each([
    ["https://s.example/api", "https://s.example"],
    ["https://s.example/links/api/", "https://s.example/links"],
    ["https://s.example/api/account", "https://s.example"],
  ])("%s is an error with the address to write: %s", (given, correct) => {
    expect(problem({}, { LINK_MANAGEMENT_BASE_URL: given })).toMatch(new RegExp(`write ${correct}$`));
  });
});

describe("the expected account", () => {
  test.each([
    ["acme", { username: "acme" }],
    ["a@example.com", { username: "a@example.com" }],
    ["42", { id: "42" }],
    ["0123", { username: "0123" }],
  ])("of %s", (text, expected) => {
    expect(resolve({ account: text }).expect).toEqual(expected);
  });
});
