// Leaves something to look at, without a secret.
import { test } from "vitest";
import { run } from "../../support/project";

test("a program that says nothing secret", async () => {
  await run(["echo", "hello"], __dirname, process.env);
});
