// Fields in `defaults:`. wrong/ has the errors.
import { describe, expect, test } from "vitest";
import { plannedResources } from "../../src/config/build/planned-resources";
import { defaultableArgs } from "../../src/config/schema/default-fields";
import { Source } from "../../src/config/source/source";
import { readConfig } from "../../src/config/validate/read-config";
import { registry } from "../../src/resources";
import { planOf } from "./support/read";

const CODES = `
qrCodes:
  menu: { type: text, data: menu }
  own: { type: text, data: own, foreground: "rgb(0,0,0)" }
`;

function argsOf(text: string) {
  const { entries } = planOf(text, registry);
  return Object.fromEntries(entries.map(({ key, args }) => [key, args]));
}

describe("a default field", () => {
  test("applies to the entries without their own value", () => {
    expect(argsOf(`defaults: { qrCodes: { foreground: "rgb(16,42,67)" } }${CODES}`)).toEqual({
      menu: { type: "text", data: "menu", foreground: "rgb(16,42,67)" },
      own: { type: "text", data: "own", foreground: "rgb(0,0,0)" },
    });
  });

  test("is independent of the order in the file, and is no option", () => {
    const plan = planOf(`${CODES}defaults: { qrCodes: { logo: logo.png, protect: true } }`, registry);
    const [menu] = plannedResources(plan, registry);
    expect(menu!.options).toEqual({ protect: true });
    expect(menu!.args(() => undefined as never)).toEqual({ type: "text", data: "menu", logo: "logo.png" });
  });

  test("may come from an anchor, with options and a merge key", () => {
    const plan = planOf(
      `
x-print: &print { foreground: "rgb(16,42,67)", protect: true }
x-brand: &brand { <<: *print, logo: logo.png }
defaults: { qrCodes: *brand }${CODES}`,
      registry,
    );
    const [menu, own] = plannedResources(plan, registry);
    expect(menu!.options).toEqual({ protect: true });
    expect(own!.args(() => undefined as never)).toEqual({
      type: "text",
      data: "own",
      foreground: "rgb(0,0,0)",
      logo: "logo.png",
    });
  });

  test("gives way to an empty text and to false", () => {
    const args = argsOf(`
defaults: { channels: { description: All, starred: true } }
channels:
  spring: { name: Spring, description: "", starred: false }
`);
    expect(args.spring).toEqual({ name: "Spring", description: "", starred: false });
  });

  test("takes values from the environment, and is left out where they are not known", () => {
    const text = `defaults: { channels: { starred: "\${env:STAR}" } }\nchannels: { a: { name: A } }\n`;
    const environment = (name: string) => (name === "STAR" ? "true" : undefined);
    const source = () => new Source("file.yaml", text);
    const resolved = readConfig(source(), registry, { values: { environment } });
    expect(resolved.plan?.entries[0]?.args).toEqual({ name: "A", starred: true });
    expect(readConfig(source(), registry).plan?.entries[0]?.args).toEqual({ name: "A" });
  });

  test("cannot come from secret config", () => {
    const text = 'defaults: { qrCodes: { logo: "${config:logo}" } }\n';
    const values = { environment: () => undefined, config: () => ({ value: "x", isSecret: true }) };
    const { diagnostics } = readConfig(new Source("file.yaml", text), registry, { values });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "defaults cannot come from secret config: it would not stay secret",
    ]);
  });
});

test("every optional field that does not identify, replace or contain the object may have a default", () => {
  const fields = registry.map(({ definition }) => [
    definition.type,
    Object.keys(defaultableArgs(definition)),
  ]);
  // Another kind needs no line here.
  expect(Object.fromEntries(fields)).toMatchObject({
    Domain: ["redirectRoot", "redirect404"],
    Channel: ["description", "color", "starred"],
    Campaign: ["public"],
    QrCode: ["background", "foreground", "logo"],
    Pixel: [],
    ChannelItem: [],
    CampaignLink: [],
    Account: [],
  });
});
