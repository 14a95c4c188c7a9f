// An account whose objects have difficult names, and which links, pages and codes are in its channels.
import type { Account } from "../../src/emulator/index";
import { assignedKinds, kindOfSection, listedKinds } from "../handlers/support/kinds";
import { Records } from "../handlers/support/records";

/** One object of each kind for each name. */
export function addDifficultObjects(account: Account, names: readonly string[]): void {
  for (const kind of listedKinds) {
    const records = new Records(account, kind);
    for (const [n, name] of names.entries()) {
      const args = kind.args(n);
      const isNamed =
        "name" in args && (name === "" || kind.definition.args().safeParse({ ...args, name }).success);
      // Half of them have nothing that an object can be without.
      records.add({ ...(n % 2 === 0 ? args : { ...kind.minimal(n) }), ...(isNamed && { name }) });
    }
  }
  const [channels, codes] = [kindOfSection("channels"), kindOfSection("qrCodes")];
  const ids = (kind: typeof channels) => new Records(account, kind).ids.map(Number);
  for (const [n, channel] of ids(channels).slice(0, 5).entries()) {
    account.assignItem(channel, "links", account.links.list()[n % account.links.list().length]!.id);
    account.assignItem(channel, "bio", account.bios.list()[0]!.id);
    account.assignItem(channel, "qr", ids(codes)[n]!);
    account.assignItem(channel, "qr", ids(codes)[n]!);
  }
  if (assignedKinds.length === 0) throw new Error("no kind is assigned");
}
