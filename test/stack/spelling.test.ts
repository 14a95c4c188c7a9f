// Equal meaning is no change, whether the config or the service spells it differently.
import { describe, expect, test } from "vitest";
import type { Props } from "../../src/kind/definition";
import type { Recorded } from "../support/engine/state";
import { startStack } from "../support/world";

/** Section, an entry, the same in another spelling, and one more field. */
const SPELLINGS = [
  ["channels", 'name: A, color: "#22AA66"', 'name: A, color: "#22aa66"', "starred: true"],
  [
    "qrCodes",
    'type: text, data: a, foreground: "rgb(1,2,3)"',
    'type: text, data: a, foreground: "rgb( 1, 2 ,3)"',
    "logo: a.png",
  ],
  [
    "domains",
    "domain: https://a.example.com",
    "domain: https://a.example.com/",
    "redirectRoot: https://b.example.com",
  ],
  [
    "domains",
    "domain: https://a.example.com",
    "domain: HTTPS://A.example.com",
    "redirectRoot: https://b.example.com",
  ],
  [
    "domains",
    "domain: https://a.example.com, redirect404: https://b.example.com",
    "domain: https://a.example.com, redirect404: https://b.example.com/",
    "redirectRoot: https://c.example.com",
  ],
] as const;

describe("another spelling in the config", () => {
  test.each(SPELLINGS)(
    "%s: %s -> %s is no change, and another one shows alone",
    async (section, entry, other, more) => {
      const { world, stack } = await startStack({ up: `${section}: { it: { ${entry} } }` });
      const [{ type, inputs }] = stack.resources as [Recorded];
      world.service.clearLog();
      expect((await stack.up(`${section}: { it: { ${other} } }`)).changes).toEqual([]);
      expect(world.changes).toEqual([]);
      const { changes } = await stack.up(`${section}: { it: { ${other}, ${more} } }`);
      expect(changes).toEqual([`update ${type.split(":").at(-1)} it: ${more.split(":")[0]}`]);
      // The old spelling stays.
      expect(stack.resources[0]!.inputs).toMatchObject(visible(inputs));
    },
  );

  test("the order of the keys of data is no change", async () => {
    const { stack } = await startStack();
    const data = (text: string) => `qrCodes: { it: { type: email, data: { ${text} } } }`;
    await stack.up(data("email: a@example.com, subject: Hi"));
    expect((await stack.preview(data("subject: Hi, email: a@example.com"))).changes).toEqual([]);
    expect((await stack.preview(data("subject: Ho, email: a@example.com"))).changes).toEqual([
      "update QrCode it: data",
    ]);
  });
});

/** Without hidden inputs. */
function visible(inputs: Props): Props {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => !name.startsWith("__")));
}

describe("another spelling of the service", () => {
  test.each(["documented", "strings"] as const)("and another flag is drift (%s)", async (responses) => {
    const { world, stack } = await startStack({
      dialect: { responses },
      up: "channels: { on: { name: On, starred: true }, off: { name: Off, starred: false } }",
    });
    for (const { id, starred } of world.account.channels.list())
      world.account.channels.update(id, { starred: !starred });
    expect((await stack.drift()).changes).toEqual([
      "refresh Channel off: starred",
      "refresh Channel on: starred",
    ]);
  });
});
