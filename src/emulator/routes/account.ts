// The account (api.md, Account).
import type { Check } from "../endpoint/field-checks";
import type { Route } from "../endpoint/request-context";
import { success } from "../endpoint/responses";
import { HttpError } from "../http/http-error";

const emailAddress: Check = (text, field) => {
  if (!/^[^\s@]+@[^\s@]+$/.test(text))
    throw new HttpError(400, `The field ${field} must be an email address.`);
  return text;
};

export const accountRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/account",
    handle: ({ account, dialect, serializer }) => {
      const { id, registered, expires, ...rest } = account.profile;
      return success(dialect, "plain", {
        data: {
          id: serializer.id(id),
          ...rest,
          expires: dialect.accountExpires === "date" ? expires : null,
          registered: dialect.registeredField === "present" ? registered : undefined,
        },
      });
    },
  },
  {
    method: "PUT",
    path: "/api/account/update",
    hasBody: true,
    handle: (context) => {
      const { account, dialect, fields } = context;
      const isGiven = (field: string) => {
        const value = fields.raw(field);
        return value !== undefined && !(value === "" && dialect.emptyString === "ignored");
      };
      const given = ["email", "password"].filter(isGiven);
      const required = dialect.accountUpdateRequires === "both" ? 2 : 1;
      if (given.length < required) throw new HttpError(400, "The fields email and password are required.");
      const email = isGiven("email") ? fields.requiredText("email", emailAddress) : undefined;
      const password = isGiven("password") ? fields.requiredText("password") : undefined;
      if (email !== undefined) account.update({ email });
      if (password !== undefined) account.setPassword(password);
      return context.done("Account has been successfully updated.");
    },
  },
];
