// Generates config files from a JSON Schema: mostly valid, with an error here and there.
import fc from "fast-check";
import type { JsonSchema } from "../../../src/config/schema/json-schema";

type Values = fc.Arbitrary<unknown>;

/** Of a thousand choices, so many do not follow the schema. */
const INVALID_PER_THOUSAND = 25;

const characters = fc.constantFrom(..."aZ09 -_./:#,()@+=é漢\"'{}[]&*!|>%?\\~");
const text = fc.string({ unit: characters, maxLength: 8 });

/** Texts of many forms. Those that match a pattern are valid there, and the others are close to it. */
const FORMS = [
  "a",
  "#22AA66",
  "#22aa66",
  "rgb(1,2,3)",
  "rgb( 255, 0 ,16 )",
  "https://example.com",
  "HTTP://EXAMPLE.COM/",
  "https://example.com/a?b#c",
  "a@example.com",
  "+43 1 234567",
  "2000-02-29",
  "4711",
  "a-b_c.d",
];

const almost = fc
  .tuple(fc.constantFrom(...FORMS), fc.nat(30), fc.nat(2), text)
  .map(([form, at, length, inserted]) => form.slice(0, at) + inserted + form.slice(at + length));

const anything: Values = fc.oneof(
  almost,
  text,
  fc.constantFrom("", " ", "~", "yes", "true", null, true, 0, 1, -1, 1.5, 2 ** 53, 1e30),
  fc.constantFrom<unknown>([], {}, [null], ["a"], [1], { id: 1 }, { a: "b" }, { link: 1 }),
);

const rarely = <Value>(often: fc.Arbitrary<Value>, seldom: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof(
    { weight: 1000 - INVALID_PER_THOUSAND, arbitrary: often },
    { weight: INVALID_PER_THOUSAND, arbitrary: seldom },
  );

/** @param forms more texts to use where they match a pattern */
export function documents(schema: JsonSchema, forms: readonly string[] = []): Values {
  return new Generator(schema, [...FORMS, ...forms]).valid(schema);
}

class Generator {
  readonly #definitions: Readonly<Record<string, JsonSchema>>;
  /** Schemas that contain themselves. */
  readonly #referenced = new Map<string, Values>();

  constructor(
    { definitions = {} }: JsonSchema,
    readonly forms: readonly string[],
  ) {
    this.#definitions = definitions as Record<string, JsonSchema>;
  }

  valid(schema: JsonSchema): Values {
    const found = this.#possible(schema);
    if (!found) throw new Error(`no form here is valid for ${JSON.stringify(schema)}: add one`);
    return found;
  }

  #possible(schema: JsonSchema): Values | undefined {
    const { $ref, anyOf, enum: values, type } = schema;
    if (typeof $ref === "string") return this.#reference($ref.replace("#/definitions/", ""));
    if ("const" in schema) return fc.constant(schema.const);
    if (Array.isArray(values)) return fc.constantFrom(...values);
    const branches = Array.isArray(anyOf)
      ? anyOf.map((branch) => this.#possible(branch))
      : [type].flat().map((one) => this.#ofType(String(one), schema));
    const possible = branches.filter((branch) => branch !== undefined);
    return possible.length === 0 ? undefined : fc.oneof(...possible);
  }

  #mostly(schema: JsonSchema): Values {
    return rarely(this.valid(schema), anything);
  }

  #reference(name: string): Values {
    const known = this.#referenced.get(name);
    if (known) return known;
    this.#referenced.set(name, text);
    const made = this.valid(this.#definitions[name]!);
    this.#referenced.set(name, made);
    return made;
  }

  #ofType(type: string, schema: JsonSchema): Values | undefined {
    switch (type) {
      case "null":
        return fc.constant(null);
      case "boolean":
        return fc.boolean();
      case "integer":
      case "number":
        return fc.integer({ min: 1, max: 9999 });
      case "string":
        return this.#text(schema);
      case "array":
        return fc.array(this.#mostly(schema.items as JsonSchema), { minLength: 1, maxLength: 3 });
      default:
        return schema.properties === undefined ? this.#entries(schema) : this.#mapping(schema);
    }
  }

  #entries({ additionalProperties }: JsonSchema): Values {
    const key = rarely(fc.stringMatching(/^[a-z][a-z0-9]{0,3}$/), fc.oneof(almost, text));
    return fc.dictionary(key, this.#mostly(additionalProperties as JsonSchema), {
      maxKeys: 2,
      noNullPrototype: true,
    });
  }

  #mapping({ properties, required = [], oneOf, maxProperties }: JsonSchema): Values {
    const fields = properties as Record<string, JsonSchema>;
    const alternatives = (oneOf ?? [{}]) as {
      required?: string[];
      properties?: Record<string, JsonSchema>;
      not?: { anyOf?: { required: string[] }[] };
    }[];
    const made = alternatives.map((alternative) => {
      const needed = new Set([...(required as string[]), ...(alternative.required ?? [])]);
      const excluded = [...alternatives, ...(alternative.not?.anyOf ?? [])]
        .flatMap((other) => other.required ?? [])
        .filter((name) => !needed.has(name));
      const parts = Object.entries({ ...fields, ...alternative.properties }).map(([name, field]) => {
        const value = this.#mostly(field).map((one): [string, unknown] => [name, one]);
        if (needed.has(name)) return rarely<[string, unknown][]>(fc.tuple(value), fc.constant([]));
        if (excluded.includes(name)) return rarely<[string, unknown][]>(fc.constant([]), fc.tuple(value));
        return fc.array(value, { maxLength: 1 });
      });
      const unknown = rarely<[string, unknown][]>(fc.constant([]), fc.tuple(fc.tuple(text, anything)));
      const all = fc.tuple(...parts, unknown).map((chosen) => chosen.flat());
      if (maxProperties !== 1) return all;
      // Of fields that exclude each other, mostly one.
      return fc
        .tuple(all, fc.nat(), fc.nat(999))
        .map(([chosen, at, dice]) =>
          dice < INVALID_PER_THOUSAND || chosen.length === 0 ? chosen : [chosen[at % chosen.length]!],
        );
    });
    return fc.oneof(...made).map((chosen) => Object.fromEntries(chosen));
  }

  #text({ pattern, examples = [], maxLength = 100 }: JsonSchema): Values | undefined {
    if (pattern === undefined)
      return fc.oneof(
        text.filter((one) => one !== ""),
        fc.constantFrom(...FORMS),
      );
    const form = new RegExp(String(pattern), "u");
    const known = [...this.forms, ...(examples as string[])];
    const valid = known.filter((one) => form.test(one) && one.length <= Number(maxLength));
    return valid.length === 0 ? undefined : fc.constantFrom(...valid);
  }
}
