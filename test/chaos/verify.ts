// What is wrong between a config, its state and the account.
import type { Account } from "../../src/emulator/index";
import type { Stack } from "../support/stack";
import { type Entry, idsOf, KINDS, labelOf, sectionOf } from "./entries";
import type { Ownership } from "./ownership";

export function problemsOf(
  account: Account,
  ownership: Ownership,
  name: string,
  stack: Stack,
  entries: readonly Entry[],
): string[] {
  const { ids, resources, pendingDeletes } = stack;
  const problems: string[] = [];
  const expect = (actual: readonly unknown[], wanted: readonly unknown[], what: string) => {
    const [left, right] = [actual, wanted].map((all) => all.map(String).sort().join(", "));
    if (left !== right) problems.push(`${name}: ${what}: ${left}; wanted: ${right}`);
  };
  expect(pendingDeletes, [], "pending deletes");
  const members = resources.filter(({ type }) => /:(ChannelItem|CampaignLink)$/.test(type));
  expect(
    [members.length],
    [entries.reduce((sum, { links }) => sum + links.length, 0)],
    "members in the state",
  );
  for (const kind of KINDS) {
    const own = entries.filter((entry) => entry.kind === kind);
    const recorded = idsOf(stack, kind);
    expect(
      Object.keys(recorded),
      own.map(({ key }) => labelOf(kind, key)),
      "in the state",
    );
    expect(ownership.idsOf(name, kind), Object.values(recorded), `${kind.definition.type} on the account`);
  }
  for (const { kind, key, args, links } of entries) {
    const label = labelOf(kind, key);
    const id = Number(ids[label]);
    // The API does not return the content of a QR code, so a refresh does not find this.
    if (sectionOf(kind) === "qrCodes") {
      const { type, data } = account.qrs.get(id) ?? {};
      expect([type, data], [args.type, args.data], label);
    }
    // Items and links that left the config stay. A campaign may have one twice: nothing shows them.
    const section = sectionOf(kind);
    const items = section === "channels" ? (account.channels.get(id)?.items ?? []) : [];
    const found = items.filter(({ type }) => type === "links").map((item) => item.id);
    expect(found, [...new Set(found)], `items of ${label}`);
    const all = section === "campaigns" ? (account.campaigns.get(id)?.links ?? []) : found;
    expect(
      links.filter((link) => all.includes(link)),
      links,
      `links of ${label}`,
    );
  }
  return problems;
}
