import { expect, test } from "vitest";
import { schema } from "../../src/kind/schema";

test("a schema is made when it is first asked for, and only once", () => {
  let made = 0;
  const name = schema((z) => {
    made++;
    return z.string().min(1);
  });
  expect(made).toBe(0);
  expect(name().safeParse("Spring").success).toBe(true);
  expect(name()).toBe(name());
  expect(made).toBe(1);
});
