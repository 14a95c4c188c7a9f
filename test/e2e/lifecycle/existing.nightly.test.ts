// A QR code that exists on the account before the stack, and whose content nobody knows.
import { expect, test } from "vitest";
import { acme, plan, project, upOf, writes, yaml } from "./support";

test("a QR code is adopted without its content, which is added and removed without a replacement", async () => {
  const options = { onExisting: { id: 101 } };
  const content = { type: "text", data: "new" };
  const without = yaml({ qrCodes: { menu: { options } } });
  const stack = await project({ "link-management.yaml": without });
  acme(stack).qrs.create({ type: "text", data: "printed" });
  await upOf(stack);
  expect(await plan(stack, "--refresh")).toEqual([]);
  expect(await stack.pulumi("stack", "output", "qrCodes")).toContain(acme(stack).qrs.get(101)?.link);
  expect(writes(stack)).toEqual({});

  await stack.config(yaml({ qrCodes: { menu: { ...content, options } } }));
  const preview = await stack.pulumi("preview");
  expect(preview).toContain("the update overwrites data of the code");
  expect(await plan(stack)).toEqual(["update QrCode menu"]);
  await upOf(stack);
  expect(writes(stack)).toEqual({ "PUT /api/qr/101/update": content });
  stack.emulator.clearLog();

  await stack.config(without);
  expect(await plan(stack)).toEqual(["update QrCode menu"]);
  await upOf(stack);
  expect(await plan(stack)).toEqual([]);
  expect(writes(stack)).toEqual({});
});
