// The deletion guard for a config file that is the whole program: what it says about a state and a text.
import { guardDeletions } from "../../../src/config/build/deletion-guard";
import { FileSchema } from "../../../src/config/schema/file-schema";
import { Source } from "../../../src/config/source/source";
import { readConfig } from "../../../src/config/validate/read-config";
import { TYPE_PREFIX } from "../../../src/engine/provider-source";
import { urnsOf } from "../../../src/pulumi/resource-urns";
import { definitions } from "../../../src/resources/definitions";
import { CONFIG_FILE, NO_FOLDER } from "./config";

// Making it takes longer than reading a small file.
const SCHEMA = new FileSchema(definitions);

export interface Recorded {
  readonly id?: string;
  /** Arguments and outputs. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Those that are not secret. */
  readonly shown?: Readonly<Record<string, unknown>>;
  readonly pending?: { readonly at: number };
}

export interface Report {
  /** Why the run stops. */
  readonly errors: readonly string[];
  readonly warnings: string;
}

/** @param state by kind and name, such as `Pixel ads` */
export function guard(state: Readonly<Record<string, Recorded>>, text: string): Report {
  const { plan } = readConfig(new Source(CONFIG_FILE, text), SCHEMA, NO_FOLDER);
  const recorded = Object.entries(state).map(([resource, { pending, ...rest }]) => {
    const [kind = "", name = ""] = resource.split(" ");
    const { id = "101", values = {}, shown = values } = rest;
    const [urn = ""] = urnsOf(TYPE_PREFIX + kind, name, {});
    return {
      urn,
      type: kind,
      id,
      ...(pending && { pending: { at: 0, after: 0 } }),
      values,
      shown,
      replacedId: undefined,
    };
  });
  const { errors, warnings } = guardDeletions(recorded, plan!, {}, true);
  return { errors, warnings: warnings.join("\n") };
}
