// `expect:` of the section account: the account that the API key must belong to.
import { z } from "zod";

/** Only the given fields are compared. */
export const expectation = z
  .strictObject({
    id: z.number().int().positive().optional().describe("Its id."),
    username: z.string().min(1).optional().describe("Its user name."),
    email: z.string().min(1).optional().describe("Its email address."),
    registered: z.string().min(1).optional().describe("When it was created, as the service writes it."),
  })
  .refine(
    (expect) => Object.keys(expect).length > 0,
    "must have at least one of id, username, email and registered",
  )
  .meta({ minProperties: 1 })
  .describe("The account that the API key must belong to. With any other account nothing is sent.");
