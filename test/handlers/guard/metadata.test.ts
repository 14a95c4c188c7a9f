// The record of a resource: an imported resource gets one with its first read or real update, and states of earlier versions
// keep theirs. Both are guarded from then on.
import { afterEach, describe, expect, test } from "vitest";
import type { Props } from "../../../src/kind/definition";
import { ENTRY, toText } from "../../../src/kind/entry";
import { METADATA, metadataOf } from "../../../src/kind/metadata";
import { byType, kinds, listedKinds, prepareArgs, updatableKinds } from "../support/kinds";
import { type State, World } from "../support/world";

let world: World;
afterEach(() => world.end());

const ACCOUNT = "1 registered 2024-01-15 09:30:00";
const OTHER = "1 registered 2019-09-09 09:09:09";

const withoutMetadata = ({ [METADATA]: _, ...outs }: Props): Props => outs;
const withRecord = (outs: Props, changes: Props): Props => ({
  ...outs,
  [METADATA]: JSON.stringify({ ...metadataOf(outs), ...changes }),
});

describe.each(byType(kinds))("%s", (_, kind) => {
  const { handler } = kind;

  async function created(): Promise<State> {
    world = await World.start();
    const process = world.process();
    const state = await process.create(handler, await prepareArgs(process, kind));
    world.emulator.clearLog();
    return state;
  }

  test("a create records id, account and time", async () => {
    const { id, outs } = await created();
    expect(metadataOf(outs)).toEqual({ id, account: ACCOUNT, writtenAt: expect.any(Number) });
  });

  test("an imported resource gets its record with the first read, and is guarded from then on", async () => {
    const state = await created();
    const imported = { ...state, outs: withoutMetadata(state.outs) };
    const read = await world.process().refresh(handler, imported);
    expect(read?.inputs).toEqual(state.inputs);
    expect(metadataOf(read!.outs)).toEqual({ id: state.id, account: ACCOUNT });
    expect(await world.process().hasChanges(handler, read!, state.inputs!)).toBe(false);

    const foreign = { ...read!, outs: withRecord(read!.outs, { account: OTHER }) };
    await expect(world.process().refresh(handler, foreign)).rejects.toThrow(`belong to account ${OTHER}`);
    expect(world.changes()).toEqual([]);
  });

  test("a read of `get` returns neither the request of the program nor the source of the provider", async () => {
    const { id, outs } = await created();
    const request = toText({ entry: "an entry", isPreview: false, accounts: [ACCOUNT], isRead: true });
    const given = { ...withoutMetadata(outs), [ENTRY]: request, __provider: "the source" };
    const { props } = await world.process().of(handler).read(id, given);
    expect(props).not.toHaveProperty(ENTRY);
    expect(props).not.toHaveProperty("__provider");
    expect(metadataOf(props!)).toEqual({ id, account: ACCOUNT, external: true });

    const refreshed = await world.process().of(handler).read(id, props!);
    expect(metadataOf(refreshed.props!)).toEqual({ id, account: ACCOUNT, external: true });
  });

  test("a read of `get` is guarded by the accounts of the stack", async () => {
    const { id } = await created();
    const request = toText({ entry: "an entry", isPreview: true, accounts: [OTHER], isRead: true });
    await expect(
      world
        .process()
        .of(handler)
        .read(id, { [ENTRY]: request }),
    ).rejects.toThrow(`belong to account ${OTHER}`);
    expect(world.requests()).toEqual(["GET /api/account"]);
  });

  test("without a record, a refresh with another account's key fails instead of dropping the resource", async () => {
    const { id, outs } = await created();
    world.emulator.store.addAccount({ username: "globex", keys: ["other-key"] });
    const isRead = toText({ entry: "an entry", isPreview: false, accounts: [], isRead: true });
    for (const [state, message] of [
      [withoutMetadata(outs), "and the state does not record its account"],
      [{ [ENTRY]: isRead }, "which the program reads. Correct the key or the id"],
    ] as const) {
      const read = world.process({ apiKey: "other-key" }).of(handler).read(id, state);
      await expect(read).rejects.toThrow(
        `the account of the API key has no ${kind.definition.type} ${id}, ${message}`,
      );
    }
  });

  test("without a record, nothing is deleted", async () => {
    const state = await created();
    const imported = { ...state, outs: withoutMetadata(state.outs) };
    await expect(world.process().delete(handler, imported)).rejects.toThrow(
      `${kind.definition.type} ${state.id}: the state does not record its account, so nothing was deleted. Run \`pulumi refresh --yes\` first`,
    );
    expect(world.changes()).toEqual([]);
    const read = await world.process().refresh(handler, imported);
    await world.process().delete(handler, read!);
  });

  test("an imported resource without a record shows no update", async () => {
    const state = await created();
    const imported = { ...state, outs: withoutMetadata(state.outs) };
    const { changes, replaces } = await world.process().diff(handler, imported, state.inputs!);
    expect({ changes, replaces }).toEqual({ changes: false, replaces: [] });
  });

  test("a damaged record is an error, because the account would be unknown", async () => {
    const { id, outs } = await created();
    for (const text of ["{", "[]", '{"account":1}']) {
      const read = world
        .process()
        .of(handler)
        .read(id, { ...outs, [METADATA]: text });
      await expect(read).rejects.toThrow(`the output "${METADATA}" in the state is damaged`);
    }
    expect(world.requests()).toEqual([]);
  });
});

