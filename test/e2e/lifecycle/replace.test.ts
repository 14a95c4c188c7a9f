// A change of a create-only field replaces the object.
import { expect, test } from "vitest";
import { acme, plan, program, project, writes } from "./support";

const files = (choice: Record<"pixelType" | "domain" | "qrType", string>) =>
  program(`
const c = ${JSON.stringify(choice)};
new Pixel("pixel", { type: c.pixelType, name: "Shop", tag: "1" });
new Domain("domain", { domain: c.domain, redirectRoot: "https://example.com" });
new QrCode("code", { type: c.qrType, data: "https://example.com" });
`);

test("a changed create-only field creates a new pixel, domain and QR code and deletes the old one", async () => {
  const app = await project(
    files({ pixelType: "fbpixel", domain: "https://go.example.com", qrType: "link" }),
  );
  await app.pulumi("up", "--yes", "--skip-preview");

  await app.write(files({ pixelType: "gapixel", domain: "https://to.example.com", qrType: "text" }));
  expect(await plan(app)).toEqual(["replace Domain domain", "replace Pixel pixel", "replace QrCode code"]);

  app.emulator.clearLog();
  const output = await app.pulumi("up", "--yes");
  expect(output).toMatch(/QrCode code: .*every printed copy stops working/);
  expect(writes(app)).toEqual({
    "POST /api/pixel/add": { type: "gapixel", name: "Shop", tag: "1" },
    "POST /api/domain/add": { domain: "https://to.example.com", redirectroot: "https://example.com" },
    "POST /api/qr/add": { type: "text", data: "https://example.com" },
    "DELETE /api/pixel/101/delete": undefined,
    "DELETE /api/domain/101/delete": undefined,
    "DELETE /api/qr/101/delete": undefined,
  });
  expect(acme(app).pixels.list()).toMatchObject([{ id: 102, type: "gapixel" }]);
  expect(acme(app).domains.list()).toMatchObject([{ id: 102, domain: "https://to.example.com" }]);
  expect(acme(app).qrs.list()).toMatchObject([{ id: 102, type: "text" }]);
  await app.pulumi("preview", "--refresh", "--expect-no-changes");
});
