// Texts that the stack does not manage, at a service that escapes them when it shows them.
import { expect, test } from "vitest";
import type { ServiceResponse } from "../../src/emulator/index";
import { applied } from "../support/what-exists";

/** Escapes what is stored, each time. */
const escaped = (response: ServiceResponse): ServiceResponse => ({
  ...response,
  body: JSON.parse(JSON.stringify(response.body).replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
});

const spring = (color: string) => `channels: { spring: { name: Spring, color: "${color}" } }\n`;

test("an unmanaged text does not grow with each update", async () => {
  const text = "A & B < C";
  const { world, stack } = await applied(spring("#000000"));
  world.account.channels.update(101, { description: text });
  world.faults.rule({ on: "GET /api/channels", respond: escaped });
  for (const color of ["#111111", "#222222", "#333333"]) {
    await stack.up(spring(color));
    expect(world.account.channels.get(101)).toMatchObject({ color, description: text });
  }
});
