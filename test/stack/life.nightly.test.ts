// Every kind in every pair of two knobs' values.
import { test } from "vitest";
import { allPairs } from "../support/dialects";
import { live } from "./life";

test.each(allPairs)("%s", (_, dialect) => live(dialect));
