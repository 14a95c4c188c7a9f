// Every kind in every named dialect.
import { test } from "vitest";
import { runsAllCases } from "../support/case-count";
import { namedDialects } from "../support/dialects";
import { live } from "./life";

/** The two presets, and by night all. */
const dialects = runsAllCases ? namedDialects : namedDialects.slice(0, 2);

test.each(dialects)(
  "%s: created, unchanged, drift undone, made again, each field changed, replaced, destroyed; strangers stay",
  (_, dialect) => live(dialect),
);
