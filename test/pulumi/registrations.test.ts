// What a program says about its resources costs the same for each of them.
import { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { expect, test } from "vitest";
import { type Registration, Registrations } from "../../src/pulumi/registrations";
import { pixel } from "../../src/resources/pixel";
import { sdk } from "../support/engine/program-run";

test("to register 500 resources looks at each a few times", () =>
  sdk.withLocalStorage(async () => {
    Object.assign(sdk.getStore().settings.options, {
      organization: "organization",
      project: "shop",
      stack: "dev",
    });
    const response = new InvokeResponse().setReturn(Struct.fromJavaScript({ outputs: {} }));
    const monitor = {
      invoke: (_: unknown, answer: (error: null, response: unknown) => void) => answer(null, response),
    };
    const registrations = new Registrations(monitor as never, (message) => new Error(message));
    let looks = 0;
    const requests = Array.from({ length: 500 }, (_, n) => {
      const args = { type: "fbpixel", name: `P${n}`, tag: String(n) };
      const registration = {
        ...{
          definition: pixel,
          args,
          options: {},
          onExisting: undefined,
          name: `p${n}`,
        },
        get urns() {
          looks++;
          return [`urn::${n}`];
        },
      } satisfies Registration;
      return registrations.add(registration, args);
    });
    expect(await Promise.all(requests)).toHaveLength(500);
    expect(looks).toBeLessThan(500 * 5);
  }));
