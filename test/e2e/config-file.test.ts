// The commands around a config file: `validate` agrees with `up`, `export` gives a file that `up` adopts, and `show` knows
// what the stack manages.
import { expect, test } from "vitest";
import { Project } from "./support/project";

const WRONG = `account:
  expect: { username: acme }
pixels:
  ads: { type: fbpixel, nmae: Shop ads, tag: "1" }
channels:
  spring: { name: Spring, color: green, items: [{ qr: menu }] }
`;

test("validate and up report the same errors with their positions, before any request", async () => {
  const project = await Project.create();
  await project.config(WRONG);
  const positions = (output: string) =>
    [...new Set(output.match(/link-management\.yaml:\d+:\d+(?= error)/g))].map((found) =>
      found.split(":").slice(1).join(":"),
    );
  const validate = await project.command("validate");
  expect(validate.code).toBe(1);
  expect(positions(validate.output)).toEqual(["4:25", "6:34", "6:55"]);
  const up = await project.pulumi("up", "--yes");
  expect(up.code).toBe(1);
  expect(positions(up.output)).toEqual(positions(validate.output));
  expect(project.service.log).toEqual([]);
});

test("an exported account is adopted with reads only", async () => {
  const project = await Project.create({ dialect: "observed" });
  const { campaigns, channels, domains, pixels, qrs } = project.service.account();
  pixels.create({ type: "tiktok", name: "Größe: 1", tag: "1" });
  domains.create({ domain: "https://go.example.com", redirectroot: "https://example.com" });
  qrs.create({ type: "link", data: "https://example.com", name: "Menu" });
  channels.create({ name: "Spring", color: "#22AA66", items: [{ type: "links", id: 4711 }] });
  campaigns.create({ name: "Launch", slug: "launch", public: true });
  expect(await project.command("export")).toMatchObject({
    code: 0,
    output: expect.stringContaining("pixels: 1"),
  });
  expect(await project.command("validate")).toMatchObject({ code: 0 });

  await project.ok("up", "--yes");
  await project.ok("preview", "--refresh", "--expect-no-changes");
  expect(Object.keys(await project.state())).toHaveLength(6);
  channels.update(101, {
    items: [
      { type: "links", id: 4711 },
      { type: "bio", id: 12 },
    ],
  });
  const { output } = await project.command("show", "channels", "Spring");
  const inStack = JSON.parse(output).items.map((item: Record<string, unknown>) => [item.id, item.inStack]);
  expect(Object.fromEntries(inStack)).toEqual({ 4711: true, 12: false });
  expect(project.writes()).toEqual([]);
});
