// The content of a QR code by named fields, from a config file and from a program: requests, state and messages.
import { expect, test } from "vitest";
import { type Config, changed, configured, plan, program, project, upOf, writes } from "./support";

const CONTENTS: Config = {
  qrCodes: {
    guests: { type: "text", content: { wifi: { ssid: "Café; bar", password: "guests-only-7" } } },
    jane: { type: "vcard", content: { vcard: { name: "Jane Doe", phone: "+43 1 234" } } },
    order: { type: "email", content: { email: { to: "shop@example.com", subject: "Order 7" } } },
    hotline: { type: "phone", content: { phone: "+43 1 234-567" } },
    vote: { type: "sms", content: { sms: { number: "0660 1234", message: "A: yes" } } },
    menu: { type: "link", content: { link: "https://example.com/menu" } },
    hello: { type: "text", content: { text: "Hello" } },
  },
};

/** The same as texts. */
const TEXTS: Config = {
  qrCodes: {
    guests: { type: "text", data: "WIFI:T:WPA;S:Café\\; bar;P:guests-only-7;;" },
    jane: {
      type: "vcard",
      data: "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Jane Doe;;;;\r\nFN:Jane Doe\r\nTEL;TYPE=VOICE:+431234\r\nEND:VCARD\r\n",
    },
    order: { type: "email", data: "mailto:shop@example.com?subject=Order%207" },
    hotline: { type: "phone", data: "tel:+431234567" },
    vote: { type: "sms", data: "SMSTO:06601234:A: yes" },
    menu: { type: "link", data: "https://example.com/menu" },
    hello: { type: "text", data: "Hello" },
  },
};

test("content is sent as its standard text, and its spelling is not drift", async () => {
  const at = await configured(CONTENTS);
  await upOf(at);
  const made = at.emulator.store.account("acme").qrs.list();
  const byText = (a: object, b: object) => JSON.stringify(a).localeCompare(JSON.stringify(b));
  expect(made.map(({ type, data }) => ({ type, data })).sort(byText)).toEqual(
    Object.values(TEXTS.qrCodes!).sort((a, b) => byText(a as object, b as object)),
  );
  expect((await at.resource("QrCode", "menu")).inputs).not.toHaveProperty("content");

  await at.config(JSON.stringify(TEXTS));
  expect(await plan(at, "--refresh")).toEqual([]);
  const respelled = changed(CONTENTS, { qrCodes: { hotline: { content: { phone: "+43 (1) 234567" } } } });
  await at.config(JSON.stringify(respelled));
  expect(await plan(at)).toEqual([]);

  await at.config(
    JSON.stringify(changed(respelled, { qrCodes: { hello: { content: { text: "Hello again" } } } })),
  );
  expect(await plan(at)).toEqual(["update QrCode hello"]);
  at.emulator.clearLog();
  await upOf(at);
  expect(Object.values(writes(at))).toEqual([{ type: "text", data: "Hello again" }]);
});

test("in a program every field may be the output of another resource", async () => {
  const files = (name: string) =>
    program(`const channel = new Channel("spring", { name: "Spring" });
const vote = new QrCode("vote", { type: "sms", content: { sms: { number: "112", message: channel.id } } });
const menu = new QrCode("menu", { type: "text", content: channel.name.apply((text) => ({ text })) });
new Channel("answers", { name: ${JSON.stringify(name)}, description: vote.data });
module.exports = { vote: vote.data, menu: menu.data };`);
  const at = await project(files("Answers"));
  expect(await plan(at)).toEqual([
    "create Channel answers",
    "create Channel spring",
    "create QrCode menu",
    "create QrCode vote",
  ]);
  await upOf(at);
  expect(JSON.parse(await at.pulumi("stack", "output", "--json"))).toEqual({
    // What is known only later may be wifi content, so it is secret.
    vote: "[secret]",
    menu: "[secret]",
  });
  expect(await plan(at, "--refresh")).toEqual([]);
  await at.write(files("All answers"));
  expect(await plan(at)).toEqual(["update Channel answers"]);
});

test("an error in the content is reported at its resource, and suspicious content with a warning", async () => {
  const later = "Promise.resolve('later')";
  const errors: [string, string][] = [
    [
      `{ type: "email", content: { email: { to: ${later} } } }`,
      "content.email.to: must be an e-mail address",
    ],
    [
      '{ type: "wifi", content: { wifi: { ssid: "Acme" } } }',
      "content.wifi: must have a password, or encryption nopass",
    ],
    ['{ type: "text", content: { text: "a" }, data: "b" }', "must have either data or content, not both"],
    ['{ type: "text" }', "must have data or content"],
  ];
  const at = await project(program(""));
  for (const [args, message] of errors) {
    await at.write(program(`new QrCode("a", ${args});`));
    const { code, output } = await at.try("preview");
    expect(code, output).not.toBe(0);
    expect(output).toContain(message);
  }
  await at.write(
    program(`new QrCode("a", { type: "phone", content: { sms: { number: "112" } } });
new QrCode("b", { type: "link", data: "example.com" });`),
  );
  const warnings = await at.pulumi("preview");
  expect(warnings).toMatch(/QrCode \(a\):\n\s+warning: content: content for sms in a code of type phone/);
  expect(warnings).toMatch(
    /QrCode \(b\):\n\s+warning: data: the data of a code of type link is not an address/,
  );
  expect(at.changes()).toEqual([]);
});
