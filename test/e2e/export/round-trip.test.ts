// From an account made by hand to a stack without a difference, with the real CLI.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DIFFICULT_NAMES } from "../../support/difficult-names";
import { acme, diagnostics } from "../lifecycle/support";
import { adoptionOf, command, handMade, roundTrip } from "./support";

/** A config file can have all of them but "". */
const NAMES = [
  "",
  ...DIFFICULT_NAMES.slice(0, 10),
  "a: b",
  "${env:HOME}",
  "Grüße",
  "\ufeffbom",
  "x".repeat(300),
];

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
  expect(await roundTrip(stack, "--split")).toEqual(adoptionOf(NAMES, 1));

  // What appears later is reported, and exported as an addition. What has no name is still unmanaged.
  const main = join(stack.folder, "link-management.yaml");
  await stack.config(`unmanaged: warn\n${await readFile(main, "utf8")}`);
  acme(stack).channels.create({ name: "Spring" });
  expect(diagnostics(await stack.pulumi("preview", "--expect-no-changes"))).toContain(
    "no entry manages 4 objects of the account: 1 campaigns, 2 channels, 1 pixels.",
  );
  const { code, stdout, output } = await command(stack, "export", "--unmanaged");
  expect(output.match(/not exported: .*: its name is empty$/gm)).toHaveLength(3);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout:
      "unmanaged.yaml: 1 object (1 channels)\n" +
      "Next: add include: unmanaged.yaml to link-management.yaml and run LINK_MANAGEMENT_ON_EXISTING=adopt npx pulumi up\n",
  });
  const nothing = await command(stack, "export", "none.yaml", "--unmanaged", "--only", "domains");
  expect(nothing).toMatchObject({
    code: 0,
    output: "The stack manages every selected object. Nothing was written.\n",
  });
  expect(existsSync(join(stack.folder, "none.yaml"))).toBe(false);
});
