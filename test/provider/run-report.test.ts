import { expect, test } from "vitest";
import { RunReport } from "../../src/provider/run-report";

test("a run without adoptions, changes and warnings says nothing at its end", () => {
  const report = new RunReport();
  expect(report.preview()).toEqual({ info: [], warnings: [] });
  expect(report.update()).toEqual({ info: [], warnings: [] });
});
