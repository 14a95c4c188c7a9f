// The life of the account of the API key. It always exists, so nothing is created or deleted.
import { quote } from "../../api/sanitize";
import type { AccountSession } from "../../api/session";
import type { Definition, Props } from "../definition";
import { same } from "../meaning";
import { readAll } from "../state";
import type { Lifecycle, RemoteObject } from "./remote-object";

export function accountObject({ fields, outputs, whyRetained }: Definition): Lifecycle {
  async function objectOf(session: AccountSession): Promise<RemoteObject> {
    const account: Props = { ...(await session.account()) };
    return { id: String(account.id), fields: readAll(fields, account), outputs: readAll(outputs, account) };
  }

  /** What setting these arguments changes. What the service never returns cannot be compared. */
  async function changesOf(session: AccountSession, managed: Props, secret: readonly string[] = []) {
    const shown = (await objectOf(session)).fields;
    return Object.keys(managed).flatMap((name) => {
      const field = fields[name]!;
      if (field.writeOnly) return `sets ${name}`;
      if (same(field, shown[name], managed[name])) return [];
      return `changes ${name}${secret.includes(name) ? "" : `, which is ${quote(shown[name] ?? "")} now`}`;
    });
  }

  // The API document does not say which fields an update requires (service.md 32), so an unmanaged e-mail address is sent as
  // it is. What the service does not show is not sent.
  async function put(session: AccountSession, managed: Props): Promise<void> {
    const { email } = await session.account();
    const shown = email.trim() === "" ? {} : { email };
    await session.send("PUT", "/api/account/update", { ...shown, ...managed });
  }

  return {
    async foresee(session, managed, secret) {
      const changes = await changesOf(session, managed, secret);
      return { isThere: changes.length === 0, changes };
    },
    async create(session, managed) {
      if ((await changesOf(session, managed)).length > 0) await put(session, managed);
      return { ...(await objectOf(session)), fields: managed };
    },
    prove: async (session, id) => [await objectOf(session)].filter((account) => account.id === id),
    async update(session, _object, managed) {
      await put(session, managed);
      return objectOf(session);
    },
    delete: async () => () => `only left the state: ${whyRetained}`,
  };
}
