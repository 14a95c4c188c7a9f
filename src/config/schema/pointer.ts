// What the schema says about a place in a config file: a pointer into its JSON Schema, the one that editors read.

/** A JSON Schema or a part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export class SchemaPointer {
  /** All forms that a value may have: the branches of a choice, and what contains them. */
  readonly forms: readonly JsonSchema[];
  /** Names of the fields that a mapping may have here. */
  readonly fields: readonly string[];
  /** The types of JSON. `record`: a mapping with any key. */
  readonly types: ReadonlySet<string>;
  readonly #root: JsonSchema;
  readonly #below = new Map<string, SchemaPointer>();

  constructor(root: JsonSchema, schemas: readonly JsonSchema[] = [root]) {
    this.#root = root;
    this.forms = schemas.flatMap((one) => this.#unfold(one));
    this.types = new Set(this.forms.flatMap(typesOf));
    this.fields = [...new Set(this.forms.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  }

  /** Whether the schema allows a value here. */
  get isKnown(): boolean {
    return this.forms.length > 0;
  }

  /** Whether the schema allows what one text can say. */
  get isScalar(): boolean {
    return ["string", "number", "boolean"].some((type) => this.types.has(type));
  }

  /** Whether a mapping must have the field. */
  requires(field: string): boolean {
    return this.forms.some(({ required }) => (required as readonly string[] | undefined)?.includes(field));
  }

  /** What a text from outside the YAML means here: a number or a boolean if the schema wants one. */
  valueOfText(text: string): unknown {
    // Any value is allowed there. A password of digits must stay text.
    if (this.types.has("null")) return text;
    if (this.types.has("boolean") && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
    // Digits are an id even if text is allowed too, as in a reference.
    return this.types.has("number") && /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
  }

  /** The words that are allowed. */
  get choices(): readonly string[] {
    return this.meta("enum").map(String);
  }

  /** Whether a text has the form that is wanted. */
  matches(text: string): boolean {
    const { choices } = this;
    if (choices.length > 0) return choices.includes(text);
    return this.meta("pattern").every((pattern) => new RegExp(String(pattern), "u").test(text));
  }

  /** The values of an annotation. */
  meta(name: string): readonly unknown[] {
    return this.forms.flatMap((one) => one[name] ?? []);
  }

  /** The place of a field or of an element of a list. */
  below(step: string | number): SchemaPointer {
    const isField = typeof step === "string" && this.fields.includes(step);
    const keyword = typeof step === "number" ? "items" : isField ? "properties" : "additionalProperties";
    const name = isField ? `.${step}` : keyword;
    const known = this.#below.get(name);
    if (known) return known;
    const found = this.forms.flatMap((form): readonly JsonSchema[] => {
      const inner = (form[keyword] || undefined) as JsonSchema | undefined;
      const one = (isField ? inner?.[step] : inner) as JsonSchema | undefined;
      return one ? [one] : [];
    });
    const pointer = new SchemaPointer(this.#root, found);
    this.#below.set(name, pointer);
    return pointer;
  }

  #unfold(schema: JsonSchema): readonly JsonSchema[] {
    if (typeof schema.$ref === "string") {
      const path = schema.$ref.split("/").slice(1);
      return this.#unfold(path.reduce((at, part) => at[part] as JsonSchema, this.#root));
    }
    const { anyOf = [] } = schema as { anyOf?: readonly JsonSchema[] };
    return [schema, ...anyOf.flatMap((one) => this.#unfold(one))];
  }
}

function typesOf({ type, additionalProperties }: JsonSchema): readonly string[] {
  if (type === "integer") return ["number"];
  if (typeof type !== "string") return [];
  return typeof additionalProperties === "object" ? [type, "record"] : [type];
}
