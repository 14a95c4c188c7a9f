// The outputs of a plan: all of them for programs, and those that the stack shows.
import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { bySection, type StackOutputs } from "../../src/config/build/outputs";
import { makeResources } from "../../src/config/build/stack";
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
function outputsOf(mode: string, values: Record<string, Values> = {}): StackOutputs {
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
  return makeResources(planOf(`outputs: ${mode}\n${FILE}`), classes);
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

test("leaves out what is absent", async () => {
  const values = { top: { room: pulumi.output(null) } };
  expect(await shown(outputsOf("addresses", values))).toEqual({ shelves: { low: { room: "hall" } } });
  const { shelves } = (await shown(outputsOf("all", values))) as { shelves: unknown };
  expect(shelves).toMatchObject({ top: { id: "id of top", dust: "thick" } });
});

// A saved plan contains it: without it, `pulumi up --plan` would fail.
test("a section is one unknown output in a preview that does not know an entry", async () => {
  const sections = bySection(outputsOf("all", { top: { room: unknown } }));
  const isKnown = async ([name, output]: [string, unknown]) =>
    [name, await (output as { isKnown: Promise<boolean> }).isKnown] as const;
  expect(Object.fromEntries(await Promise.all(Object.entries(sections).map(isKnown)))).toEqual({
    owner: true,
    books: true,
    shelves: false,
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
