// What each object of the account was created as: what a user recognizes it by, whatever its fields are now.

import type { Props } from "../../src/kind/definition";
import { same } from "../../src/kind/meaning";
import type { Serve, ServiceRequest } from "../support/emulator";
import type { Kind } from "../support/kinds";
import type { Entry } from "./entries";

export class Creates {
  readonly #bodies = new Map<string, Props>();

  /** Notes the creates that take effect. */
  noting(request: ServiceRequest, serve: Serve): Serve {
    const { method, path } = request;
    if (method !== "POST" || !path.endsWith("/add")) return serve;
    return () => {
      const response = serve();
      const { id } = response.body as Props;
      if (id !== undefined) this.#bodies.set(`${path} ${id}`, request.body as Props);
      return response;
    };
  }

  /** Whether an object was created for an entry with these arguments. Services have two words for some types. */
  isFor({ kind, args }: Pick<Entry, "kind" | "args">, id: string): boolean {
    const body = this.#bodies.get(`${pathOf(kind)} ${id}`);
    if (!body) return false;
    const { fields } = kind.definition;
    return Object.entries(args).every(([name, value]) => same(fields[name]!, value, body[fields[name]!.api]));
  }
}

const pathOf = ({ list }: Kind) => `${list.writePath}add`;
