// Account: the account of the API key. Without an e-mail address or a password in the config, there is no such resource.
import type { Finding, Props } from "../kind/definition";
import { text } from "../kind/field";
import { kind } from "../kind/kind";
import { schema } from "../kind/schema";
import { outputText } from "./shared";

function rules({ email, password }: Props): readonly Finding[] {
  if (email !== undefined || password !== undefined) return [];
  return [{ path: [], severity: "error", message: "must have email or password" }];
}

export const account = kind({
  type: "Account",
  summary: "The e-mail address and password of the account that the API key belongs to.",
  section: "account",
  at: "account",
  fields: {
    email: text("email", "E-mail address of the user.", {
      schema: schema((z) => z.email("must be an e-mail address")),
      examples: ["links@example.com"],
      optional: true,
      rewritten: "name",
    }),
    password: text(
      "password",
      "Password of the user. Sent when it changes, and with every change of the e-mail address.",
      { optional: true, writeOnly: true, secret: true },
    ),
  },
  outputs: {
    username: { ...outputText("username", "Name of the user."), isAlwaysPresent: true },
    registered: outputText(
      "registered",
      "When the account was created: YYYY-MM-DD HH:MM:SS, without a time zone.",
    ),
  },
  rules,
  whyRetained: "the API cannot delete an account. Its e-mail address and password stay",
  limitations: [
    "The service never returns the password: a change by hand is not detected.",
    "The API cannot delete an account: deleting the resource only removes it from the state.",
  ],
});
