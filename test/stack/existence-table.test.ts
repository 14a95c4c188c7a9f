// What exists, as a table: who says that an object exists, what the readings of its list show, and what a command does.
// Random readings: api/inventory.test.ts. Lists that are all empty: empty-lists.test.ts.
import { test } from "vitest";
import { Channel } from "../../src/index";
import type { ServiceRequest } from "../support/emulator";
import { messageOf } from "../support/message-of";
import { DIRECTLY, sent } from "../support/what-exists";
import { World } from "../support/world";

const LIST = "/api/channels";
const OWN = { name: "Own", color: "#000000" };

/**
 * The action. Of a create and a preview, its `onExisting`. Of a delete, what the service answers. "beside": the state has
 * another object of the list, which stays.
 *
 * What each reading of the list shows of the object, in the process that changes the account. The last one repeats. "short":
 * only a number says that it is there.
 *
 * The requests, what the state has of the entry, and a part of the error.
 */
const ROWS = `
refresh                | shows        | nothing | kept
refresh                | lacks shows  | nothing | kept
refresh                | lacks lacks  | nothing | left the state
refresh                | empty lacks  | nothing | left the state
refresh                | lacks empty  | nothing | left the state
refresh                | empty shows  | nothing | kept
refresh                | empty empty  | nothing | left the state
refresh                | short        | nothing | kept           | state delete
refresh                | fails        | nothing | kept           | GET ${LIST}
up --refresh           | lacks shows  | nothing | kept
up --refresh           | lacks lacks  | POST    | recorded
up --refresh           | lacks fails  | nothing | kept           | GET ${LIST}
update                 | shows        | PUT     | kept
update                 | lacks shows  | PUT     | kept
update                 | empty empty  | nothing | kept           | pulumi refresh
update                 | lacks lacks  | nothing | kept           | pulumi refresh
update                 | lacks short  | nothing | kept           | state delete
delete accepted        | shows        | DELETE  | left the state
delete accepted        | empty        | DELETE  | left the state
delete accepted        | fails        | nothing | kept           | GET ${LIST}
delete rejected        | shows lacks  | DELETE  | left the state
delete rejected        | shows empty  | DELETE  | left the state
delete rejected        | shows        | DELETE  | kept           | rejected
delete rejected        | shows fails  | DELETE  | kept           | rejected
delete lost            | shows lacks  | DELETE  | left the state
delete lost            | shows        | DELETE  | kept           | taken effect
create fail            | shows        | nothing | not recorded   | already exists
create fail            | lacks        | POST    | recorded
create fail            | empty        | POST    | recorded
create fail            | short        | POST    | recorded
create fail            | fails        | nothing | not recorded   | GET ${LIST}
create fail, beside    | empty lacks  | POST    | recorded
create fail, beside    | empty shows  | nothing | not recorded   | already exists
create duplicate       | shows        | POST    | recorded
create adopt           | shows        | nothing | recorded
create adopt           | lacks lacks  | POST    | recorded
create adopt           | empty empty  | POST    | recorded
create adopt           | lacks shows  | nothing | not recorded   | again
create adopt           | lacks fails  | nothing | not recorded   | GET ${LIST}
create overwrite       | lacks shows  | nothing | not recorded   | again
create id              | shows        | nothing | recorded
create id              | lacks shows  | nothing | recorded
create id              | lacks lacks  | nothing | not recorded   | no Channel
create id              | lacks short  | nothing | not recorded   | state delete
preview fail           | shows        | nothing | not recorded   | already exists
preview adopt          | shows        | nothing | not recorded
preview adopt          | lacks        | nothing | not recorded
preview id             | lacks lacks  | nothing | not recorded   | no Channel`;

const rows = ROWS.trim().split("\n");

type Channels = readonly { readonly id: number; readonly name: string }[];

/** The list shows what the account has, but for what the readings say of the object. */
function follow(world: World, readings: readonly string[]): void {
  let count = 0;
  // The client reads a list again that is shorter than it says.
  let isAgain = false;
  const shown = (rows: Channels, reading: string): Channels => {
    const own = rows.find(({ name }) => name === OWN.name);
    if (reading === "empty") return [];
    return reading === "shows" ? rows : rows.filter((row) => row !== own);
  };
  world.faults.rule({
    on: `GET ${LIST}`,
    respond: (response) => {
      const reading = readings[Math.min(count, readings.length - 1)]!;
      isAgain = reading === "short" && !isAgain;
      if (!isAgain) count++;
      if (reading === "fails") return { ...response, status: 422, body: { error: 1, message: "down" } };
      const { data, ...body } = response.body as { data: { channels: Channels } };
      const channels = shown(data.channels, reading);
      const result = channels.length + (reading === "short" ? 1 : 0);
      return { ...response, body: { ...body, data: { ...data, channels, result } } };
    },
  });
}

test.concurrent.for(rows)("%s", async (row, { expect, onTestFinished }) => {
  const [what = "", shown = "", requests, record, error = ""] = row.split("|").map((cell) => cell.trim());
  const [action = "", word = "", beside] = what.split(/,? /);
  const readings = shown.split(" ");
  const isNew = action === "create" || action === "preview";
  const world = await World.start({ dialect: { rejectedDuplicates: "none" } });
  onTestFinished(() => world.end());
  const { channels, domains } = world.account;
  channels.create({ name: "By hand" });
  domains.create({ id: 2, domain: "https://by-hand.example.com" });
  const stack = world.stack();
  const program = (hasOwn: boolean, color = OWN.color) => {
    const onExisting = (word === "id" ? { id: 102 } : word) as "fail";
    return () => {
      if (beside) new Channel("beside", { name: "Beside" });
      if (hasOwn) new Channel("own", { ...OWN, color }, isNew ? { onExisting } : {});
    };
  };
  await stack.up(program(!isNew), DIRECTLY);
  const before = stack.ids["Channel own"];
  if (isNew && readings.includes("shows")) channels.create(OWN);
  await world.clock.advance(60_000);
  world.service.clearLog();
  follow(world, readings);
  const on = ({ method }: ServiceRequest) => method !== "GET";
  if (word === "rejected") world.faults.rule({ on, reject: "rejected" });
  // What is shown after it was not deleted.
  if (word === "lost") world.faults.rule({ on, fault: "reset", when: readings[1] ? "after" : "before" });
  const after = program(action !== "delete", action === "update" ? "#111111" : OWN.color);
  const refresh = word === "--refresh";
  const run =
    action === "refresh"
      ? stack.refresh()
      : action === "preview"
        ? stack.preview(after)
        : stack.up(after, { ...DIRECTLY, refresh });
  const failure = await messageOf(run);
  // A delete without an answer is repeated.
  const methods = new Set(sent(world).map((request) => request.split(" ")[0]));
  expect([...methods].join() || "nothing").toBe(requests);
  const id = stack.ids["Channel own"];
  const kept = before === undefined ? "not recorded" : id === undefined ? "left the state" : "kept";
  expect(id === before || id === undefined ? kept : "recorded").toBe(record);
  expect(failure === "").toBe(error === "");
  expect(failure).toContain(error);
});
