// The life of the account of the API key. It always exists, so nothing is created or deleted.
import type { AccountInfo } from "../../api/account";
import type { AccountSession } from "../../api/session";
import type { Definition, Props } from "../definition";
import { same } from "../meaning";
import { readAll } from "../state";
import type { Lifecycle, RemoteObject } from "./remote-object";

const UPDATE = "/api/account/update";

export function accountObject({ fields, outputs, whyRetained }: Definition): Lifecycle {
  async function objectOf(session: AccountSession): Promise<RemoteObject> {
    const account = await session.account();
    const shown: Props = { ...account };
    return { id: account.id, fields: readAll(fields, shown), outputs: readAll(outputs, shown) };
  }

  /** What setting these arguments changes. What the service never returns cannot be compared. */
  function changesOf(account: AccountInfo, managed: Props): readonly string[] {
    const shown: Props = { ...account };
    return Object.keys(managed).flatMap((name) => {
      const field = fields[name]!;
      const { writeOnly, read } = field;
      if (writeOnly) return `sets ${name}`;
      const now = read(shown);
      return same(field, now, managed[name]) ? [] : `changes ${name}, which is ${JSON.stringify(now)} now`;
    });
  }

  // The API document does not say which fields an update requires (service.md 32), so an unmanaged e-mail address is sent as
  // it is. What the service does not show is not sent.
  async function put(session: AccountSession, managed: Props): Promise<void> {
    const { email } = await session.account();
    const shown = email.trim() === "" ? {} : { email };
    await session.send("PUT", UPDATE, { ...shown, ...managed });
  }

  return {
    createWarnings: async (session, managed) => changesOf(await session.account(), managed),
    isThere: async (session, managed) => changesOf(await session.account(), managed).length === 0,
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
