// Objects that are on the account before the stack is, with the real CLI.
import { expect, test } from "vitest";
import {
  acme,
  configured,
  diagnostics,
  holdings,
  ids,
  program,
  project,
  upOf,
  writes,
  yaml,
} from "./support";

test("a file says what becomes of existing objects, and each entry may say something else", async () => {
  const config = {
    defaults: { onExisting: "fail" },
    pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1" } },
    channels: { spring: { name: "Spring", color: "#22AA66", options: { onExisting: "adopt" } } },
    qrCodes: { menu: { type: "text", data: "menu", options: { onExisting: { id: 101 } } } },
  };
  const stack = await configured(config);
  const { pixels, channels, qrs } = acme(stack);
  pixels.create({ type: "fbpixel", name: "By hand", tag: "1" });
  channels.create({ name: "Spring", description: "kept" });
  qrs.create({ type: "text", data: "old" });

  const refused = await stack.try("preview");
  expect(refused.code).not.toBe(0);
  expect(diagnostics(refused.output)).toContain('already holds it (id 101), and onExisting is "fail"');

  await stack.write({ "link-management.yaml": yaml({ ...config, defaults: { onExisting: "adopt" } }) });
  const told = diagnostics(await stack.pulumi("preview"));
  expect(told).toContain(
    "Pixel fbpixel 1: the account already holds this object with id 101; it is taken over and updated (name)",
  );
  expect(told).toContain("it is taken over and updated (color)");
  expect(told).toContain("it is taken over and updated (data)");
  expect(writes(stack)).toEqual({});

  await upOf(stack);
  expect(await ids(stack)).toEqual({ "Pixel ads": "101", "Channel spring": "101", "QrCode menu": "101" });
  expect(Object.keys(writes(stack)).sort()).toEqual([
    "PUT /api/channel/101/update",
    "PUT /api/pixel/101/update",
    "PUT /api/qr/101/update",
  ]);

  // What was taken over needs the option no more.
  const { pixels: kept } = config;
  const spring = { name: "Spring", color: "#22AA66" };
  const menu = { type: "text", data: "menu" };
  const without = { pixels: kept, channels: { spring }, qrCodes: { menu } };
  await stack.write({ "link-management.yaml": yaml(without) });
  await stack.pulumi("preview", "--expect-no-changes");
});

test("a program gives it as an option of the resource", async () => {
  const stack = await project(
    program(`
      new Pixel("ads", { type: "fbpixel", name: "Shop ads", tag: "1" }, { onExisting: "duplicate" });
      new Channel("spring", { name: "Spring" }, { onExisting: { id: 101 } });
    `),
  );
  acme(stack).pixels.create({ type: "fbpixel", name: "Shop ads", tag: "1" });
  acme(stack).channels.create({ name: "Autumn" });
  await upOf(stack);
  expect(await ids(stack)).toEqual({ "Pixel ads": "102", "Channel spring": "101" });
  expect(holdings(stack)).toMatchObject({ pixels: 2, channels: 1 });
  expect(acme(stack).channels.get(101)?.name).toBe("Spring");
  await stack.pulumi("preview", "--expect-no-changes");
});

test("an entry that took an object over with retainOnDelete forgets it when it leaves the file", async () => {
  const ads = { type: "fbpixel", name: "Shop ads", tag: "1" };
  const options = { onExisting: "adopt", retainOnDelete: true };
  const stack = await configured({ pixels: { ads: { ...ads, options } } });
  acme(stack).pixels.create({ ...ads, name: "By hand" });
  await upOf(stack);
  expect(await ids(stack)).toEqual({ "Pixel ads": "101" });
  stack.emulator.clearLog();

  await stack.config(yaml({ pixels: {} }));
  await upOf(stack);
  expect(await ids(stack)).toEqual({});
  expect(writes(stack)).toEqual({});
  expect(acme(stack).pixels.list()).toMatchObject([{ id: 101, ...ads }]);
});
