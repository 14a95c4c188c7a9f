// All secrets in one tree: searching for thousands of them takes hardly longer than for one.

/** A piece of text that several secrets have in common, up to where they differ. */
interface Branch {
  text: string;
  /** A secret ends here. */
  isEnd: boolean;
  next: Map<string, Branch>;
}

export interface Match {
  /** Length of the longest secret at the position. 0 for none. */
  readonly length: number;
  /** Up to where the text agrees with the beginning of some secret. */
  readonly agreesUntil: number;
}

export class SecretTree {
  readonly #roots = new Map<string, Branch>();

  add(secret: string): void {
    let branches = this.#roots;
    let rest = secret;
    while (rest !== "") {
      const branch = branches.get(rest[0]!);
      if (!branch) {
        branches.set(rest[0]!, { text: rest, isEnd: true, next: new Map() });
        return;
      }
      const shared = sharedLength(branch.text, rest, 0);
      if (shared < branch.text.length) split(branch, shared);
      if (shared === rest.length) branch.isEnd = true;
      branches = branch.next;
      rest = rest.slice(shared);
    }
  }

  match(text: string, at: number): Match {
    let length = 0;
    let end = at;
    let branches = this.#roots;
    for (;;) {
      const branch = end < text.length ? branches.get(text[end]!) : undefined;
      if (!branch) return { length, agreesUntil: end };
      const shared = sharedLength(branch.text, text, end);
      end += shared;
      if (shared < branch.text.length) return { length, agreesUntil: end };
      if (branch.isEnd) length = end - at;
      branches = branch.next;
    }
  }
}

/** How many characters of `piece` are in `text` from `at` on. */
function sharedLength(piece: string, text: string, at: number): number {
  let length = 0;
  while (length < piece.length && piece[length] === text[at + length]) length++;
  return length;
}

function split(branch: Branch, at: number): void {
  const lower = { ...branch, text: branch.text.slice(at) };
  branch.text = branch.text.slice(0, at);
  branch.isEnd = false;
  branch.next = new Map([[lower.text[0]!, lower]]);
}
