// A base address that is not that of the service is reported as one, with the address to write, and not as a rejected key.
import { describe, expect, test } from "vitest";
import { checkBaseUrl } from "../../src/api/base-address";
import { SettingsError, WrongAddressError } from "../../src/api/errors";
import { resolveSettings } from "../../src/api/settings";
import { FakeService, fakeSession, rejection } from "./support/fake-service";

describe("an address that ends in /api", () => {
  const wrong = [
    ["https://s.example/api", "https://s.example"],
    ["https://s.example/api/", "https://s.example"],
    ["https://s.example/API", "https://s.example"],
    ["https://s.example/api/account", "https://s.example"],
    ["https://s.example/links/api", "https://s.example/links"],
  ];

  test.each(wrong)("%s is rejected before any request: write %s", (text, address) => {
    const env = { LINK_MANAGEMENT_API_KEY: "key", LINK_MANAGEMENT_BASE_URL: text };
    const settings = () => resolveSettings(() => undefined, env);
    expect(settings).toThrow(SettingsError);
    expect(settings).toThrow(
      "the base address in LINK_MANAGEMENT_BASE_URL ends in /api, but the paths of the API begin with /api themselves: " +
        `set it with \`export LINK_MANAGEMENT_BASE_URL=${address}\` or ` +
        `\`pulumi config set link-management:baseUrl ${address}\``,
    );
  });

  test("names the place where it was given", () => {
    const value = { text: "https://s.example/api", source: "--base-url" };
    expect(() => checkBaseUrl(value, (address) => `set it with \`--base-url ${address}\``)).toThrow(
      /^the base address in --base-url ends in .*: set it with `--base-url https:\/\/s\.example`$/,
    );
  });

  test.each(["https://s.example/apis", "https://api.s.example", "https://s.example/my-api"])(
    "%s does not",
    (text) => {
      const env = { LINK_MANAGEMENT_API_KEY: "key", LINK_MANAGEMENT_BASE_URL: text };
      expect(resolveSettings(() => undefined, env).baseUrl).toBe(text);
    },
  );
});

describe("a 404 for /api/account", () => {
  const NOT_FOUND = { status: 404, text: "<h1>Not found</h1>" };

  test.each([
    ["https://s.example/links", NOT_FOUND, "status 404", "https://s.example"],
    ["https://s.example/api/v2", NOT_FOUND, "status 404", "https://s.example"],
    ["https://s.example/links", rejection("No route", 404), "status 404: No route", "https://s.example"],
  ])("is a wrong address: %s", async (baseUrl, reply, reason, address) => {
    const { session } = fakeSession(() => reply, { baseUrl }, { transport: new FakeService(() => reply) });
    await expect(session.account()).rejects.toThrow(
      new WrongAddressError(
        `wrong base address: ${baseUrl} has no /api/account (${reason}). Write ${address}: ` +
          `export LINK_MANAGEMENT_BASE_URL=${address} or pulumi config set link-management:baseUrl ${address}`,
      ),
    );
    await session.close();
  });

  test("of an explicit provider is corrected in the program", async () => {
    const settings = { baseUrl: "https://s.example/links", provider: "brand-b" };
    const { session } = fakeSession(() => NOT_FOUND, settings, {
      transport: new FakeService(() => NOT_FOUND),
    });
    await expect(session.account()).rejects.toThrow(
      'Write https://s.example: pass baseUrl: "https://s.example" to provider brand-b',
    );
    await session.close();
  });

  test("of an address without a path says what kind of address to write", async () => {
    const { session } = fakeSession(() => NOT_FOUND, {}, { transport: new FakeService(() => NOT_FOUND) });
    await expect(session.account()).rejects.toThrow(
      /^wrong base address: .* has no \/api\/account \(status 404\)\. Write the address of the service as in its API documentation/,
    );
    await session.close();
  });
});
