// The account of the key as a resource: it always exists, so it is only changed.
import { expect, test } from "vitest";
import type { Props } from "../../src/kind/definition";
import { NEW_PASSWORD, PASSWORD } from "../support/secrets";
import { startStack } from "../support/world";

const config = (fields: Readonly<Record<string, string>>) => `account: ${JSON.stringify(fields)}`;

test("a new e-mail address is shown in the preview, and sent; one that is right already is not", async () => {
  const { world, stack } = await startStack({ dialect: { undocumentedInput: "accepted" } });
  const preview = await stack.preview(config({ email: "new@example.com" }));
  expect(preview.text).toMatch(/account.*changes email.*"acme@example.com"/);
  await stack.up(config({ email: "new@example.com" }));
  expect(world.account.email).toBe("new@example.com");
  expect(world.changes).toHaveLength(1);
  await world.stack().up(config({ email: "new@example.com" }));
  expect(world.changes).toHaveLength(1);
});

test("a password is announced, sent with the address, and sent again only if it changes", async () => {
  const { world, stack } = await startStack({ dialect: { undocumentedInput: "rejected" } });
  expect((await stack.preview(config({ password: PASSWORD }))).text).toMatch(/account.*sets password/);
  await stack.up(config({ password: PASSWORD }));
  expect(world.account.password).toBe(PASSWORD);
  world.service.clearLog();
  expect((await stack.up(config({ password: PASSWORD }))).changes).toEqual([]);
  expect(world.changes).toEqual([]);
  const preview = await stack.preview(config({ password: NEW_PASSWORD }));
  expect(preview.changes).toEqual(["update Account account: password"]);
  await stack.up(config({ password: NEW_PASSWORD }));
  expect(world.account.password).toBe(NEW_PASSWORD);
});

test("an e-mail address that the service does not show is not sent", async () => {
  const { world, stack } = await startStack({ dialect: { undocumentedInput: "accepted" } });
  const sent: unknown[] = [];
  const withoutEmail = ({ data, ...body }: Props) => ({ ...body, data: { ...(data as Props), email: "" } });
  world.faults.rule({
    on: "GET /api/account",
    respond: (response) => ({ ...response, body: withoutEmail(response.body as Props) }),
  });
  world.faults.rule({ on: "PUT /api/account/update", edit: (_, { body }) => void sent.push(body) });
  await stack.up(config({ password: PASSWORD }));
  expect(sent).toEqual([{ password: PASSWORD }]);
});

test("without email and password there is no resource, and without the entry only the state loses it", async () => {
  const { world, stack } = await startStack({
    dialect: { undocumentedInput: "accepted" },
    up: "account: { expect: { username: acme } }",
  });
  expect(stack.ids).toEqual({});
  await stack.up(config({ email: "new@example.com" }));
  world.service.clearLog();
  const { text } = await stack.up("account: { expect: { username: acme } }");
  expect(text).toMatch(/Account 1.*cannot delete/);
  expect(stack.ids).toEqual({});
  expect(world.changes).toEqual([]);
});
