// GET and PUT of the account (api.md, Account).

import type { Check } from "../endpoint/body-fields";
import type { Route } from "../endpoint/request-context";
import { Refusal, success } from "../endpoint/responses";

const emailAddress: Check = (text, field) => {
  if (!/^[^\s@]+@[^\s@]+$/.test(text))
    throw new Refusal(400, `The field ${field} must be an e-mail address.`);
  return text;
};

export const accountRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/account",
    handle: ({ account, dialect, spell }) => {
      const { id, registered, ...rest } = account.profile;
      return success(dialect, "plain", {
        data: {
          id: spell.id(id),
          ...rest,
          registered: dialect.registered === "present" ? registered : undefined,
        },
      });
    },
  },
  {
    method: "PUT",
    path: "/api/account/update",
    takesBody: true,
    handle: (call) => {
      const { account, dialect, fields } = call;
      const given = (field: string) =>
        fields.raw(field) !== undefined && !(fields.raw(field) === "" && dialect.emptyString === "ignored");
      const wanted = ["email", "password"].filter(given);
      const needed = dialect.accountUpdateNeeds === "both" ? 2 : 1;
      if (wanted.length < needed) throw new Refusal(400, "The fields email and password are required.");
      const email = given("email") ? fields.requiredText("email", emailAddress) : undefined;
      const password = given("password") ? fields.requiredText("password") : undefined;
      if (email !== undefined) account.update({ email });
      if (password !== undefined) account.setPassword(password);
      return call.done("Account has been successfully updated.");
    },
  },
];
