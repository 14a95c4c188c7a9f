// Account: the account of the API key. It always exists, so nothing is created or deleted. Without an e-mail address
// or a password in the config, there is no Account resource.
import type { AccountInfo } from "../api/account";
import type { AccountSession } from "../api/session";
import { defineKind, type Lifecycle, type Props, type RemoteObject } from "../kind/definition";
import { text } from "../kind/field";
import { same } from "../kind/meaning";
import { schema } from "../kind/schema";
import { readAll } from "../kind/state";
import { outputText } from "./shared";

const args = schema((z) =>
  z
    .strictObject({
      email: z
        .email("must be an e-mail address")
        .meta({ examples: ["links@example.com"] })
        .optional()
        .describe("E-mail address of the user."),
      password: z
        .string()
        .min(1)
        .optional()
        .describe("Password of the user. Sent when it changes, and with every change of the e-mail address."),
    })
    .refine(
      ({ email, password }) => email !== undefined || password !== undefined,
      "must have email or password",
    ),
);

const fields = {
  email: text("email", { rewritten: "name" }),
  password: text("password", { writeOnly: true, secret: true }),
};

const outputs = {
  username: { ...outputText("username", "Name of the user."), isAlwaysPresent: true },
  registered: outputText(
    "registered",
    "When the account was created: YYYY-MM-DD HH:MM:SS, without a time zone.",
  ),
};

async function objectOf(session: AccountSession): Promise<RemoteObject> {
  const account = await session.account();
  const shown: Props = { ...account };
  return { id: account.id, fields: readAll(fields, shown), outputs: readAll(outputs, shown) };
}

/** What setting these arguments changes. A password cannot be compared. */
function changesOf({ email }: AccountInfo, managed: Props): readonly string[] {
  const isOther = managed.email !== undefined && !same(fields.email, email, managed.email);
  return [
    ...(isOther ? [`changes the e-mail address, which is ${JSON.stringify(email)} now`] : []),
    ...(managed.password === undefined ? [] : ["sets the password"]),
  ];
}

// The API does not document which fields an update requires (service.md 65), so an unmanaged e-mail address is sent as it is.
// What the service does not show is not sent.
async function put(session: AccountSession, managed: Props): Promise<void> {
  const { email } = await session.account();
  const shown = email.trim() === "" ? {} : { email };
  await session.send("PUT", "/api/account/update", { ...shown, ...managed });
}

const whyRetained = "the API cannot delete an account. Its e-mail address and password stay";

const lifecycle: Lifecycle = {
  idOf: async (session) => (await session.account()).id,
  createWarnings: async (session, managed) => changesOf(await session.account(), managed),
  isThere: async (session, managed) => changesOf(await session.account(), managed).length === 0,
  async create(session, managed) {
    const account = await session.account();
    if (changesOf(account, managed).length > 0) await put(session, managed);
    return { ...(await objectOf(session)), fields: managed };
  },
  prove: async (session, id) => ((await session.account()).id === id ? [await objectOf(session)] : []),
  async update(session, _object, managed) {
    await put(session, managed);
    return objectOf(session);
  },
  delete: async () => () => `only left the state: ${whyRetained}`,
};

export const account = defineKind({
  type: "Account",
  summary: "The e-mail address and password of the account that the API key belongs to.",
  args,
  fields,
  outputs,
  identity: [],
  lifecycle: () => lifecycle,
  yaml: { shape: "single", section: "account", key: "account" },
  whyRetained,
  limitations: [
    "The service never returns the password: a change by hand is not detected.",
    "The API cannot delete an account: deleting the resource only removes it from the state.",
  ],
});
