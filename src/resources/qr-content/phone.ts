// Calls a number: a tel address (RFC 3966).
import { dialled, phoneNumber } from "./fields";
import { standardText } from "./standard-text";

export const phone = standardText({
  fields: phoneNumber().describe("A telephone number to call."),
  toText: (number) => `tel:${dialled(number)}`,
});
