// From an account made by hand to a stack without a difference, with the real CLI.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OBSERVED_DIALECT } from "../../../src/emulator/index";
import { DIFFICULT_NAMES } from "../../support/difficult-names";
import { acme, diagnostics } from "../lifecycle/support";
import { adoptionOf, command, handMade, roundTrip } from "./support";

const NAMES = [...DIFFICULT_NAMES.slice(0, 10), "a: b", "${env:HOME}", "Grüße", "\ufeffbom", "x".repeat(300)];

test("an update adopts everything in the preset observed, except for objects without a name", async () => {
  const stack = await handMade(NAMES, OBSERVED_DIALECT);
  const { id } = acme(stack).channels.create({ name: "" });
  const { output } = await command(stack, "export", "--stdout", "--only", "channels");
  expect(output).toContain(`not exported: Channel (id ${id}): its name is empty\n`);
  expect(await roundTrip(stack)).toEqual(adoptionOf(5 * NAMES.length));
  expect(acme(stack).channels.get(id)).toMatchObject({ name: "" });
});

test("an update adopts everything with reads only and says so in one line; then nothing differs", async () => {
  // Numbers as text, small pages, a rejected limit: what other services do.
  const stack = await handMade(NAMES, {
    idsAs: "string",
    booleansAs: "zeroOneString",
    unsetTextAs: "absent",
    maxPageSize: 15,
    limitParameter: "rejected",
    campaignNameKey: "mixed",
    privateCampaignRotator: "url",
    nextpageOnLastPage: "pastEnd",
  });
  expect(await roundTrip(stack, "--split")).toEqual(adoptionOf(5 * NAMES.length));

  // What appears later is reported, and exported as an addition.
  const main = join(stack.folder, "link-management.yaml");
  await stack.config(`unmanaged: warn\n${await readFile(main, "utf8")}`);
  acme(stack).channels.create({ name: "Spring" });
  expect(diagnostics(await stack.pulumi("preview", "--expect-no-changes"))).toContain(
    "no entry manages 1 object of the account: 1 channels.",
  );
  const { code, output } = await command(stack, "export", "--unmanaged");
  expect({ code, output }).toEqual({
    code: 0,
    output:
      "unmanaged.yaml: 1 object (1 channels)\n" +
      "Next: add include: unmanaged.yaml to link-management.yaml and run LINK_MANAGEMENT_ON_EXISTING=adopt npx pulumi up\n",
  });
});
