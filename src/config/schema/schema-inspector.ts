// What a schema allows at a place: asked when something is wrong there, and for references. It goes through JSON
// Schema, because zod hides what `.meta()` says behind `.optional()`.
import { z } from "zod";

/** The part of JSON Schema that our schemas make use of, and our marks. */
export interface Alternative {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Alternative>>;
  readonly additionalProperties?: Alternative | boolean;
  readonly items?: Alternative;
  readonly anyOf?: readonly Alternative[];
  readonly oneOf?: readonly Alternative[];
  readonly allOf?: readonly Alternative[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Alternative>>;
  /** The section whose keys may stand here. */
  readonly reference?: string;
  /** Whether the value is never shown. */
  readonly secret?: boolean;
}

/** A key of the file, found where a reference stands. */
export interface FoundReference {
  readonly path: readonly PropertyKey[];
  readonly section: string;
  readonly key: string;
}

const known = new WeakMap<z.ZodType, SchemaInspector>();

export class SchemaInspector {
  readonly #root: Alternative;
  readonly #hasReferences: boolean;

  private constructor(schema: z.ZodType) {
    const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    this.#root = json as Alternative;
    this.#hasReferences = JSON.stringify(json).includes('"reference":');
  }

  static of(schema: z.ZodType): SchemaInspector {
    let shape = known.get(schema);
    if (!shape) {
      shape = new SchemaInspector(schema);
      known.set(schema, shape);
    }
    return shape;
  }

  /** All that may stand at a path; empty where nothing may. */
  at(path: readonly PropertyKey[]): readonly Alternative[] {
    return path.reduce((alternatives, step) => this.#below(alternatives, step), this.#unfold(this.#root));
  }

  /** Names of the fields that may stand in the mapping at a path. */
  fieldsAt(path: readonly PropertyKey[]): readonly string[] {
    return [...new Set(this.at(path).flatMap(({ properties = {} }) => Object.keys(properties)))];
  }

  /** Whether a part of a secret may be shown: the schema marks what is secret beside it, and not the part itself. */
  isOpenPart(path: readonly PropertyKey[]): boolean {
    const parts = this.at(path);
    const holder = this.at(path.slice(0, -1));
    const marksItsSecrets = holder.some(({ properties = {} }) => Object.values(properties).some(isSecret));
    return path.length > 1 && marksItsSecrets && parts.length > 0 && !parts.some(isSecret);
  }

  /** The references by key in a value; ids of the account are none. */
  references(value: unknown): readonly FoundReference[] {
    if (!this.#hasReferences) return [];
    const found: FoundReference[] = [];
    this.#collect(value, this.#unfold(this.#root), [], found);
    return found;
  }

  #collect(
    value: unknown,
    alternatives: readonly Alternative[],
    path: readonly PropertyKey[],
    found: FoundReference[],
  ): void {
    if (typeof value === "string") {
      const section = alternatives.find(({ reference }) => reference !== undefined)?.reference;
      if (section !== undefined) found.push({ path, section, key: value });
      return;
    }
    if (value === null || typeof value !== "object") return;
    for (const [name, inner] of Object.entries(value)) {
      const step = Array.isArray(value) ? Number(name) : name;
      this.#collect(inner, this.#below(alternatives, step), [...path, step], found);
    }
  }

  #below(alternatives: readonly Alternative[], step: PropertyKey): readonly Alternative[] {
    return alternatives.flatMap(({ properties, additionalProperties, items }) => {
      if (typeof step === "number") return items ? this.#unfold(items) : [];
      const name = String(step);
      if (properties && Object.hasOwn(properties, name)) return this.#unfold(properties[name]!);
      return typeof additionalProperties === "object" ? this.#unfold(additionalProperties) : [];
    });
  }

  /** The alternative itself and those that it consists of. */
  #unfold(alternative: Alternative, followed: readonly string[] = []): readonly Alternative[] {
    const { $ref, anyOf = [], oneOf = [], allOf = [] } = alternative;
    const parts = [...anyOf, ...oneOf, ...allOf].flatMap((part) => this.#unfold(part, followed));
    if ($ref === undefined || followed.includes($ref)) return [alternative, ...parts];
    const target = $ref === "#" ? this.#root : this.#root.$defs?.[$ref.replace("#/$defs/", "")];
    return [alternative, ...parts, ...(target ? this.#unfold(target, [...followed, $ref]) : [])];
  }
}

function isSecret({ secret }: Alternative): boolean {
  return secret === true;
}
