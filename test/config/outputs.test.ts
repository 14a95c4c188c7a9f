// The outputs of a plan: all of them for programs, and those that the stack shows.
import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import type { StackOutputs } from "../../src/config/build/outputs";
import type { PlannedResource } from "../../src/config/build/planned-resources";
import { makeResources } from "../../src/config/build/stack";
import type { Props } from "../../src/kind/definition";
import type { ResourceClass } from "../../src/pulumi/resource-class";
import { kinds } from "./support/kinds";
import { planOf } from "./support/read";

const FILE = `
shelves: { top: { title: Top }, low: { title: Low } }
books: { moby: { text: Call me } }
owner: { name: me }
`;

/** As in the preview of a new resource. */
const unknown = new (pulumi.Output as unknown as new (...args: unknown[]) => pulumi.Output<string>)(
  [],
  Promise.resolve(undefined),
  Promise.resolve(false),
  Promise.resolve(false),
  Promise.resolve([]),
);

interface Values {
  readonly id?: pulumi.Output<string>;
  readonly room?: pulumi.Output<string | null>;
}

/** @param values of the resources, by name */
function outputsOf(
  mode: string,
  values: Record<string, Values> = {},
  recordedOf?: (planned: PlannedResource) => Props,
): StackOutputs {
  const classes = kinds.map(({ definition }) => {
    class Recording {
      static readonly definition = definition;
      readonly id: pulumi.Output<string>;
      readonly room: pulumi.Output<string | null>;
      readonly dust = pulumi.output("thick");
      constructor(name: string) {
        this.id = values[name]?.id ?? pulumi.output(`id of ${name}`);
        this.room = values[name]?.room ?? pulumi.output("hall");
      }
    }
    return Recording as unknown as ResourceClass;
  });
  return makeResources(planOf(`outputs: ${mode}\n${FILE}`), classes, { ...(recordedOf && { recordedOf }) });
}

/** What the SDK makes of the exports of a program. */
async function shown(outputs: StackOutputs): Promise<unknown> {
  const value = await (pulumi.output({ ...outputs }) as unknown as { promise(): Promise<unknown> }).promise();
  return JSON.parse(JSON.stringify(value));
}

test("shows addresses by section and key", async () => {
  expect(await shown(outputsOf("addresses"))).toEqual({
    shelves: { top: { room: "hall" }, low: { room: "hall" } },
  });
});

test("shows ids and all outputs, or none", async () => {
  const shelf = (name: string) => ({ id: `id of ${name}`, room: "hall", dust: "thick" });
  expect(await shown(outputsOf("all"))).toEqual({
    owner: { id: "id of me" },
    books: { moby: { id: "id of moby" } },
    shelves: { top: shelf("top"), low: shelf("low") },
  });
  expect(await shown(outputsOf("none"))).toEqual({});
});

test("shows nothing that is unknown or absent", async () => {
  const values = {
    top: { id: unknown, room: unknown },
    low: { room: pulumi.output(null) },
    me: { id: unknown },
  };
  expect(await shown(outputsOf("addresses", values))).toEqual({ shelves: {} });
  const { owner, shelves } = (await shown(outputsOf("all", values))) as Props;
  expect({ owner, shelves }).toEqual({
    owner: {},
    shelves: { top: { dust: "thick" }, low: { id: "id of low", dust: "thick" } },
  });
});

test("shows the recorded address if the preview of an update does not know it", async () => {
  const recordedOf = ({ name }: PlannedResource) => (name === "top" ? { room: "attic" } : {});
  const values = { top: { room: unknown }, low: { room: unknown } };
  expect(await shown(outputsOf("addresses", values, recordedOf))).toEqual({
    shelves: { top: { room: "attic" } },
  });
});

test("does not show the address of a resource that failed: the SDK reports the error", async () => {
  const isKnown = Promise.reject(new Error("failed"));
  isKnown.catch(() => {});
  const room = { isKnown, promise: () => isKnown } as unknown as pulumi.Output<string>;
  expect(await shown(outputsOf("addresses", { top: { room } }))).toEqual({
    shelves: { low: { room: "hall" } },
  });
});

test.each(["all", "addresses", "none"])("gives programs all outputs with outputs: %s", async (mode) => {
  const outputs = outputsOf(mode, { top: { room: unknown } }) as Record<string, Record<string, Values>>;
  const { shelves, books } = outputs;
  expect(Object.keys(shelves!)).toEqual(["top", "low"]);
  expect(shelves!.top!.room).toBe(unknown);
  const id = books!.moby!.id as unknown as { promise(): Promise<unknown> };
  expect(await id.promise()).toBe("id of moby");
  expect((outputs.owner as Values).id).toBeDefined();
});
