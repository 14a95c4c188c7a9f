// Items that a program assigns to two parents. Some installations keep an item in one of them only.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import type { Registration } from "./registrations";

interface Assigned {
  readonly subject: string;
  readonly parent: unknown;
  readonly isFromFile: boolean;
}

export class MovedItems {
  /** By kind and item. */
  readonly #firsts = new Map<string, Assigned>();

  /**
   * What to warn about. Only items count that are known before an apply.
   * @param subject how messages name the resource
   */
  add(registration: Registration, subject: string): string | undefined {
    const { definition, args, options, file } = registration;
    const { movedArg, parent } = definition;
    if (movedArg === undefined || parent === undefined || options.id !== undefined) return undefined;
    const item = args[movedArg];
    if (typeof item !== "string" && typeof item !== "number") return undefined;
    const assigned = {
      subject,
      parent: typeof args[parent] === "object" ? args[parent] : String(args[parent]),
      isFromFile: file !== undefined,
    };
    const key = JSON.stringify([definition.type, String(item)]);
    const first = this.#firsts.get(key);
    if (!first) {
      this.#firsts.set(key, assigned);
      return undefined;
    }
    // The loader has reported those of one file.
    if (first.parent === assigned.parent || (first.isFromFile && assigned.isFromFile)) return undefined;
    return (
      `${subject}: ${movedArg} ${item} is also in another ${parent}, by ${first.subject}. Some installations keep it ` +
      "in one only: the last assignment wins"
    );
  }
}
