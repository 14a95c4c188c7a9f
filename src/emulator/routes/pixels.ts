// Pixels (api.md, Pixels).

import { nameCheck, oneOf } from "../endpoint/body-fields";
import type { Call, Route } from "../endpoint/request-context";
import { Refusal } from "../endpoint/responses";
import { PIXEL_TYPES } from "../store/records";

function refuseDouble({ account, dialect }: Call, type: string, tag: string, self?: number): void {
  const taken = account.pixels.list().some((one) => one.type === type && one.tag === tag && one.id !== self);
  if (taken && dialect.otherDuplicates === "refused") throw new Refusal(400, "The pixel exists already.");
}

export const pixelRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/api/pixels",
    handle: (call) =>
      call.list("pixels", call.listed(call.account.pixels), ({ id, type, name, tag, date }) => ({
        id: call.spell.id(id),
        type,
        name: call.spell.text(name),
        tag,
        date: call.spell.dateTime(date),
      })),
  },
  {
    method: "POST",
    path: "/api/pixel/add",
    takesBody: true,
    handle: (call) => {
      const type = call.fields.requiredText("type", oneOf(PIXEL_TYPES));
      const name = call.fields.requiredText("name", nameCheck(call.dialect));
      const tag = call.fields.requiredText("tag");
      refuseDouble(call, type, tag);
      return call.created({ id: call.spell.id(call.account.pixels.create({ type, name, tag }).id) });
    },
  },
  {
    method: "PUT",
    path: "/api/pixel/:id/update",
    takesBody: true,
    handle: (call) => {
      const pixel = call.row(call.account.pixels, "Pixel");
      const tag = call.fields.requiredText("tag");
      const name = call.fields.optionalName("name", pixel.name, nameCheck(call.dialect));
      refuseDouble(call, pixel.type, tag, pixel.id);
      call.account.pixels.update(pixel.id, { name, tag });
      return call.done("Pixel has been updated successfully.");
    },
  },
  {
    method: "DELETE",
    path: "/api/pixel/:id/delete",
    handle: (call) => call.remove(call.account.pixels, "Pixel", "Pixel has been deleted successfully."),
  },
];
