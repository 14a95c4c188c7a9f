// Calls a number: a tel address (RFC 3966).
import { schema } from "../../kind/schema";
import { dialled, phoneNumber } from "./fields";
import { standardText } from "./standard-text";

const fields = schema(() => phoneNumber().describe("A telephone number to call."));

export const phone = standardText({ fields, toText: (number) => `tel:${dialled(number)}` });
