import { describe, expect, it } from "vitest";
import { SettingsError } from "../../src/api/errors";
import { ownSettings, resolveSettings } from "../../src/api/settings";

const ENV = { LINK_MANAGEMENT_API_KEY: "abc", LINK_MANAGEMENT_BASE_URL: "https://s.example" };
const resolve = (config: Record<string, string> = {}, env: Record<string, string> = ENV) =>
  resolveSettings((name) => config[name], env);
const withKey = (key: string) => resolve({}, { ...ENV, LINK_MANAGEMENT_API_KEY: key });
const withUrl = (url: string) => resolve({}, { ...ENV, LINK_MANAGEMENT_BASE_URL: url });
const withAccount = (account: string) => resolve({ account }).expect;

describe("the settings", () => {
  it("come from the stack config", () => {
    const config = {
      apiKey: "k",
      baseUrl: "https://s.example/x/",
      account: "acme",
      pageSize: "50",
      settleTime: "2.5",
      onExisting: "adopt",
    };
    expect(resolve(config, {})).toEqual({
      apiKey: "k",
      baseUrl: "https://s.example/x",
      pageSize: 50,
      settleTimeMs: 2500,
      onExisting: "adopt",
      expect: { username: "acme" },
    });
  });

  it("have defaults", () => {
    expect(resolve()).toEqual({
      apiKey: "abc",
      baseUrl: "https://s.example",
      pageSize: 100,
      settleTimeMs: 10_000,
    });
  });

  it("come from the environment if it has them", () => {
    const env = {
      LINK_MANAGEMENT_API_KEY: "e",
      LINK_MANAGEMENT_BASE_URL: "https://e.example",
      LINK_MANAGEMENT_ACCOUNT: "9",
      LINK_MANAGEMENT_PAGE_SIZE: "7",
      LINK_MANAGEMENT_SETTLE_TIME: "0",
      LINK_MANAGEMENT_ON_EXISTING: "overwrite",
    };
    const config = {
      apiKey: "c",
      baseUrl: "https://c.example",
      account: "c",
      pageSize: "1",
      settleTime: "1",
      onExisting: "fail",
    };
    expect(resolve(config, env)).toEqual({
      apiKey: "e",
      baseUrl: "https://e.example",
      pageSize: 7,
      settleTimeMs: 0,
      onExisting: "overwrite",
      expect: { id: "9" },
    });
  });
});

describe("the API key", () => {
  it("is required, and the error shows both commands", () => {
    expect(() => resolve({}, {})).toThrow(SettingsError);
    expect(() => resolve({}, {})).toThrow("export LINK_MANAGEMENT_API_KEY=…");
    expect(() => resolve({}, {})).toThrow("pulumi config set --secret link-management:apiKey");
  });

  it.each(["", " ", "\n", "\t "])("is rejected if it is empty (%j), even if the config has one", (key) => {
    expect(() => resolve({ apiKey: "k" }, { LINK_MANAGEMENT_API_KEY: key })).toThrow(
      "the API key in LINK_MANAGEMENT_API_KEY is empty",
    );
  });

  it.each(["a b", "abc\n", "a\u0000b", "a\u001bb", "schlüssel", "a\u00a0b"])(
    "is rejected if a header cannot carry it, and not shown: %j",
    (key) => {
      expect(() => withKey(key)).toThrow(/white space, a control character/);
      expect(() => withKey(key)).not.toThrow(new RegExp(key));
    },
  );
});

