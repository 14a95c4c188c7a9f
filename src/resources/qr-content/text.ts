// Shows a text.
import { schema } from "../../kind/schema";
import { prose } from "./fields";
import { standardText } from "./standard-text";

const fields = schema(() => prose().describe("A text to show; may have several lines."));

export const text = standardText({ fields, toText: (shown) => shown });
