// Somebody else who works on the account while a client reads its lists, so that pages shift.
import type { Account } from "../store/account";
import type { Choose } from "./effect";

/** Begins the names of all that the other writer creates (a domain has it in its host). */
export const OTHER_WRITER = "somebody-else";

/** What somebody else does to one list of the account. */
interface Hand {
  readonly list: RegExp;
  /** Creates an object and returns its id; undefined where there is no such list. */
  create(account: Account, name: string, listId: number): number | undefined;
  delete(account: Account, id: number): void;
}

const HANDS: readonly Hand[] = [
  {
    list: /^\/api\/pixels$/,
    create: ({ pixels }, name) => pixels.create({ type: "forum", name, tag: name }).id,
    delete: ({ pixels }, id) => pixels.delete(id),
  },
  {
    list: /^\/api\/domains$/,
    create: ({ domains }, name) => domains.create({ domain: `https://${name}.example` }).id,
    delete: ({ domains }, id) => domains.delete(id),
  },
  {
    list: /^\/api\/channels$/,
    create: ({ channels }, name) => channels.create({ name }).id,
    delete: ({ channels }, id) => channels.delete(id),
  },
  {
    list: /^\/api\/campaigns$/,
    create: ({ campaigns }, name) => campaigns.create({ name }).id,
    delete: ({ campaigns }, id) => campaigns.delete(id),
  },
  {
    list: /^\/api\/qr$/,
    create: ({ qrs }, name) => qrs.create({ type: "text", data: name, name }).id,
    delete: ({ qrs }, id) => qrs.delete(id),
  },
  {
    list: /^\/api\/channel\/(\d+)$/,
    create: (account, title, channelId) => {
      if (account.channels.get(channelId) === undefined) return undefined;
      const { id } = account.bios.create({ title });
      account.assignItem(channelId, "bio", id);
      return id;
    },
    delete: ({ bios }, id) => bios.delete(id),
  },
];

/** Most objects of one list that stay undeleted, so that lists do not grow without end. */
const MOST = 3;

/** Creates objects and deletes them again, and touches nothing that is not its own. */
export class OtherWriter {
  readonly #made = new Map<string, number[]>();
  #count = 0;

  /** One change of the list at `path`; none where the list cannot be written. */
  write(account: Account, path: string, choose: Choose): void {
    const hand = HANDS.find(({ list }) => list.test(path));
    if (hand === undefined) return;
    const key = `${account.username} ${path}`;
    const made = this.#made.get(key) ?? [];
    if (made.length > 0 && (made.length >= MOST || choose(["create", "delete"]) === "delete")) {
      hand.delete(account, made.shift()!);
      return;
    }
    this.#count += 1;
    const listId = Number(hand.list.exec(path)?.[1]);
    const id = hand.create(account, `${OTHER_WRITER}-${this.#count}`, listId);
    if (id !== undefined) this.#made.set(key, [...made, id]);
  }
}
