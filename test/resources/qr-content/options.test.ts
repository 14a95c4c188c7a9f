// Options that name arguments. The engine knows only `data`, also where a program writes `content`.
import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { optionsSchema } from "../../../src/config/schema/loader-fields";
import { QrCode } from "../../../src/index";
import { inProgramRun } from "../../pulumi/support/program-run";

const CONTENT = { wifi: { ssid: "Guests" } };

/** The options that the engine gets. */
async function passed(options: pulumi.CustomResourceOptions): Promise<pulumi.CustomResourceOptions> {
  let seen: pulumi.CustomResourceOptions = {};
  await inProgramRun(async () => {
    await pulumi.runtime.setMocks({
      call: () => ({}),
      newResource: ({ inputs }) => ({ id: "1", state: inputs }),
    });
    const transformations: pulumi.ResourceTransformation[] = [
      ({ opts }) => {
        seen = opts;
        return undefined;
      },
    ];
    new QrCode("guests", { type: "wifi", content: CONTENT }, { ...options, transformations });
  });
  return seen;
}

test.each(["ignoreChanges", "replaceOnChanges", "additionalSecretOutputs"] as const)(
  "%s: content, and paths in it, are data",
  async (option) => {
    const names = ["content", "content.wifi.ssid", 'content["wifi"]', "name", "*", "contents"];
    const { [option]: seen } = await passed({ [option]: names });
    expect(seen?.slice(0, names.length)).toEqual(["data", "data", "data", "name", "*", "contents"]);
  },
);

test("options that are not set stay so", async () => {
  const { ignoreChanges, replaceOnChanges } = await passed({});
  expect({ ignoreChanges, replaceOnChanges }).toEqual({});
});

test("a config file accepts content, too", () => {
  const ignoreChanges = ["data", "content"];
  expect(optionsSchema(QrCode.definition).parse({ ignoreChanges })).toEqual({ ignoreChanges });
});
