// Begins an e-mail: a mailto address (RFC 6068).
import { schema } from "../../kind/schema";
import { emailAddress, line, prose } from "./fields";
import { standardText } from "./standard-text";

const fields = schema((z) =>
  z
    .strictObject({
      to: emailAddress().describe("Address of the recipient."),
      subject: line().optional().describe("Subject that is filled in."),
      body: prose().optional().describe("Text that is filled in; may have several lines."),
    })
    .describe("An e-mail to begin."),
);

// The plus sign too: many programs read it as a space.
const encoded = encodeURIComponent;

/** RFC 6068: a line break is a carriage return and a line feed. */
function withLineBreaks(text: string): string {
  return text.replace(/\r\n?|\n/g, "\r\n");
}

export const email = standardText({
  fields,
  toText({ to, subject, body }) {
    const address = to.split("@").map(encoded).join("@");
    const headers = [
      ...(subject === undefined ? [] : [`subject=${encoded(subject)}`]),
      ...(body === undefined ? [] : [`body=${encoded(withLineBreaks(body))}`]),
    ];
    return `mailto:${address}${headers.length === 0 ? "" : `?${headers.join("&")}`}`;
  },
});
