// Pixels (api.md, Pixels).
import { oneOf } from "../endpoint/field-checks";
import { listedName, nameCheck } from "../endpoint/names";
import { acceptedPixelTypes, isSameNetwork, shownPixelType } from "../endpoint/pixel-types";
import type { RequestContext, Route } from "../endpoint/request-context";
import { HttpError } from "../http/http-error";

function rejectDuplicate(
  { account, dialect }: RequestContext,
  { type, tag, id }: { type: string; tag: string; id?: number },
): void {
  if (dialect.duplicatePixelsAndChannels === "allowed") return;
  const isDuplicate = account.pixels
    .list()
    .some((other) => isSameNetwork(other.type, type) && other.tag === tag && other.id !== id);
  if (isDuplicate) throw new HttpError(400, "The pixel already exists.");
}

export const pixelRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/pixels",
    handle: (context) => {
      const { account, dialect, serializer } = context;
      return context.list("pixels", context.listed(account.pixels), ({ id, type, name, tag, date }) => ({
        id: serializer.id(id, "string"),
        type: shownPixelType(dialect, type),
        name: serializer.text(listedName(dialect, name)),
        tag,
        date: serializer.dateTime(date),
      }));
    },
  },
  {
    method: "POST",
    path: "/api/pixel/add",
    hasBody: true,
    handle: (context) => {
      const { account, dialect, fields, serializer } = context;
      const type = fields.requiredText("type", oneOf(acceptedPixelTypes(dialect)));
      const name = fields.requiredText("name", nameCheck(dialect));
      const tag = fields.requiredText("tag");
      rejectDuplicate(context, { type, tag });
      const { id } = account.pixels.create({ type, name, tag });
      return context.created({ id: serializer.id(id, "string") });
    },
  },
  {
    method: "PUT",
    path: "/api/pixel/:id/update",
    hasBody: true,
    handle: (context) => {
      const { account, dialect, fields } = context;
      const { id, type, name: oldName } = context.find(account.pixels, "Pixel");
      const tag = fields.requiredText("tag");
      const name = fields.optionalName("name", oldName, nameCheck(dialect));
      rejectDuplicate(context, { type, tag, id });
      account.pixels.update(id, { name, tag });
      return context.done("Pixel has been updated successfully.");
    },
  },
  {
    method: "DELETE",
    path: "/api/pixel/:id/delete",
    handle: (context) =>
      context.delete(context.account.pixels, "Pixel", "Pixel has been deleted successfully."),
  },
];
