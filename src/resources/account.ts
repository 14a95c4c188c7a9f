// Account: the account that the key belongs to. It is there already, so nothing is created or deleted: with
// e-mail or password in the config they are managed, without them there is no Account resource.
import type { AccountSession } from "../api/session";
import { FREE, requests } from "../kind/cost";
import type { Definition, Lifecycle, Props, RemoteState } from "../kind/definition";
import { text, unreadable } from "../kind/field";
import { schema, type ValueOf } from "../kind/schema";
import { readFields, readOutputs } from "../kind/state";
import { isUnknown } from "../kind/unknown";
import { type ArgsOf, resourceClass } from "../pulumi/resource-class";
import { shownText } from "./outputs";

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
        .meta({ writeOnly: true, secret: true })
        .optional()
        .describe("Password of the user; sent when it changes, and with every change of the e-mail address."),
    })
    .refine(
      ({ email, password }) => email !== undefined || password !== undefined,
      "must have email or password",
    ),
);

const fields = {
  email: text({ api: "email" }),
  password: unreadable(text({ api: "password" })),
};

const outputs = {
  username: shownText("username", "Name of the user."),
  status: shownText("status", "Plan of the account."),
  expires: shownText("expires", "When the plan ends, as the service writes it."),
  registered: shownText("registered", "When the account was made, as the service writes it."),
  avatar: shownText("avatar", "Address of a picture."),
};

async function live(session: AccountSession): Promise<RemoteState> {
  const account: Props = { ...(await session.account()) };
  return { fields: readFields({ fields }, account), outputs: readOutputs({ outputs }, account) };
}

// A password cannot be compared.
async function isSame(session: AccountSession, managed: Props): Promise<boolean> {
  const { email } = await session.account();
  return managed.password === undefined && fields.email.same(email, managed.email);
}

// Which fields an update must have is not documented, so an unmanaged e-mail goes along as it is.
async function put(session: AccountSession, managed: Props): Promise<void> {
  const { email } = await session.account();
  const body = { ...(email === "" ? {} : { email }), ...managed };
  await session.send("PUT", "/api/account/update", body);
  session.noteAccountChange(managed.email === undefined ? {} : { email: String(managed.email) });
}

const lifecycle: Lifecycle = {
  async findIdentical() {
    return [];
  },

  async announce(session, managed) {
    const { id, email } = await session.account();
    const changes: string[] = [];
    if (managed.email !== undefined && !fields.email.same(email, managed.email)) {
      changes.push(emailChange(id, email, managed.email));
    }
    if (managed.password !== undefined) changes.push(`Account ${id}: an apply sets its password`);
    return changes;
  },

  async create(session, managed) {
    const { id } = await session.account();
    if (!(await isSame(session, managed))) await put(session, managed);
    const now = await live(session);
    return { id, fields: managed, outputs: now.outputs };
  },

  read: (session) => live(session),
  lists: () => [],

  async update(session, _id, change) {
    await put(session, change.news);
    return live(session);
  },

  async delete(_session, id, _writtenAt, tell) {
    tell.warn(
      `Account ${id} is only forgotten: the API has no way to delete an account, and it keeps its e-mail and password`,
    );
    return undefined;
  },

  costs: {
    create: async (session, managed) => ((await isSame(session, managed)) ? FREE : requests(1)),
    update: () => requests(1),
    delete: FREE,
  },
};

function emailChange(id: string, from: unknown, to: unknown): string {
  const address = isUnknown(to) ? "one that is known only then" : JSON.stringify(to);
  return `Account ${id}: an apply changes its e-mail address from ${JSON.stringify(from)} to ${address}`;
}

const definition = {
  type: "Account",
  handler: "account",
  summary: "The e-mail address and password of the account that the API key belongs to.",
  args,
  fields,
  outputs,
  identity: () => "of the API key",
  lifecycle,
  yaml: { shape: "single", section: "account", key: "account" },
  exports: ["username"],
  planWarnings: ({ id, olds, news, changed }) =>
    changed.map((name) =>
      name === "email"
        ? emailChange(id, olds.email, news.email)
        : `Account ${id}: an apply changes its password`,
    ),
  limitations: [
    "The password is never shown by the service: a change made by hand is not seen.",
    "The API cannot delete an account: deleting the resource only forgets it.",
  ],
} satisfies Definition;

export type AccountArgs = ArgsOf<ValueOf<typeof args>>;

interface AccountProperties {
  email?: string;
  password?: string;
  username?: string;
  status?: string;
  expires?: string;
  registered?: string;
  avatar?: string;
}

export const Account = resourceClass<AccountArgs, AccountProperties>(definition);
export type Account = InstanceType<typeof Account>;
