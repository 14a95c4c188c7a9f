import fc from "fast-check";
import { expect, test } from "vitest";
import { allFormats, configsWithSecrets, SECRET } from "./support/planted-secrets";

test("prints no secret of 10,000 random files", () => {
  fc.assert(
    fc.property(configsWithSecrets, (text) => {
      expect(allFormats(text)).not.toContain(SECRET);
    }),
    { numRuns: 10_000 },
  );
});
