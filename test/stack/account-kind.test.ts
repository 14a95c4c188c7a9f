// The account of the key as a resource: it always exists, so it is only changed.
import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { Account } from "../../src/index";
import type { Props } from "../../src/kind/definition";
import { NEW_PASSWORD, PASSWORD } from "../support/secrets";
import { startStack } from "../support/world";

const config = (fields: Readonly<Record<string, string>>) => `account: ${JSON.stringify(fields)}`;
const UPDATE = "PUT /api/account/update";

test("a new e-mail address is shown in the preview, and sent; one that is right already is not", async () => {
  const { world, stack } = await startStack({ dialect: { undocumentedInput: "accepted" } });
  const email = config({ email: "new@example.com" });
  expect((await stack.preview(email)).text).toMatch(/account.*changes email.*"acme@example.com"/);
  const secret = await stack.preview(
    () => void new Account("it", { email: pulumi.secret("new@example.com") }),
  );
  expect(secret.text).toMatch(/changes email$/m);
  await stack.up(email);
  await world.stack().up(email);
  expect(world.account.user.email).toBe("new@example.com");
  expect(world.changes).toEqual([UPDATE]);
});

test("a password is announced, sent with the address, and sent again only if it changes", async () => {
  const { world, stack } = await startStack({ dialect: { undocumentedInput: "rejected" } });
  expect((await stack.preview(config({ password: PASSWORD }))).text).toMatch(/account.*sets password/);
  await stack.up(config({ password: PASSWORD }));
  expect((await stack.up(config({ password: PASSWORD }))).changes).toEqual([]);
  const { changes } = await stack.up(config({ password: NEW_PASSWORD }));
  expect(changes).toEqual(["update Account account: password"]);
  const { email } = world.account.user;
  expect(world.bodies(UPDATE)).toEqual([PASSWORD, NEW_PASSWORD].map((password) => ({ email, password })));
});

test("an e-mail address that the service does not show is not sent", async () => {
  const { world, stack } = await startStack({ dialect: { undocumentedInput: "accepted" } });
  const withoutEmail = ({ data, ...body }: Props) => ({ ...body, data: { ...(data as Props), email: "" } });
  world.faults.rule({
    on: "GET /api/account",
    respond: (response) => ({ ...response, body: withoutEmail(response.body as Props) }),
  });
  await stack.up(config({ password: PASSWORD }));
  expect(world.bodies(UPDATE)).toEqual([{ password: PASSWORD }]);
});

test("without email and password there is no resource, and without the entry only the state loses it", async () => {
  const expecting = "account: { expect: { username: acme } }";
  const { world, stack } = await startStack({ dialect: { undocumentedInput: "accepted" }, up: expecting });
  expect(stack.ids).toEqual({});
  await stack.up(config({ email: "new@example.com" }));
  expect((await stack.up(expecting)).text).toMatch(/Account 1.*cannot delete/);
  expect(stack.ids).toEqual({});
  expect(world.changes).toEqual([UPDATE]);
});
