// What is wrong between a config, its state and the account.
import type { Stack } from "../support/stack";
import type { Setting } from "./commands";
import { type Entry, idsOf, KINDS, labelOf, sectionOf } from "./entries";

export function problemsOf(setting: Setting, name: string, stack: Stack, entries: readonly Entry[]) {
  const { ownership, world } = setting;
  const { ids, resources, pendingDeletes } = stack;
  const problems: string[] = [];
  const expect = (actual: readonly unknown[], wanted: readonly unknown[], what: string) => {
    const [left, right] = [actual, wanted].map((all) => all.map(String).sort().join(", "));
    if (left !== right) problems.push(`${name}: ${what}: ${left}; wanted: ${right}`);
  };
  expect(pendingDeletes, [], "pending deletes");
  const members = resources.filter(({ type }) => /:(ChannelItem|CampaignLink)$/.test(type));
  const links = entries.flatMap((entry) => entry.links);
  expect([members.length], [links.length], "members in the state");
  for (const kind of KINDS) {
    const own = entries.filter((entry) => entry.kind === kind);
    const labels = own.map(({ key }) => labelOf(kind, key));
    const recorded = idsOf(stack, kind);
    expect(Object.keys(recorded), labels, "in the state");
    expect(ownership.idsOf(name, kind), Object.values(recorded), `${kind.definition.type} on the account`);
  }
  const { qrs, channels, campaigns } = world.account;
  for (const { kind, key, args, links } of entries) {
    const label = labelOf(kind, key);
    const id = Number(ids[label]);
    // The API does not return the content of a QR code, so a refresh does not find this.
    if (sectionOf(kind) === "qrCodes") {
      const { type, data } = qrs.get(id) ?? {};
      expect([type, data], [args.type, args.data], label);
    }
    // Items and links that left the config stay. A campaign may have one twice: nothing shows them.
    const section = sectionOf(kind);
    const items = section === "channels" ? (channels.get(id)?.items ?? []) : [];
    const found = items.filter(({ type }) => type === "links").map((item) => item.id);
    expect(found, [...new Set(found)], `items of ${label}`);
    const all = section === "campaigns" ? (campaigns.get(id)?.links ?? []) : found;
    const present = links.filter((link) => all.includes(link));
    expect(present, links, `links of ${label}`);
  }
  return problems;
}
