// Every kind in every named dialect. All pairs of knobs: life.nightly.test.ts.
import { test } from "vitest";
import { namedDialects } from "../support/dialects";
import { live } from "./life";

test.each(namedDialects)(
  "%s: created, unchanged, drift undone, made again, each field changed, replaced, destroyed; strangers stay",
  (_, dialect) => live(dialect),
);
