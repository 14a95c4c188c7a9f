// The objects of an account of the emulator, for every kind that the API lists.
import type { Account } from "../../src/emulator/index";
import type { Props } from "../../src/kind/definition";
import { type Kind, listedKinds } from "../handlers/support/kinds";
import { Records } from "../handlers/support/records";

export interface AccountObject extends Props {
  readonly id: number;
}

/** Every new account has some objects with smaller ids. */
const FIRST_CREATED_ID = 101;

export function objectsOf(account: Account, kind: Kind): readonly AccountObject[] {
  const records = new Records(account, kind);
  const objects = records.ids.map((id) => records.get(id) as AccountObject);
  return objects.filter(({ id }) => id >= FIRST_CREATED_ID);
}

/** One value per kind, by the key of its list, such as `pixels` or `qrs`. */
export function byList<Value>(of: (kind: Kind) => Value): Record<string, Value> {
  return Object.fromEntries(listedKinds.map((kind) => [kind.list.key, of(kind)]));
}

/** Adds one object of each kind, with the name in every text that may contain it. */
export function addObjects(account: Account, name: string): void {
  for (const kind of listedKinds) new Records(account, kind).add(argsWith(kind, name));
}

function argsWith(kind: Kind, name: string): Props {
  const schema = kind.definition.args();
  const args = kind.minimal();
  for (const field of Object.keys(args)) {
    const texts = [name, `https://${name}.example.com`];
    args[field] = texts.find((text) => schema.safeParse({ ...args, [field]: text }).success) ?? args[field];
  }
  return args;
}
