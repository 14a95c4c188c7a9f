import { expect, test } from "vitest";
import { DEMO_KEY } from "../support/emulator";
import { startWorld, type World } from "../support/world";
import { DEFAULT, EXPLICIT, Plugin, type PluginOptions, type Props, secret, UNKNOWN, urnOf } from "./support";

const ADS = urnOf("Pixel", "ads");
const TWO_ACCOUNTS = ["acme", "other"].map((username) => ({ username, keys: [`${username}-key`] }));
const [ACME, OTHER] = ["acme", "other"].map((name) => ({ env: { LINK_MANAGEMENT_API_KEY: `${name}-key` } }));
/** No call has configured it. */
const NEW: PluginOptions = { inputs: undefined };

const checkConfig = (plugin: Plugin, news: Props, urn = DEFAULT, olds = {}) =>
  plugin.call("checkConfig", { urn, olds, news });

test("every call answers, and what is missing says so", async () => {
  const plugin = await Plugin.start(await startWorld());
  expect(await plugin.call("getPluginInfo")).toMatchObject({ version: "1.2.3" });
  expect(await plugin.call("getSchema")).toMatchObject({ schema: "{}" });
  expect(await plugin.call("configure", { args: {} })).toMatchObject({ acceptsecrets: true });
  for (const name of ["handshake", "diffConfig", "invoke", "construct", "call", "parameterize", "getMapping"])
    await expect(plugin.call(name)).rejects.toThrow("UNIMPLEMENTED");
  await expect(plugin.call("check", { urn: urnOf("Other", "x") })).rejects.toThrow("no resource");
});

test("a key in plain text in the stack config is refused, and a secret one is not", async () => {
  const world = await startWorld();
  const plugin = await Plugin.start(world, NEW);
  const configure = (apiKey: unknown) => plugin.call("configure", { urn: DEFAULT, args: { apiKey } });
  await expect(configure(DEMO_KEY)).rejects.toThrow("--secret");
  await configure(secret(DEMO_KEY));
  expect(world.requests.filter((request) => !request.startsWith("GET"))).toEqual([]);
});

test("the account is guarded before the first resource, and recorded", async () => {
  const world = await startWorld({ accounts: TWO_ACCOUNTS });
  const { inputs } = await checkConfig(await Plugin.start(world, { ...NEW, ...ACME }), {});
  expect(inputs.__account).toMatch(/^1 registered .* at 127.0.0.1/);
  const other = await Plugin.start(world, { ...NEW, ...OTHER });
  const { failuresList } = await checkConfig(other, {}, DEFAULT, inputs);
  const reason = expect.stringMatching(
    /wrong account.* no resources any more, .*pulumi state delete '.*default_0_1_0'/,
  );
  expect(failuresList).toMatchObject([{ property: "", reason }]);
  const properties = { type: "fbpixel", name: "Ads", tag: "1" };
  await expect(other.call("create", { urn: ADS, properties })).rejects.toThrow("wrong account");
  const moved = await Plugin.start(world, {
    env: { ...ACME!.env, LINK_MANAGEMENT_MOVED_FROM: "old.example" },
    ...NEW,
  });
  const old = { __account: inputs.__account.replace(/at .*/, "at old.example") };
  expect((await checkConfig(moved, {}, DEFAULT, old)).inputs).toEqual(inputs);
  // A refresh and a destroy begin with the recorded inputs.
  const late = await Plugin.start(world, { inputs, ...OTHER });
  await expect(late.call("delete", { urn: ADS, id: "101", properties })).rejects.toThrow("wrong account");
  expect(new Set(world.requests)).toEqual(new Set(["GET /api/account"]));
});

/** The account that a provider records, or why it fails. */
async function configured(world: World, news: Props, urn: string, env: NodeJS.ProcessEnv = {}) {
  const { inputs, failuresList } = await checkConfig(await Plugin.start(world, { ...NEW, env }), news, urn);
  return failuresList.map(({ reason }: Props) => reason).join() || inputs.__account;
}

test("of an explicit provider the inputs win, of the default one the environment", async () => {
  const world = await startWorld({ accounts: TWO_ACCOUNTS });
  const accountOf = (urn: string) => configured(world, { apiKey: "other-key" }, urn, ACME!.env);
  expect(await accountOf(EXPLICIT)).toMatch(/^2 /);
  expect(await accountOf(DEFAULT)).toMatch(/^1 /);
});

test.each<[string, Props, NodeJS.ProcessEnv, RegExp]>([
  ["a misspelled input", { acount: "acme" }, {}, /input acount of .* acme.* "account"/],
  ["quotes", { apiKey: secret("'quoted'") }, {}, /input apiKey of the provider acme is in quotes/],
  ["adopt", { onExisting: "adopt" }, {}, /must be fail or duplicate/],
  ["adopt as a variable", {}, { LINK_MANAGEMENT_ON_EXISTING: "adopt" }, /must be fail or duplicate/],
  ["no key", {}, { LINK_MANAGEMENT_API_KEY: "" }, /or input apiKey of the provider acme/],
  // Else it would be the key of the environment, which may be that of another account.
  ["an empty key", { apiKey: secret("") }, {}, /apiKey of the provider acme is empty/],
  ["another account", { account: "globex" }, {}, /expected username globex/],
  ["an empty account", { account: " " }, {}, /account of the provider acme is empty/],
  ["a rejected key", {}, { LINK_MANAGEMENT_API_KEY: "wrong" }, /rejected the API key/],
])("a mistake in a provider names its input: %s", async (_, news, env, reason) => {
  expect(await configured(await startWorld(), news, EXPLICIT, env)).toMatch(reason);
});

test("the key of a provider is secret", async () => {
  const plugin = await Plugin.start(await startWorld(), NEW);
  const { inputs } = await checkConfig(plugin, { apiKey: "demo-key" }, EXPLICIT);
  expect(inputs.apiKey).toEqual(secret("demo-key"));
});

test("an input that is not known yet opens no session", async () => {
  const world = await startWorld();
  const plugin = await Plugin.start(world, NEW);
  expect((await checkConfig(plugin, { apiKey: UNKNOWN })).failuresList).toEqual([]);
  expect(world.requests).toEqual([]);
});
