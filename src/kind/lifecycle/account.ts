// The life of the account of the API key. It always exists, so nothing is created or deleted.
import type { AccountInfo } from "../../api/account";
import type { AccountSession } from "../../api/session";
import type { KindBase, Lifecycle, Props, RemoteObject } from "../definition";
import { readAll } from "../state";

const UPDATE = "/api/account/update";

export function accountObject({ fields, outputs, whyRetained }: KindBase): Lifecycle {
  async function objectOf(session: AccountSession): Promise<RemoteObject> {
    const account = await session.account();
    const shown: Props = { ...account };
    return { id: account.id, fields: readAll(fields, shown), outputs: readAll(outputs, shown) };
  }

  /** What setting these arguments changes. What the service never returns cannot be compared. */
  function changesOf(account: AccountInfo, managed: Props): readonly string[] {
    const shown: Props = { ...account };
    return Object.keys(managed).flatMap((name) => {
      const { writeOnly, read, same } = fields[name]!;
      if (writeOnly) return `sets ${name}`;
      const now = read(shown);
      return same(now, managed[name]) ? [] : `changes ${name}, which is ${JSON.stringify(now)} now`;
    });
  }

  // The API document does not say which fields an update requires, so an unmanaged e-mail address is sent as it is.
  async function put(session: AccountSession, managed: Props): Promise<void> {
    const { email } = await session.account();
    await session.send("PUT", UPDATE, { ...(email && { email }), ...managed });
  }

  return {
    idOf: async (session) => (await session.account()).id,
    createWarnings: async (session, managed) => changesOf(await session.account(), managed),
    async create(session, managed) {
      if (changesOf(await session.account(), managed).length > 0) await put(session, managed);
      return { ...(await objectOf(session)), fields: managed };
    },
    prove: async (session, id) => ((await session.account()).id === id ? [await objectOf(session)] : []),
    async update(session, _object, managed) {
      await put(session, managed);
      return objectOf(session);
    },
    delete: async () => () => `only left the state: ${whyRetained}`,
  };
}
