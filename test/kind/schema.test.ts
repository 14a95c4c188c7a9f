import { expect, test } from "vitest";
import { schema } from "../../src/kind/schema";

test("makes a schema at the first use, and only once", () => {
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
