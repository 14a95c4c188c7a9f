// Custom splash pages (api.md, Custom splash pages). The document only lists them. The other endpoints follow its general
// conventions, for the worked example of CONTRIBUTING.md.
import { nameCheck } from "../endpoint/names";
import type { Route } from "../endpoint/request-context";

export const splashPageRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/splash",
    handle: (context) => {
      const { account, serializer } = context;
      return context.list("splash", context.listed(account.splash), ({ id, name, message, date }) => ({
        id: serializer.id(id),
        name: serializer.text(name),
        ...(message !== "" && { message }),
        date: serializer.dateTime(date),
      }));
    },
  },
  {
    method: "POST",
    path: "/api/splash/add",
    hasBody: true,
    handle: (context) => {
      const { account, dialect, fields, serializer } = context;
      const name = fields.requiredText("name", nameCheck(dialect));
      const message = fields.optionalText("message", undefined);
      return context.created({ id: serializer.id(account.splash.create({ name, message }).id) });
    },
  },
  {
    method: "PUT",
    path: "/api/splash/:id/update",
    hasBody: true,
    handle: (context) => {
      const { account, dialect, fields } = context;
      const { id, name: oldName, message: oldMessage } = context.find(account.splash, "Splash page");
      const name = fields.optionalName("name", oldName, nameCheck(dialect));
      account.splash.update(id, { name, message: fields.optionalText("message", oldMessage) });
      return context.done("Splash page has been updated successfully.");
    },
  },
  {
    method: "DELETE",
    path: "/api/splash/:id/delete",
    handle: (context) =>
      context.delete(context.account.splash, "Splash page", "Splash page has been deleted successfully."),
  },
];
