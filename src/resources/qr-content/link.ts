// Opens a page.
import { schema } from "../../kind/schema";
import { webAddress } from "./fields";
import { standardText } from "./standard-text";

const fields = schema(() => webAddress().describe("Address of a page to open."));

export const link = standardText({ fields, toText: (address) => address });
