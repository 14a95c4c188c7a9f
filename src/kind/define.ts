// Completes a definition with what follows from it.
import type { z } from "zod";
import type { Definition, DefinitionSpec, Field, Lifecycle } from "./definition";
import type { Schema, ValueOf } from "./schema";

/** A definition before its lifecycle, which may use every other fact. */
export type KindBase = Omit<Definition, "lifecycle">;

/** Arguments without a field, and fields without an argument, do not compile. */
type FieldsOf<Args extends Schema<z.ZodObject>> = {
  readonly [Name in keyof ValueOf<Args>]-?: Field;
};

type KindSpec<Args extends Schema<z.ZodObject>, Outputs extends DefinitionSpec["outputs"]> = Omit<
  DefinitionSpec,
  "args" | "fields" | "outputs"
> & {
  readonly args: Args;
  readonly fields: FieldsOf<Args>;
  readonly outputs: Outputs;
  /** Made from the rest of the definition: see lifecycle/. */
  lifecycle(kind: KindBase): Lifecycle;
};

export function defineKind<Args extends Schema<z.ZodObject>, Outputs extends DefinitionSpec["outputs"]>(
  spec: KindSpec<Args, Outputs>,
) {
  const { lifecycle, ...facts } = spec;
  const base = {
    ...facts,
    handler: spec.type.charAt(0).toLowerCase() + spec.type.slice(1),
  };
  return { ...base, lifecycle: lifecycle(base) } satisfies Definition;
}
