// `${env:…}` and `${config:…}`: a secret of the stack config stays secret everywhere.
import { expect, test } from "vitest";
import { WIFI, wifiText } from "../../support/secrets";
import { acme, diagnostics, project as projectWith, upOf } from "./support";

/** Secret only in the stack config, not in a definition. */
const TAG = "7391-of-nobody-else";

const FILES = {
  "link-management.yaml": `include: brands/*.yaml
pixels:
  ads: { type: fbpixel, name: "Ads of \${config:brand}", tag: "\${config:tag}" }
`,
  "brands/acme.yaml": `qrCodes:
  guests: { type: text, data: "\${config:acme:guests}" }
  note: { type: text, content: { text: "Ask for \${config:acme:guests}" } }
channels:
  spring: { name: "Spring in \${env:CITY:-Graz}", starred: "\${config:starred}", items: [{ qr: guests }] }
`,
};

test("config and environment fill in the values of the files", async () => {
  const project = await projectWith(FILES);
  const { code, output } = await project.try("preview");
  expect(code).not.toBe(0);
  for (const name of ["brand", "tag", "acme:guests", "starred"]) {
    expect(output).toContain(`the stack config value ${name} is missing or empty`);
  }

  await project.pulumi("config", "set", "brand", "Acme");
  await project.pulumi("config", "set", "starred", "true");
  await project.pulumi("config", "set", "--secret", "tag", TAG);
  await project.pulumi("config", "set", "--secret", "acme:guests", wifiText(WIFI));
  const preview = await project.pulumi("preview", "--diff");
  expect(preview).toMatch(/tag\s*: \[secret\]/);
  expect(preview).toMatch(/data\s*: \[secret\]/);
  await upOf(project);
  expect(acme(project).pixels.list()).toMatchObject([{ name: "Ads of Acme", tag: TAG }]);
  const contents = acme(project).qrs.list();
  expect(contents.map(({ data }) => data).sort()).toEqual([`Ask for ${wifiText(WIFI)}`, wifiText(WIFI)]);
  expect(acme(project).channels.list()).toMatchObject([{ name: "Spring in Graz", starred: true }]);
  for (const [type, name, field] of [
    ["Pixel", "ads", "tag"],
    ["QrCode", "guests", "data"],
    ["QrCode", "note", "data"],
  ] as const) {
    const { inputs, outputs } = await project.resource(type, name);
    expect([inputs[field], outputs[field]]).toEqual([
      expect.objectContaining({ ciphertext: expect.any(String) }),
      expect.objectContaining({ ciphertext: expect.any(String) }),
    ]);
  }
  await project.pulumi("preview", "--refresh", "--expect-no-changes");

  acme(project).pixels.update(101, { tag: "by-hand" });
  const reverted = await project.pulumi("up", "--yes", "--refresh", "--diff");
  expect([preview, reverted].join("\n") + JSON.stringify(await project.state())).not.toContain(TAG);
  expect(acme(project).pixels.list()).toMatchObject([{ tag: TAG }]);
});

test("a secret value is not shown in the error about an existing object", async () => {
  const project = await projectWith({
    "link-management.yaml": 'pixels: { ads: { type: forum, name: "${config:tag}", tag: "1" } }\n',
  });
  acme(project).pixels.create({ type: "forum", name: "Ads", tag: "1" });
  await project.pulumi("config", "set", "--secret", "tag", TAG);
  const { output } = await project.try("preview");
  expect(diagnostics(output)).toContain("already exists (id 101, differs in name)");
  expect(output).not.toContain(TAG);
});