describe.each(byType(updatableKinds))("%s: an update", (_, kind) => {
  test("records its time, and keeps the rest", async () => {
    world = await World.start();
    const created = await world.process().create(kind.handler, kind.args());
    const before = metadataOf(created.outs);
    await world.clock.advance(5000);
    const { outs } = await world.process().update(kind.handler, created, kind.allEdited(kind.args()));
    expect(metadataOf(outs)).toEqual({ ...before, writtenAt: before.writtenAt! + 5000 });
  });

  test("writes the record of an imported resource, which is guarded from then on", async () => {
    world = await World.start();
    const created = await world.process().create(kind.handler, kind.args());
    const imported = { ...created, outs: withoutMetadata(created.outs) };
    const updated = await world.process().update(kind.handler, imported, kind.allEdited(kind.args()));
    expect(metadataOf(updated.outs)).toEqual({
      id: created.id,
      account: ACCOUNT,
      writtenAt: expect.any(Number),
    });

    world.emulator.clearLog();
    const foreign = { ...updated, outs: withRecord(updated.outs, { account: OTHER }) };
    await expect(world.process().update(kind.handler, foreign, kind.args())).rejects.toThrow(
      `belong to account ${OTHER}`,
    );
    expect(world.changes()).toEqual([]);
  });
});

describe.each(byType(listedKinds))("%s, in a state of an earlier version", (_, kind) => {
  const { handler } = kind;
  const EDITED = kind.allEdited(kind.args());

  /** The record as one output `marks`, or as separate outputs. */
  const FORMS: readonly [string, (marks: Props) => Props][] = [
    ["one output", (marks) => ({ marks: JSON.stringify(marks) })],
    ["separate outputs", (marks) => marks],
  ];

  async function older(form: (marks: Props) => Props, changes: Props = {}): Promise<State> {
    world = await World.start();
    const { id, outs } = await world.process().create(handler, kind.args());
    const { account, writtenAt } = metadataOf(outs);
    const marks = { account, holder: `${id}:0123456789ab`, writtenAt, ...changes };
    world.emulator.clearLog();
    return { id, outs: { ...withoutMetadata(outs), ...form(marks) }, inputs: kind.args() };
  }

  const CALLS: readonly [string, (state: State) => Promise<unknown>][] = [
    ["diff", (state) => world.process().diff(handler, state, EDITED)],
    ["read", (state) => world.process().refresh(handler, state)],
    ["update", (state) => world.process().update(handler, state, EDITED)],
    ["delete", (state) => world.process().delete(handler, state)],
  ];
  test.each(
    CALLS.flatMap(([name, call]) => FORMS.map(([form, toOuts]) => [name, form, toOuts, call] as const)),
  )("%s fails with the key of another account (%s)", async (_name, _form, toOuts, call) => {
    await expect(call(await older(toOuts, { account: OTHER }))).rejects.toThrow(`belong to account ${OTHER}`);
    expect(world.requests()).toEqual(["GET /api/account"]);
  });

  test.each(FORMS)(
    "nothing changes, and a read writes the record in its new form (%s)",
    async (_, toOuts) => {
      const state = await older(toOuts);
      expect(await world.process().hasChanges(handler, state, kind.args())).toBe(false);
      const read = await world.process().refresh(handler, state);
      expect(read?.inputs).toEqual(kind.args());
      expect(metadataOf(read!.outs)).toEqual({
        id: state.id,
        account: ACCOUNT,
        writtenAt: expect.any(Number),
      });
      for (const name of ["marks", "holder", "account", "writtenAt"])
        expect(read?.outs).not.toHaveProperty(name);
      expect(await world.process().hasChanges(handler, read!, kind.args())).toBe(false);
    },
  );

  test.each(FORMS)("an update writes the record in its new form (%s)", async (_, toOuts) => {
    const state = await older(toOuts);
    const { outs } = await world.process().update(handler, state, EDITED);
    expect(metadataOf(outs)).toEqual({ id: state.id, account: ACCOUNT, writtenAt: expect.any(Number) });
    expect(outs).toMatchObject(EDITED);
    for (const name of ["marks", "holder"]) expect(outs).not.toHaveProperty(name);
  });

  test.each(FORMS)("a delete deletes the object (%s)", async (_, toOuts) => {
    const state = await older(toOuts);
    await world.process().delete(handler, state);
    expect(world.records(kind).ids).not.toContain(state.id);
  });
});

test("an assignment that an earlier version kept as unconfirmed stops an update, and says what to do", async () => {
  world = await World.start();
  const { id } = world.account.campaigns.create({ name: "Launch" });
  const args = { campaign: String(id), link: 4711 };
  const marks = JSON.stringify({ account: ACCOUNT, holder: `${id}/4711:0123456789ab`, unconfirmed: true });
  const state: State = { id: `${id}/4711`, outs: { ...args, marks }, inputs: args };
  const process = world.process();
  const read = await process.refresh("campaignLink", state);
  expect(metadataOf(read!.outs)).toMatchObject({ pending: true });
  for (const one of [state, read!]) {
    expect(await process.hasChanges("campaignLink", one, args)).toBe(false);
    const request = { pending: "undecided", ownId: state.id } as const;
    await expect(process.diff("campaignLink", one, args, request)).rejects.toThrow(
      /^campaignLink \d: an earlier version recorded a create with an unknown result\. Run `pulumi state delete`.*LINK_MANAGEMENT_ON_EXISTING=adopt/,
    );
  }
  await process.delete("campaignLink", read!);
  expect(world.changes()).toEqual([]);
  const next = world.process({ onExisting: "adopt" });
  expect((await next.create("campaignLink", args)).id).toBe(state.id);
});
