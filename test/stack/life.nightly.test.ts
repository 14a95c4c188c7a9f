// Every kind in every pair of two knobs' values.
import { test } from "vitest";
import { allPairs } from "../support/dialects";
import { isUnderstood, live } from "./life";

test.each(allPairs.filter(isUnderstood))("%s", (_, dialect) => live(dialect));
