// Schemas are made where something asks for them, and zod is loaded with the first: reading an object and comparing
// it with its state need neither, and a refresh does nothing else. No other module here or in a kind imports zod.
import type { z } from "zod";

type Zod = typeof z;

/** A schema that is made when it is first asked for. */
export type Schema<Type extends z.ZodType = z.ZodType> = () => Type;

/** What a schema takes; without transforms it is also what comes out. */
export type ValueOf<Of extends Schema> = z.input<ReturnType<Of>>;

/** Zod itself, for schemas that depend on something else. */
export function zod(): Zod {
  return (require("zod") as { z: Zod }).z;
}

export function schema<Type extends z.ZodType>(make: (z: Zod) => Type): Schema<Type> {
  let made: Type | undefined;
  return () => {
    made ??= make(zod());
    return made;
  };
}
