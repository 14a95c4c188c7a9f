// A change of a field that the service can update.
import { describe, expect, test } from "vitest";
import type { Props } from "../../../src/kind/definition";
import { type Kind, updatableKinds } from "../../handlers/support/kinds";
import { Records } from "../../handlers/support/records";
import { acme, type Config, changed, configured, ids, plan, upOf, writes, yaml } from "./support";

const KINDS = updatableKinds.filter(({ definition }) => definition.yaml.shape === "mapping");
/** Every updatable field once: one per kind and round. */
const ROUNDS = Math.max(...KINDS.map(({ updatable }) => updatable.length));
/** The key of each entry. */
const KEY = "one";

const configOf = (kinds: readonly Kind[], entryOf: (kind: Kind) => Props): Config =>
  Object.fromEntries(kinds.map((kind) => [kind.definition.yaml.section, { [KEY]: entryOf(kind) }]));

/** The entry after that many rounds. */
const afterRounds = (kind: Kind, rounds: number): Props =>
  kind.updatable.slice(0, rounds).reduce((args, name) => kind.edited(args, name), kind.args());

/** Fields of the entry, as the API names them. */
function bodyOf({ definition }: Kind, names: readonly string[], args: Props): Props {
  return Object.fromEntries(names.map((name) => [definition.fields[name]!.api, args[name]]));
}

describe("a changed field", () => {
  test("is one PUT of the whole object and nothing else, for every updatable field of every kind", async () => {
    const project = await configured(configOf(KINDS, (kind) => kind.args()));
    await upOf(project);
    const made = await ids(project);
    const idOf = ({ definition }: Kind) => made[`${definition.type} ${KEY}`]!;

    for (let round = 1; round <= ROUNDS; round++) {
      await project.config(yaml(configOf(KINDS, (kind) => afterRounds(kind, round))));
      project.emulator.clearLog();
      await upOf(project);

      const sent = writes(project);
      const updated = KINDS.filter(({ updatable }) => updatable.length >= round);
      const requestOf = (kind: Kind) => `PUT ${kind.list.writePath}${idOf(kind)}/update`;
      expect(Object.keys(sent).sort()).toEqual(updated.map(requestOf).sort());
      for (const kind of updated) {
        const body = sent[requestOf(kind)] as Props;
        const whole = bodyOf(kind, kind.updatable, afterRounds(kind, round));
        // The document asks for the type of a QR code. Other create-only fields may be sent, too, with their own value.
        if (kind.handler === "qrCode") expect(body).toHaveProperty("type");
        expect(body).toMatchObject(whole);
        expect({ ...bodyOf(kind, kind.createOnly, kind.args()), ...whole }).toMatchObject(body);
        expect(new Records(acme(project), kind).get(idOf(kind))).toMatchObject(whole);
      }
      await project.pulumi("preview", "--refresh", "--expect-no-changes");
    }
    expect(await ids(project)).toEqual(made);
    for (const kind of KINDS) {
      const { outputs } = await project.resource(kind.definition.type, KEY);
      expect(outputs).toMatchObject(afterRounds(kind, ROUNDS));
    }
  });

  test("of a channel or campaign leaves its items and links alone", async () => {
    const config = {
      qrCodes: { menu: { type: "link", data: "https://example.com/menu" } },
      channels: { spring: { name: "Spring", color: "#22AA66", items: [{ qr: "menu" }, { link: 4711 }] } },
      campaigns: { launch: { name: "Launch", public: true, links: [4711, 4712] } },
    };
    const project = await configured(config);
    await upOf(project);

    const recolored = changed(config, { channels: { spring: { color: "#AA2266" } } });
    await project.config(yaml(recolored));
    expect(await plan(project)).toEqual(["update Channel spring"]);

    await project.config(yaml(changed(config, { campaigns: { launch: { name: "The launch" } } })));
    expect(await plan(project)).toEqual(["update Campaign launch"]);

    await project.config(yaml(changed(recolored, { campaigns: { launch: { name: "The launch" } } })));
    project.emulator.clearLog();
    await project.pulumi("up", "--yes");
    expect(Object.keys(writes(project)).sort()).toEqual([
      "PUT /api/campaign/101/update",
      "PUT /api/channel/101/update",
    ]);
    expect(acme(project).channels.get(101)?.items).toHaveLength(2);
    expect(acme(project).campaigns.get(101)?.links).toEqual(expect.arrayContaining([4711, 4712]));
  });
});
