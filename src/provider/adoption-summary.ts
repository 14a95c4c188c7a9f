// One line at the end about the existing objects that a run adopts.

export class AdoptionSummary {
  readonly #adopted = new Map<string, { readonly entry: string; readonly isChanged: boolean }>();

  /** @returns the other entry that adopts the object already */
  note(type: string, id: string, entry: string, isChanged: boolean): string | undefined {
    const key = `${type} ${id}`;
    const other = this.#adopted.get(key)?.entry;
    if (other !== undefined && other !== entry) return other;
    this.#adopted.set(key, { entry, isChanged });
    return undefined;
  }

  describe(): string | undefined {
    const count = this.#adopted.size;
    if (count === 0) return undefined;
    const changed = [...this.#adopted.values()].filter(({ isChanged }) => isChanged).length;
    const objects = `${count} existing object${count === 1 ? "" : "s"} adopted`;
    return `${objects}, ${changed === 0 ? "none" : changed} changed. An adopted object is deleted with this stack`;
  }
}
