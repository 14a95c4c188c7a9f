// The short standard texts: a text, a web address, a phone number, a text message and an e-mail.
import { schema } from "../../kind/schema";
import { digits, emailAddress, line, phoneNumber, prose, standardText, webAddress } from "./fields";

export const text = standardText({
  fields: schema(() => prose().describe("A text to show. It may have several lines.")),
  toText: (shown: string) => shown,
});

export const link = standardText({
  fields: schema(() => webAddress().describe("Address of a page to open.")),
  toText: (address: string) => address,
});

/** A tel address (RFC 3966). */
export const phone = standardText({
  fields: schema(() => phoneNumber().describe("A phone number to call.")),
  toText: (number: string) => `tel:${digits(number)}`,
});

/** The form of ZXing's page "Barcode Contents" (SMS). The message follows the second colon and needs no escapes. */
export const sms = standardText({
  fields: schema((z) =>
    z
      .strictObject({
        number: phoneNumber().describe("Phone number of the recipient."),
        message: prose().optional().describe("Text of the message. It may have several lines."),
      })
      .describe("A text message to begin."),
  ),
  toText: ({ number, message }) => `SMSTO:${digits(number)}${message === undefined ? "" : `:${message}`}`,
});

// The plus sign as well, because many programs read it as a space.
const encoded = encodeURIComponent;

/** RFC 6068: a line break is a carriage return and a line feed. */
function withLineBreaks(text: string): string {
  return text.replace(/\r\n?|\n/g, "\r\n");
}

/** A mailto address (RFC 6068). */
export const email = standardText({
  fields: schema((z) =>
    z
      .strictObject({
        to: emailAddress().describe("Address of the recipient."),
        subject: line().optional().describe("Subject of the e-mail."),
        body: prose().optional().describe("Text of the e-mail. It may have several lines."),
      })
      .describe("An e-mail to begin."),
  ),
  toText({ to, subject, body }) {
    const address = to.split("@").map(encoded).join("@");
    const headers = [
      ...(subject === undefined ? [] : [`subject=${encoded(subject)}`]),
      ...(body === undefined ? [] : [`body=${encoded(withLineBreaks(body))}`]),
    ];
    return `mailto:${address}${headers.length === 0 ? "" : `?${headers.join("&")}`}`;
  },
});
