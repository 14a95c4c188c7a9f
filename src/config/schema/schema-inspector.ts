// A schema with what the loader asks about it: which fields it has at a path, its references and its secrets. The
// answers come from JSON Schema, because zod hides `.meta()` behind `.optional()`.
import { z } from "zod";
import { zodMessage } from "../../kind/schema";

/** The keywords of JSON Schema that our schemas use, and our annotations. */
export interface Subschema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Subschema>>;
  readonly additionalProperties?: Subschema | boolean;
  readonly items?: Subschema;
  readonly anyOf?: readonly Subschema[];
  readonly oneOf?: readonly Subschema[];
  readonly allOf?: readonly Subschema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Subschema>>;
  /** The section whose keys are allowed here. */
  readonly reference?: string;
  /** What to do in place of an unknown field. */
  readonly unknownHelp?: string;
  /** What to do in place of a field that is not here, by its name. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Whether the value is never shown. */
  readonly secret?: boolean;
}

/** A reference by key in a value. */
export interface Reference {
  readonly path: readonly PropertyKey[];
  readonly section: string;
  readonly key: string;
}

/** Creates the schema and its JSON Schema on demand: most runs need few of them. */
export class SchemaInspector<Schema extends z.ZodType = z.ZodType> {
  readonly #create: () => Schema;
  #schema: Schema | undefined;
  #json: Subschema | undefined;

  constructor(create: () => Schema) {
    this.#create = create;
  }

  get schema(): Schema {
    this.#schema ??= this.#create();
    return this.#schema;
  }

  get #root(): Subschema {
    this.#json ??= z.toJSONSchema(this.schema, { io: "input", unrepresentable: "any" }) as Subschema;
    return this.#json;
  }

  /** Validates with our messages. */
  parse(value: unknown): z.ZodSafeParseResult<z.output<Schema>> {
    return this.schema.safeParse(value, { error: zodMessage });
  }

  /** All subschemas that apply at a path. */
  at(path: readonly PropertyKey[]): readonly Subschema[] {
    return path.reduce((subschemas, step) => this.#below(subschemas, step), this.#unfold(this.#root));
  }

  /** Names of the fields that the mapping at a path may have. */
  fieldsAt(path: readonly PropertyKey[]): readonly string[] {
    return [...new Set(this.at(path).flatMap(({ properties = {} }) => Object.keys(properties)))];
  }

  /** Whether a part of a secret may be shown: the schema marks other parts next to it as secret, but not this one. */
  isPublicPart(path: readonly PropertyKey[]): boolean {
    const parts = this.at(path);
    const parents = this.at(path.slice(0, -1));
    const marksSecrets = parents.some(({ properties = {} }) => Object.values(properties).some(isSecret));
    return path.length > 1 && marksSecrets && parts.length > 0 && !parts.some(isSecret);
  }

  /** The references by key in a value, without those by id. */
  references(value: unknown): readonly Reference[] {
    const found: Reference[] = [];
    this.#collect(value, this.#unfold(this.#root), [], found);
    return found;
  }

  #collect(
    value: unknown,
    subschemas: readonly Subschema[],
    path: readonly PropertyKey[],
    found: Reference[],
  ): void {
    if (typeof value === "string") {
      const section = subschemas.find(({ reference }) => reference !== undefined)?.reference;
      if (section !== undefined) found.push({ path, section, key: value });
      return;
    }
    if (value === null || typeof value !== "object") return;
    for (const [name, inner] of Object.entries(value)) {
      const step = Array.isArray(value) ? Number(name) : name;
      this.#collect(inner, this.#below(subschemas, step), [...path, step], found);
    }
  }

  #below(subschemas: readonly Subschema[], step: PropertyKey): readonly Subschema[] {
    return subschemas.flatMap(({ properties, additionalProperties, items }) => {
      if (typeof step === "number") return items ? this.#unfold(items) : [];
      const name = String(step);
      if (properties && Object.hasOwn(properties, name)) return this.#unfold(properties[name]!);
      return typeof additionalProperties === "object" ? this.#unfold(additionalProperties) : [];
    });
  }

  /** A subschema and those that it combines or refers to. */
  #unfold(subschema: Subschema, followed: readonly string[] = []): readonly Subschema[] {
    const { $ref, anyOf = [], oneOf = [], allOf = [] } = subschema;
    const parts = [...anyOf, ...oneOf, ...allOf].flatMap((part) => this.#unfold(part, followed));
    if ($ref === undefined || followed.includes($ref)) return [subschema, ...parts];
    const target = $ref === "#" ? this.#root : this.#root.$defs?.[$ref.replace("#/$defs/", "")];
    return [subschema, ...parts, ...(target ? this.#unfold(target, [...followed, $ref]) : [])];
  }
}

function isSecret({ secret }: Subschema): boolean {
  return secret === true;
}
