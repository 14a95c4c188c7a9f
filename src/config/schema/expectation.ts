// `expect:` of the section account: which account the key must belong to.
import { z } from "zod";

/** At least one of the fields; the rest of the account is not looked at. */
export const expectation = z
  .strictObject({
    id: z.number().int().positive().optional().describe("Its id."),
    username: z.string().min(1).optional().describe("Its user name."),
    email: z.string().min(1).optional().describe("Its e-mail address."),
    registered: z.string().min(1).optional().describe("When it was made, as the service writes it."),
  })
  .refine(
    (expect) => Object.keys(expect).length > 0,
    "must name at least one of id, username, email and registered",
  )
  .meta({ minProperties: 1 })
  .describe("Which account the API key must belong to; with any other nothing is sent.");
