import { expect, test } from "vitest";
import { unknownArgument, wrongArgument } from "../../../src/pulumi/accounts/provider-args";

test.each([
  [undefined, "needs the apiKey of its account"],
  ["key", "needs the apiKey of its account"],
  [{ apiKey: "k", baseurl: "https://x.example" }, "has the unknown field baseurl; did you mean baseUrl?"],
  [{ token: "k" }, "has the unknown field token; allowed: apiKey, baseUrl, account"],
  [{ apiKey: "k", baseUrl: "https://x.example", account: "acme" }, undefined],
])("the names of %j: %s", (args, problem) => {
  expect(unknownArgument(args)).toBe(problem);
});

test.each([
  [{ apiKey: 4711 }, "apiKey must be text, not a number"],
  [{ apiKey: null }, "apiKey must be text, not null"],
  [{ apiKey: { value: "secret" } }, "apiKey must be text, not an object"],
  [{ baseUrl: ["https://x.example"] }, "baseUrl must be text, not a list"],
  [{ account: true }, "account must be a user name, id or e-mail address, or an object, not a boolean"],
  [{ account: null }, "account must be a user name, id or e-mail address, or an object, not null"],
  [
    { account: { user: "acme" } },
    "account has the unknown field user; allowed: id, username, email, registered",
  ],
  [{ account: { usrname: "acme" } }, "account has the unknown field usrname; did you mean username?"],
  [{ account: {} }, "account needs one of id, username, email, registered"],
  [{ account: { username: undefined } }, "account needs one of id, username, email, registered"],
  [{ account: { username: "" } }, "account.username must be text or a number"],
  [{ account: { username: ["acme"] } }, "account.username must be text or a number"],
  [{ account: { id: 4711, username: "acme" } }, undefined],
  [{ account: 4711 }, undefined],
  [{ apiKey: undefined }, undefined],
])("the values of %j: %s", (args, problem) => {
  expect(wrongArgument(args)).toBe(problem);
});
