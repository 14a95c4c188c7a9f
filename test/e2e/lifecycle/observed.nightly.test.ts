// The life of a stack, also after a kill, on a service that does what installations do.
import { beforeEach, describe, expect, test } from "vitest";
import { addStrangers, expectApplied, NO_OBJECTS, ownObjects, strangersOf } from "../killed/expected-stack";
import { skipWithoutProc } from "../killed/processes";
import { expectRecovered } from "../killed/recovery";
import { STAGES } from "../killed/stages";
import { configured, ids, yaml } from "./support";

const OBSERVED = { dialect: "observed" } as const;

describe("in the dialect of installations", () => {
  test("up, a changed up and destroy do what the preview shows, and a second preview is empty", async () => {
    const app = await configured({}, OBSERVED);
    addStrangers(app);
    const strangers = strangersOf(app);
    let before: Record<string, string> = {};
    for (const { command, config, kept } of STAGES) {
      await app.config(yaml(config));
      await app.pulumi(command, "--yes");
      expect(strangersOf(app)).toEqual(strangers);
      if (command === "destroy") continue;
      await expectApplied(app, config);
      const now = await ids(app);
      for (const [name, old] of Object.entries(kept)) expect(now[name], name).toBe(before[old]);
      before = now;
    }
    expect(ownObjects(app)).toEqual(NO_OBJECTS);
    expect((await app.state()).resources ?? []).toEqual([]);
  });

  describe("after a kill", () => {
    beforeEach(skipWithoutProc);

    test("of the engine, a preview names what was left behind, and one run with adopt continues", () =>
      expectRecovered("engine", OBSERVED));
  });
});