describe("the base address", () => {
  it.each([
    ["https://s.example/", "https://s.example"],
    ["https://S.example:8443/a/b//", "https://s.example:8443/a/b"],
    ["http://localhost:4010", "http://localhost:4010"],
    ["http://127.0.0.1:4010/", "http://127.0.0.1:4010"],
    ["http://127.8.9.1", "http://127.8.9.1"],
    ["http://[::1]:4010", "http://[::1]:4010"],
    [" https://s.example ", "https://s.example"],
  ])("%s becomes %s", (given, expected) => {
    expect(withUrl(given).baseUrl).toBe(expected);
  });

  it.each([
    ["", /is empty/],
    ["s.example", /is not an address/],
    ["ftp://s.example", /is not an address/],
    ["file:///etc/passwd", /is not an address/],
    ["https://", /is not an address/],
    ["https://user:pass@s.example", /user name or password/],
    ["https://user@s.example", /user name or password/],
    ["https://s.example?x=1", /query or fragment/],
    ["https://s.example/#x", /query or fragment/],
    ["http://s.example", /use https:\/\//],
    ["http://127.0.0.1.evil.example", /use https:\/\//],
    ["http://localhost.evil.example", /use https:\/\//],
    ["http://10.0.0.1", /use https:\/\//],
  ])("%j is rejected", (given, message) => {
    expect(() => withUrl(given)).toThrow(SettingsError);
    expect(() => withUrl(given)).toThrow(message);
    expect(() => withUrl(given)).not.toThrow(/user:pass/);
  });

  it("is required, and the error shows both commands", () => {
    const missing = () => resolve({}, { LINK_MANAGEMENT_API_KEY: "k" });
    expect(missing).toThrow("export LINK_MANAGEMENT_BASE_URL=https://…");
    expect(missing).toThrow("pulumi config set link-management:baseUrl https://…");
  });
});

describe("the numbers", () => {
  it.each(["0", "-1", "1001", "1.5", "ten", "1e3", "0x10"])("a page size of %s is rejected", (pageSize) => {
    expect(() => resolve({ pageSize })).toThrow(
      `link-management:pageSize is "${pageSize}", but must be a whole number from 1 to 1000`,
    );
  });

  it.each(["-1", "3601", "soon", "Infinity"])("a settle time of %s is rejected", (settleTime) => {
    expect(() => resolve({ settleTime })).toThrow(
      `link-management:settleTime is "${settleTime}", but must be a number of seconds from 0 to 3600`,
    );
  });

  it.each(["", " "])("have their defaults if the text is empty (%j)", (text) => {
    expect(resolve({ pageSize: text, settleTime: text })).toEqual(resolve());
  });
});

describe("maxDeletions", () => {
  it.each([
    ["0", 0],
    [" 58\n", 58],
    ["30%", "30%"],
    ["100 %", "100 %"],
  ])("may be %j", (text, expected) => {
    expect(resolve({ maxDeletions: text }).maxDeletions).toBe(expected);
    expect(resolve({}, { ...ENV, LINK_MANAGEMENT_MAX_DELETIONS: text }).maxDeletions).toBe(expected);
  });

  it("may be empty", () => {
    expect(resolve({ maxDeletions: " " })).toEqual(resolve());
  });

  it.each(["-1", "1.5", "101%", "%", "all"])("may not be %j", (text) => {
    expect(() => resolve({ maxDeletions: text })).toThrow(
      `link-management:maxDeletions is "${text}", but must be a whole number such as 5, or a percentage such as 30%`,
    );
  });
});

describe("onExisting", () => {
  it.each(["fail", "adopt", "overwrite", "duplicate"])("may be %s", (onExisting) => {
    expect(resolve({ onExisting }).onExisting).toBe(onExisting);
    expect(resolve({}, { ...ENV, LINK_MANAGEMENT_ON_EXISTING: ` ${onExisting}\n` }).onExisting).toBe(
      onExisting,
    );
  });

  it.each(["", " "])("may be empty (%j)", (onExisting) => {
    expect(resolve({ onExisting })).toEqual(resolve());
  });

  it.each(["adopt-identical", "Adopt", "{id: 7}", "7", "true"])(
    "%s is rejected with the list of words",
    (word) => {
      expect(() => resolve({ onExisting: word })).toThrow(SettingsError);
      expect(() => resolve({ onExisting: word })).toThrow(
        `link-management:onExisting is "${word}", but must be one of fail, adopt, overwrite, duplicate (only an entry ` +
          "can name an id)",
      );
    },
  );

  it("names the variable that has the invalid value", () => {
    const env = { ...ENV, LINK_MANAGEMENT_ON_EXISTING: "adopt-identical" };
    expect(() => resolve({ onExisting: "adopt" }, env)).toThrow(
      'LINK_MANAGEMENT_ON_EXISTING is "adopt-identical"',
    );
  });
});

describe("the expected account", () => {
  it.each([
    ["acme", { username: "acme" }],
    ["a@example.com", { email: "a@example.com" }],
    ["42", { id: "42" }],
    ["0123", { username: "0123" }],
    ["0x10", { username: "0x10" }],
    ["1e3", { username: "1e3" }],
    ["4711.4", { username: "4711.4" }],
    [" ", undefined],
  ])("%s", (text, expected) => {
    expect(withAccount(text)).toEqual(expected);
  });

  it.each(['{"id":42}', "{", "acme corp", '"acme"'])("%s is rejected", (text) => {
    expect(() => withAccount(text)).toThrow(SettingsError);
    expect(() => withAccount(text)).toThrow(/must be one user name, id or e-mail address/);
  });
});

describe("a misspelled variable", () => {
  it.each([
    ["LINK_MANAGEMENT_ACOUNT", "LINK_MANAGEMENT_ACCOUNT"],
    ["LINK_MANAGEMENT_PAGESIZE", "LINK_MANAGEMENT_PAGE_SIZE"],
    ["LINK_MANAGMENT_ACCOUNT", "LINK_MANAGEMENT_ACCOUNT"],
    ["LINKMANAGEMENT_API_KEY", "LINK_MANAGEMENT_API_KEY"],
  ])("is an error: %s", (name, meant) => {
    expect(() => resolve({}, { ...ENV, [name]: "acme" })).toThrow(
      `unknown environment variable ${name}; did you mean ${meant}?`,
    );
  });

  it.each(["LINK_MANAGEMENT_PULUMI_CLI", "LINK_MANAGEMENT_TOKEN", "LINK_CHECKER", "ACCOUNT"])(
    "may be a variable of another tool: %s",
    (name) => expect(resolve({}, { ...ENV, [name]: "x" })).toEqual(resolve()),
  );
});

describe("the settings of an explicit provider", () => {
  const ARGS: Record<string, string> = {
    apiKey: "key-of-b",
    baseUrl: "https://b.example",
    account: "brand-b",
  };
  const ENVIRONMENT = {
    LINK_MANAGEMENT_API_KEY: "abc",
    LINK_MANAGEMENT_BASE_URL: "https://env.example",
    LINK_MANAGEMENT_ACCOUNT: "acme",
    LINK_MANAGEMENT_PAGE_SIZE: "20",
  };
  const own = (
    args: Record<string, string>,
    config: Record<string, string> = {},
    env: object = ENVIRONMENT,
  ) =>
    resolveSettings((name) => config[name], { ...env }, { provider: "brand-b", get: (name) => args[name] });

  it("are its arguments, before the environment and the stack config", () => {
    expect(own(ARGS, { apiKey: "k", baseUrl: "https://config.example", account: "acme" })).toEqual({
      apiKey: "key-of-b",
      baseUrl: "https://b.example",
      expect: { username: "brand-b" },
      pageSize: 20,
      settleTimeMs: 10_000,
      provider: "brand-b",
    });
  });

  it("take the address, but neither the key nor the account, from the environment or the stack config", () => {
    const config = { apiKey: "k", baseUrl: "https://config.example", account: "acme" };
    const settings = own({ apiKey: "key-of-b" }, config);
    expect(settings).toMatchObject({ apiKey: "key-of-b", baseUrl: "https://env.example" });
    expect(settings).not.toHaveProperty("expect");
    expect(own({ apiKey: "key-of-b" }, config, {}).baseUrl).toBe("https://config.example");
    expect(() => own({}, config)).toThrow("provider brand-b has no apiKey: pass the key of its account");
  });

  it("are those that its process is configured with", () => {
    const inputs: Record<string, string> = {
      ...ARGS,
      "provider:name": "brand-b",
      pageSize: "50",
      settleTime: "1",
    };
    const get = (name: string) => inputs[name];
    expect(resolveSettings(get, ENVIRONMENT, ownSettings(get))).toMatchObject({
      apiKey: "key-of-b",
      baseUrl: "https://b.example",
      provider: "brand-b",
      pageSize: 20,
      settleTimeMs: 1000,
    });
    // A project named link-management may have a key of its own.
    expect(ownSettings((name) => ({ ...ARGS, provider: "aws" })[name])).toBeUndefined();
  });

  it("may expect several fields of the account", () => {
    const account = '{"id":4711,"username":"brand-b"}';
    expect(own({ ...ARGS, account }).expect).toEqual({ id: 4711, username: "brand-b" });
  });

  it.each([
    [
      { ...ARGS, apiKey: " " },
      "the API key in apiKey of provider brand-b is empty: pass the key of its account",
    ],
    [{ ...ARGS, apiKey: "a\n" }, "the API key in apiKey of provider brand-b contains white space"],
    [{ ...ARGS, baseUrl: "nowhere" }, "the base address in baseUrl of provider brand-b is not an address"],
    [
      { ...ARGS, baseUrl: "https://b.example/api" },
      'begin with /api themselves: pass baseUrl: "https://b.example" to provider brand-b',
    ],
    [{ ...ARGS, account: "" }, "the account of provider brand-b is empty"],
    [{ ...ARGS, account: "a b" }, "For several fields, pass an object"],
  ])("%j: %s", (args, message) => {
    expect(() => own(args)).toThrow(message);
  });
});
