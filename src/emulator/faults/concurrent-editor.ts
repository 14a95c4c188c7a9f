// Somebody who edits the account while a client reads its lists, so that objects move between pages.
import type { Account } from "../store/account";
import type { Choose } from "./effect";

/** Prefix of the names of all objects that the concurrent editor creates. Its domains have it in their host. */
export const CONCURRENT_EDITOR_PREFIX = "concurrent-editor";

/** How the editor changes the objects of one list. */
interface ListEdits {
  readonly path: RegExp;
  /** Creates an object and returns its id. undefined if the list does not exist. */
  create(account: Account, name: string, listId: number): number | undefined;
  delete(account: Account, id: number): void;
}

const EDITS_BY_LIST: readonly ListEdits[] = [
  {
    path: /^\/api\/pixels$/,
    create: ({ pixels }, name) => pixels.create({ type: "forum", name, tag: name }).id,
    delete: ({ pixels }, id) => pixels.delete(id),
  },
  {
    path: /^\/api\/domains$/,
    create: ({ domains }, name) => domains.create({ domain: `https://${name}.example` }).id,
    delete: ({ domains }, id) => domains.delete(id),
  },
  {
    path: /^\/api\/channels$/,
    create: ({ channels }, name) => channels.create({ name }).id,
    delete: ({ channels }, id) => channels.delete(id),
  },
  {
    path: /^\/api\/campaigns$/,
    create: ({ campaigns }, name) => campaigns.create({ name }).id,
    delete: ({ campaigns }, id) => campaigns.delete(id),
  },
  {
    path: /^\/api\/qr$/,
    create: ({ qrs }, name) => qrs.create({ type: "text", data: name, name }).id,
    delete: ({ qrs }, id) => qrs.delete(id),
  },
  {
    path: /^\/api\/channel\/(\d+)$/,
    create: (account, title, channelId) => {
      if (account.channels.get(channelId) === undefined) return undefined;
      const { id } = account.bios.create({ title });
      account.assignItem(channelId, "bio", id);
      return id;
    },
    delete: ({ bios }, id) => bios.delete(id),
  },
];

/** Maximum number of objects that the editor keeps per list, so that lists do not grow without bound. */
const MAX_OBJECTS_PER_LIST = 3;

/** Creates and deletes objects. Never changes an object that it did not create. */
export class ConcurrentEditor {
  readonly #idsByList = new Map<string, number[]>();
  #created = 0;

  /** Makes one change to the list at `path`. Does nothing if the list cannot be edited. */
  edit(account: Account, path: string, choose: Choose): void {
    const edits = EDITS_BY_LIST.find((candidate) => candidate.path.test(path));
    if (edits === undefined) return;
    const list = `${account.username} ${path}`;
    const ids = this.#idsByList.get(list) ?? [];
    const isFull = ids.length >= MAX_OBJECTS_PER_LIST;
    if (ids.length > 0 && (isFull || choose(["create", "delete"]) === "delete")) {
      edits.delete(account, ids.shift()!);
      return;
    }
    this.#created += 1;
    const listId = Number(edits.path.exec(path)?.[1]);
    const id = edits.create(account, `${CONCURRENT_EDITOR_PREFIX}-${this.#created}`, listId);
    if (id !== undefined) this.#idsByList.set(list, [...ids, id]);
  }
}
