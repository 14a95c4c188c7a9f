// What the schema says about a place in a config file. Only zod's public accessors are used.
import { z } from "zod";

const ITEM = Symbol("element of a list");
const ANY_KEY = Symbol("key of a record");
const SCALARS = ["string", "number", "boolean", "enum", "literal"];

export class Place {
  /** All schemas that apply: also the branches of a union, and what is optional. */
  readonly schemas: readonly z.ZodType[];
  /** Names of the fields that a mapping may have here. */
  readonly fields: readonly string[];
  /** The types of zod, such as `string`. */
  readonly types: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;
  readonly #below = new Map<string | symbol, Place>();

  constructor(...schemas: readonly z.ZodType[]) {
    this.schemas = schemas.flatMap(unfold);
    this.types = new Set(this.schemas.map(({ type }) => type));
    this.#names = new Set(this.schemas.flatMap((one) => Object.keys(fieldsOf(one))));
    this.fields = [...this.#names];
  }

  /** Whether the schema allows a value here. */
  get isKnown(): boolean {
    return this.schemas.length > 0;
  }

  /** Whether the schema allows what one text can say. */
  get isScalar(): boolean {
    return SCALARS.some((type) => this.types.has(type));
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
    return this.schemas.flatMap((one) => (one instanceof z.ZodEnum ? one.options.map(String) : []));
  }

  get description(): string | undefined {
    return this.schemas.find(({ description }) => description !== undefined)?.description;
  }

  get examples(): readonly unknown[] {
    return this.meta("examples").flat();
  }

  /** The values of an annotation. */
  meta(name: string): readonly unknown[] {
    return this.schemas.flatMap((one) => one.meta()?.[name] ?? []);
  }

  /** Of a field or a list element. All keys of a record, and all elements of a list, have the same place. */
  below(step: string | number): Place {
    const name = typeof step === "number" ? ITEM : this.#names.has(step) ? step : ANY_KEY;
    const known = this.#below.get(name);
    if (known) return known;
    const place = new Place(...this.schemas.flatMap((one) => below(one, step)));
    this.#below.set(name, place);
    return place;
  }
}

/** A schema, and those that it wraps or chooses from. */
function unfold(schema: z.ZodType): readonly z.ZodType[] {
  const inner =
    schema instanceof z.ZodUnion
      ? schema.options
      : schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodLazy
        ? [schema.unwrap()]
        : [];
  return [schema, ...(inner as readonly z.ZodType[]).flatMap(unfold)];
}

function fieldsOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
}

function below(schema: z.ZodType, step: string | number): readonly z.ZodType[] {
  if (typeof step === "number") return schema instanceof z.ZodArray ? [schema.element as z.ZodType] : [];
  if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType];
  const fields = fieldsOf(schema);
  return Object.hasOwn(fields, step) ? [fields[step]!] : [];
}
