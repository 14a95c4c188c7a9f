// Shows a text.
import { prose } from "./fields";
import { standardText } from "./standard-text";

export const text = standardText({
  fields: prose().describe("A text to show; may have several lines."),
  toText: (shown) => shown,
});
