// A replaced object stays in the state as a pending delete until it is deleted. A program cannot see it, so a later run
// may adopt the object again. Then the pending delete must not remove it.
import { test } from "vitest";
import { expectAdoptedAgain, rejectDeletes } from "./pending-deletes";

test("after a failed delete, a reverted config adopts the replaced objects without a loss", () =>
  expectAdoptedAgain(rejectDeletes));
