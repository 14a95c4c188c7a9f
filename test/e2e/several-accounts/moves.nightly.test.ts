// Resources and providers that move: between accounts, between providers of one account, and out of the program.
import { expect, test } from "vitest";
import { expectRejection } from "../account-guard/rejection";
import { ids, plan, project, upOf } from "../lifecycle/support";
import { ACCOUNTS, code, KEYS, objects, program } from "./two-accounts";

const pixel = (name: string, provider: string) =>
  `new Pixel("${name}", { type: "forum", name: "${name}", tag: "${name}" }, { provider: ${provider} });\n`;

test("a resource cannot move to another account, but a provider can leave with its resources", async () => {
  const at = await project(program(pixel("of a", "a") + pixel("of b", "b")), { accounts: ACCOUNTS });
  await upOf(at);
  const expected = { "brand-a": ["of a"], "brand-b": ["of b"] };
  expect(objects(at)).toEqual(expected);

  await at.write(program(pixel("of a", "b") + pixel("of b", "b")));
  for (const command of [["preview"], ["up", "--yes", "--skip-preview"]]) {
    expectRejection(await at.try(...command), ["provider brand-b has resources of several accounts"]);
  }
  expect(objects(at)).toEqual(expected);

  await at.write(program(pixel("of a", "a")));
  await at.pulumi("up", "--yes");
  expect(objects(at)).toEqual({ "brand-a": ["of a"], "brand-b": [] });

  await at.write(code(""));
  await at.pulumi("up", "--yes");
  expect(objects(at)).toEqual({ "brand-a": [], "brand-b": [] });
});

test("the resources of the default provider can get a provider of the same account, and another name of it", async () => {
  const at = await project(code(pixel("ads", "undefined")), { accounts: ACCOUNTS });
  at.env.LINK_MANAGEMENT_API_KEY = KEYS.a;
  await upOf(at);
  const before = await ids(at);
  at.emulator.clearLog();
  const named = (name: string, key: string) =>
    code(`const a = new Provider("${name}", { apiKey: "${key}" });\n${pixel("ads", "a")}`);
  for (const name of ["brand-a", "renamed"]) {
    await at.write(named(name, KEYS.a));
    expect(await plan(at)).toEqual([]);
    await upOf(at);
    expect(await ids(at)).toEqual(before);
  }
  await at.write(named("renamed", KEYS.b));
  expectRejection(await at.try("preview"), ["wrong account", "provider renamed", "brand-b"]);
  expect(at.changes()).toEqual([]);
});

test("the key of the other account is rejected by every command, until a new key of the account is there", async () => {
  const at = await project(program(pixel("of a", "a") + pixel("of b", "b")), { accounts: ACCOUNTS });
  await upOf(at);
  const before = await ids(at);
  at.emulator.clearLog();
  await at.write(program(`${pixel("of a", "a") + pixel("of b", "b")}${pixel("new", "b")}`, { b: KEYS.a }));
  for (const command of [
    ["preview"],
    ["up"],
    ["up", "--skip-preview"],
    ["refresh"],
    ["destroy", "--target", "**of b"],
  ]) {
    const yes = command[0] === "preview" ? [] : ["--yes"];
    expectRejection(await at.try(...command, ...yes), ["wrong account", "brand-a", "provider brand-b"]);
  }
  expect(at.changes()).toEqual([]);
  await at.write(program(pixel("of a", "a") + pixel("of b", "b"), { b: KEYS.renewedB }));
  await upOf(at);
  expect(await ids(at)).toEqual(before);
  expect(at.changes()).toEqual([]);
});

test("a config file can use the account of a provider, while a read uses that of the stack", async () => {
  const body = `module.exports = async () => {
  await loadStack({ provider: b });
  return { account: (await getAccount()).username };
};`;
  const yaml =
    'unmanaged: warn\naccount: { expect: { username: brand-b } }\npixels: { ads: { type: forum, name: Ads, tag: "1" } }\n';
  const at = await project({ ...program(body), "link-management.yaml": yaml }, { accounts: ACCOUNTS });
  at.env.LINK_MANAGEMENT_API_KEY = KEYS.a;
  at.emulator.store.account("brand-b").channels.create({ name: "By hand" });
  await upOf(at);
  expect(objects(at)).toEqual({ "brand-a": [], "brand-b": ["Ads", "By hand"] });
  expect(await at.pulumi("preview", "--expect-no-changes")).toContain("brand-b: no entry manages 1 object");
});

test("a key can come from a resource that waits for a resource of another account", async () => {
  const body = `
class Key extends pulumi.dynamic.Resource {
  constructor(opts) {
    super({ create: async () => ({ id: "1", outs: { key: "${KEYS.b}" } }) }, "key", { key: undefined }, opts);
  }
}
const first = ${pixel("of a", "undefined")}
const b = new Provider("brand-b", { apiKey: new Key({ dependsOn: first }).key });
${pixel("of b", "b")}
exports.pixels = getPixelsOutput({ provider: b, dependsOn: first }).length;`;
  const at = await project(code(body), { accounts: ACCOUNTS });
  at.env.LINK_MANAGEMENT_API_KEY = KEYS.a;
  expect(await plan(at)).toEqual(["create Pixel of a", "create Pixel of b"]);
  await upOf(at);
  expect(objects(at)).toEqual({ "brand-a": ["of a"], "brand-b": ["of b"] });
  await at.pulumi("up", "--yes", "--skip-preview", "--refresh");
  await at.pulumi("destroy", "--yes", "--skip-preview");
  expect(objects(at)).toEqual({ "brand-a": [], "brand-b": [] });
});
