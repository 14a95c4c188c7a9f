// Schemas that are made, and zod loaded, at the first use. Reading an object and comparing it with its state need
// neither, and a refresh does nothing else. No other module of a kind imports zod at run time.
import type { z } from "zod";

export type Zod = typeof z;

export type Schema<Type extends z.ZodType = z.ZodType> = () => Type;

/** The values that a schema accepts. Without transforms, these are also its results. */
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
