// Leaves nothing that could be looked at.
import { test } from "vitest";

test("a test that starts nothing", () => {});
