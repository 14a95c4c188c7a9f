// What shared code reads of a kind follows from its table: schemas, list, place in the config file, warnings.
import type { z } from "zod";
import type { ListSpec } from "../api/lists/list";
import { identitiesOf } from "./compare";
import {
  type Definition,
  type Finding,
  isAssigned,
  type Kind,
  type Props,
  type YamlLocation,
} from "./definition";
import type { Field } from "./field";
import { ALWAYS, keyOrId, type Schema, schema } from "./schema";
import { readAll } from "./state";
import { textFinding } from "./text-checks";

export function kind(table: Kind): Definition {
  const { type, at, outputs = {}, identity = [] } = table;
  const fields = Object.fromEntries(Object.entries(table.fields).filter(([, field]) => !field.isFileOnly));
  const list = listOf({ ...table, fields });
  return {
    ...table,
    handler: type.charAt(0).toLowerCase() + type.slice(1),
    fields,
    entryFields: table.fields,
    args: objectSchema(table, fields, "arguments"),
    outputs,
    identity,
    yaml: yamlOf(table),
    ...(list && { list }),
    ...(isAssigned(at) && { parent: at.parent }),
  };
}

/** The list of the objects. Kinds that are assigned or always exist have none. */
function listOf({ at, section, fields, identity = [] }: Kind): ListSpec | undefined {
  if (at === "account" || isAssigned(at)) return undefined;
  const { list: path, object, ...list } = at;
  const identitiesIn = (item: Props) => identitiesOf({ fields, identity }, readAll(fields, item));
  return { ...list, path, writePath: `${object}/`, section, identitiesOf: identitiesIn };
}

function yamlOf(table: Kind): YamlLocation {
  const { section, at } = table;
  if (at === "account") return { shape: "single", section };
  if (isAssigned(at)) return { ...at.member, shape: "list", section };
  const references: Record<string, string> = {};
  const fields: Record<string, Field> = { ...table.fields };
  for (const [name, field] of Object.entries(fields)) {
    if (!field.inFile) continue;
    references[name] = field.inFile.section;
    fields[name] = { ...field, schema: () => keyOrId(field.inFile!.section), ...field.inFile };
  }
  return { shape: "mapping", section, entry: objectSchema(table, fields, "entry"), references };
}

function objectSchema(table: Kind, fields: Kind["fields"], form: "arguments" | "entry"): Schema<z.ZodObject> {
  const { rules, hints } = table;
  return schema((z) => {
    const shape = Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)] as const);
    const object = z.strictObject(Object.fromEntries(shape));
    const check = (given: Props, context: z.core.$RefinementCtx) => {
      for (const { path, severity, message } of rules?.(given, form) ?? [])
        if (severity === "error") context.addIssue({ code: "custom", path: [...path], message });
    };
    const checked = rules ? object.superRefine(check, ALWAYS) : object;
    return hints ? checked.meta({ hint: hints }) : checked;
  });
}

function fieldSchema({ schema: form, examples, optional, secret, doc }: Field): z.ZodType {
  const value = form().meta({
    ...(examples && { examples }),
    ...(secret && { secret: secret === true ? true : "sometimes" }),
  });
  return (optional ? value.optional() : value).describe(doc);
}

/** What is valid in an entry and most likely a mistake: in each field, and in all of them together. */
export function warningsOf(
  { fields, rules }: Pick<Definition, "fields" | "rules">,
  given: Props,
): readonly Finding[] {
  const ofFields = Object.entries(fields).flatMap(([name, { text }]): Finding[] => {
    const value = given[name];
    if (text === undefined || typeof value !== "string" || value === "") return [];
    const found = textFinding(value, text);
    return found ? [{ path: [name], ...found }] : [];
  });
  const together = rules?.(given, "entry") ?? [];
  return [...ofFields, ...together.filter(({ severity }) => severity === "warning")];
}
