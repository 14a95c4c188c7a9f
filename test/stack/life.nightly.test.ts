// Every kind in every pair of two knobs' values.
import { test } from "vitest";
import { randomDialect } from "../support/dialects";
import { live } from "./life";

test.each([...Array(150).keys()])("seed %i", (seed) => live(randomDialect(seed)));
