// Objects that exist on the account before the stack.
import { expect, test } from "vitest";
import {
  acme,
  configured,
  diagnostics,
  ids,
  objectCounts,
  program,
  project,
  upOf,
  writes,
  yaml,
} from "./support";

test("a preview reports all existing objects at once, and overwrite manages them", async () => {
  const config = {
    defaults: { onExisting: "fail" },
    pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1" } },
    channels: { spring: { name: "Spring", color: "#22AA66" } },
    qrCodes: { menu: { type: "text", data: "menu", options: { onExisting: { id: 101 } } } },
  };
  const stack = await configured(config);
  const { pixels, channels, qrs } = acme(stack);
  pixels.create({ type: "fbpixel", name: "By hand", tag: "1" });
  channels.create({ name: "Spring", description: "kept" });
  qrs.create({ type: "text", data: "old" });

  const rejected = await stack.try("preview");
  expect(rejected.code).not.toBe(0);
  const error = diagnostics(rejected.output);
  expect(error).toContain("2 entries cannot be created");
  expect(error).toContain(
    '(link-management.yaml:6:5): already exists (id 101, differs in name ("By hand" -> "Shop ads"))',
  );
  expect(error).toContain('already exists (id 101, differs in color ("" -> "#22AA66"))');
  expect(error).toContain("LINK_MANAGEMENT_ON_EXISTING=overwrite pulumi up");

  await stack.write({ "link-management.yaml": yaml({ ...config, defaults: { onExisting: "overwrite" } }) });
  const adopted = diagnostics(await stack.pulumi("preview"));
  expect(
    adopted
      .split("\n")
      .filter((line) => line.includes("adopt"))
      .map((line) => line.trim())
      .sort(),
  ).toEqual([
    "3 existing objects will be adopted, 2 changed (deleted with this stack)",
    "channels.spring (link-management.yaml:13:5): adopts id 101, updates color",
    "pixels.ads (link-management.yaml:6:5): adopts id 101, updates name",
    "qrCodes.menu (link-management.yaml:19:5): adopts id 101; not compared: type, data",
  ]);
  expect(writes(stack)).toEqual({});

  await upOf(stack);
  expect(await ids(stack)).toEqual({ "Pixel ads": "101", "Channel spring": "101", "QrCode menu": "101" });
  expect(Object.keys(writes(stack)).sort()).toEqual([
    "PUT /api/channel/101/update",
    "PUT /api/pixel/101/update",
  ]);

  // A resource in the state does not need the option.
  const { pixels: kept } = config;
  const spring = { name: "Spring", color: "#22AA66" };
  const menu = { type: "text", data: "menu" };
  const without = { pixels: kept, channels: { spring }, qrCodes: { menu } };
  await stack.write({ "link-management.yaml": yaml(without) });
  await stack.pulumi("preview", "--expect-no-changes");
});

test("a program sets it as an option of the resource", async () => {
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
  expect(objectCounts(stack)).toMatchObject({ pixels: 2, channels: 1 });
  expect(acme(stack).channels.get(101)?.name).toBe("Spring");
  await stack.pulumi("preview", "--expect-no-changes");
});

test("an object adopted with retainOnDelete stays on the account when its entry leaves the file", async () => {
  const ads = { type: "fbpixel", name: "Shop ads", tag: "1" };
  const options = { onExisting: "adopt", retainOnDelete: true };
  const stack = await configured({ pixels: { ads: { ...ads, options } } });
  acme(stack).pixels.create(ads);
  await upOf(stack);
  expect(await ids(stack)).toEqual({ "Pixel ads": "101" });
  stack.emulator.clearLog();

  await stack.config(yaml({ pixels: {} }));
  await upOf(stack);
  expect(await ids(stack)).toEqual({});
  expect(writes(stack)).toEqual({});
  expect(acme(stack).pixels.list()).toMatchObject([{ id: 101, ...ads }]);
});
