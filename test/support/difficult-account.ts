// An account whose objects have difficult names, and which links, pages and codes are in its channels.
import type { Account } from "../../src/emulator/index";
import { listedKinds } from "./kinds";

/** One object of each kind for each name. */
export function addDifficultObjects(account: Account, names: readonly string[]): void {
  for (const kind of listedKinds) {
    for (const [n, name] of names.entries()) {
      const args = kind.args(n);
      const isNamed =
        "name" in args && (name === "" || kind.definition.args().safeParse({ ...args, name }).success);
      // Half of them have nothing that an object can be without.
      kind.add(account, { ...(n % 2 === 0 ? args : kind.minimal(n)), ...(isNamed && { name }) });
    }
  }
  const codes = account.qrs.list();
  for (const [n, { id }] of account.channels.list().slice(0, 5).entries()) {
    const items = [
      { type: "links", id: account.links.list()[n % account.links.list().length]!.id },
      { type: "bio", id: account.bios.list()[0]!.id },
      { type: "qr", id: codes[n]!.id },
    ] as const;
    account.channels.update(id, { items });
  }
}
