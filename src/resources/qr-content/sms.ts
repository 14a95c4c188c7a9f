// Begins a text message. The form is of ZXing's page "Barcode Contents" (SMS); the message is everything after the
// second colon and needs no escapes.
import { schema } from "../../kind/schema";
import { dialled, phoneNumber, prose } from "./fields";
import { standardText } from "./standard-text";

const fields = schema((z) =>
  z
    .strictObject({
      number: phoneNumber().describe("Telephone number of the recipient."),
      message: prose().optional().describe("Text that is filled in; may have several lines."),
    })
    .describe("A text message to begin."),
);

export const sms = standardText({
  fields,
  toText: ({ number, message }) => `SMSTO:${dialled(number)}${message === undefined ? "" : `:${message}`}`,
});
