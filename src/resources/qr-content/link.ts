// Opens a page.
import { webAddress } from "./fields";
import { standardText } from "./standard-text";

export const link = standardText({
  fields: webAddress().describe("Address of a page to open."),
  toText: (address) => address,
});
