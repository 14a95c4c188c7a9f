import type { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { expect, test } from "vitest";
import { startWorld } from "../support/world";
import { DEFAULT, EXPLICIT, type Props, secret, startPlugin, struct, UNKNOWN, urnOf } from "./support";

const ADS = urnOf("Pixel", "ads");
const TWO_ACCOUNTS = [
  { username: "acme", keys: ["demo-key"] },
  { username: "other", keys: ["other-key"] },
];
const OTHER_KEY = { LINK_MANAGEMENT_API_KEY: "other-key" };

test("every call answers, and what is missing says so", async () => {
  const plugin = await startPlugin(await startWorld());
  const handshake = await plugin.call<messages.ProviderHandshakeResponse>(
    "handshake",
    new messages.ProviderHandshakeRequest(),
  );
  expect(handshake.getAcceptSecrets()).toBe(true);
  const info = await plugin.call<PluginInfo>("getPluginInfo", new Empty());
  expect(info.getVersion()).toBe("1.2.3");
  const schema = await plugin.call<messages.GetSchemaResponse>("getSchema", new messages.GetSchemaRequest());
  expect(schema.getSchema()).toBe("{}");
  await plugin.call("getMapping", new messages.GetMappingRequest());
  await plugin.call("getMappings", new messages.GetMappingsRequest());
  const missing = {
    construct: new messages.ConstructRequest(),
    call: new messages.CallRequest(),
    parameterize: new messages.ParameterizeRequest(),
  };
  for (const [name, request] of Object.entries(missing))
    await expect(plugin.call(name, request)).rejects.toThrow("UNIMPLEMENTED");
  await expect(plugin.check(urnOf("Other", "x"), {})).rejects.toThrow("no resource");
});

test("the account is guarded before the first resource, and recorded", async () => {
  const world = await startWorld({ accounts: TWO_ACCOUNTS });
  const { inputs } = await (await startPlugin(world)).checkConfig({});
  expect(inputs.__account).toMatch(/^1 registered .* at 127.0.0.1/);
  const other = await startPlugin(world, { env: OTHER_KEY });
  const { failures } = await other.checkConfig({}, { olds: inputs });
  expect(failures).toMatchObject([{ property: "", reason: expect.stringContaining("wrong account") }]);
  await expect(other.create(ADS, { type: "fbpixel", name: "Ads", tag: "1" })).rejects.toThrow(
    "wrong account",
  );
  // A refresh and a destroy begin with the recorded inputs.
  const late = await startPlugin(world, { env: OTHER_KEY });
  await late.configure(inputs);
  await expect(late.read(ADS, "101")).rejects.toThrow("wrong account");
  expect(new Set(world.requests)).toEqual(new Set(["GET /api/account"]));
});

test("of an explicit provider the inputs win, of the default one the environment", async () => {
  const world = await startWorld({ accounts: TWO_ACCOUNTS });
  const accountOf = async (urn: string) => {
    const plugin = await startPlugin(world);
    return String((await plugin.checkConfig({ apiKey: "other-key" }, { urn })).inputs.__account);
  };
  expect(await accountOf(EXPLICIT)).toMatch(/^2 /);
  expect(await accountOf(DEFAULT)).toMatch(/^1 /);
});

test("the inputs of a provider: the key is secret, and a mistake names its input or variable", async () => {
  const world = await startWorld();
  const reasonOf = async (news: Props, env = {}) => {
    const plugin = await startPlugin(world, { env });
    const { failures } = await plugin.checkConfig(news, { urn: EXPLICIT });
    return failures.map(({ reason }) => reason).join();
  };
  const { inputs } = await (await startPlugin(world)).checkConfig({ apiKey: "demo-key" });
  expect(inputs.apiKey).toEqual(secret("demo-key"));
  expect(await reasonOf({ acount: "acme" })).toContain("did you mean link-management:account?");
  expect(await reasonOf({ onExisting: "adopt" })).toContain("must be fail or duplicate");
  expect(await reasonOf({}, { LINK_MANAGEMENT_ON_EXISTING: "adopt" })).toContain("must be fail or duplicate");
  expect(await reasonOf({}, { LINK_MANAGEMENT_API_KEY: "" })).toContain("LINK_MANAGEMENT_API_KEY");
  expect(await reasonOf({}, { LINK_MANAGEMENT_API_KEY: "wrong" })).toContain("rejected the API key");
  const headers = { "retry-after": "90" };
  world.faults.rule({ on: "GET /api/account", respond: () => ({ status: 429, headers, body: {} }) });
  expect(await reasonOf({})).toMatch(/within 60 s.*LINK_MANAGEMENT_BASE_URL/);
});

test("a changed input is named and replaces nothing, and an unknown one opens no session", async () => {
  const world = await startWorld();
  const plugin = await startPlugin(world);
  const request = new messages.DiffRequest()
    .setUrn(EXPLICIT)
    .setOldInputs(struct({ baseUrl: "https://a.example", account: "acme" }))
    .setNews(struct({ baseUrl: "https://b.example", account: "acme" }));
  const response = await plugin.call<messages.DiffResponse>("diffConfig", request);
  expect(response.getDiffsList()).toEqual(["baseUrl"]);
  expect(response.getReplacesList()).toEqual([]);
  expect((await plugin.checkConfig({ apiKey: UNKNOWN })).failures).toEqual([]);
  expect(world.requests).toEqual([]);
});

test("functions and lists read the account", async () => {
  const world = await startWorld();
  world.account.pixels.create({ type: "fbpixel", name: "Ads", tag: "1" });
  world.account.qrs.create({ type: "text", data: "menu" });
  const plugin = await startPlugin(world);
  await plugin.configure({});
  const invoke = async (name: string, args: Props = {}) => {
    const token = `link-management:index:${name}`;
    const request = new messages.InvokeRequest().setTok(token).setArgs(struct(args));
    const response = await plugin.call<messages.InvokeResponse>("invoke", request);
    return response.getReturn()?.toJavaScript();
  };
  expect(await invoke("getAccount")).toMatchObject({ id: "1", username: "acme" });
  expect(await invoke("getPixels")).toMatchObject({ pixels: [{ id: "101", tag: "1" }] });
  expect(await invoke("getQrStatistics", { qrCode: "101" })).toMatchObject({ scans: 0 });
  await expect(invoke("getNothing")).rejects.toThrow("no function");

  const list = new messages.ListRequest().setToken("link-management:index:Pixel");
  const rows: object[] = [];
  const stream = plugin.client.list(list);
  stream.on("data", (row: messages.ListResponse) => rows.push(row.getResult()!.toObject()));
  await new Promise((resolve, reject) => stream.on("end", resolve).on("error", reject));
  expect(rows).toMatchObject([{ id: "101", name: "Ads" }]);
});
