// Programs of the Automation API in one process.
import { resolve } from "node:path";
import { getStack } from "@pulumi/pulumi";
import { LocalWorkspace, PulumiCommand } from "@pulumi/pulumi/automation";
import { expect, test } from "vitest";
import { Project, packageRoot } from "./support/project";

test("two inline programs run at once in one process, each on its own account", async () => {
  const names = ["acme", "globex"];
  const accounts = names.map((username) => ({ username, keys: [`key-of-${username}`] }));
  const project = await Project.create({ accounts, env: { LINK_MANAGEMENT_API_KEY: "" } });
  const { service } = project;
  const library: typeof import("../../src/index") = require(packageRoot);
  const inline = async () => {
    const channel = new library.Channel("main", { name: getStack() });
    const item = new library.QrCode("menu", { type: "text", data: getStack() });
    new library.ChannelItem("main/menu", { channel, itemType: "qr", item });
    return { account: (await library.getAccount()).username };
  };
  const stacks = [];
  for (const stackName of names) {
    const stack = await LocalWorkspace.createStack(
      { stackName, projectName: "test", program: inline },
      {
        workDir: project.folder,
        envVars: project.env as Record<string, string>,
        pulumiCommand: await PulumiCommand.get({ root: resolve(process.env.PULUMI_TEST_BIN!, "..") }),
      },
    );
    await stack.setAllConfig({
      "link-management:baseUrl": { value: service.url },
      "link-management:apiKey": { value: `key-of-${stackName}`, secret: true },
    });
    stacks.push(stack);
  }

  const runs = await Promise.all(stacks.map((stack) => stack.up()));
  expect(runs.map(({ outputs }) => outputs.account?.value)).toEqual(names);
  for (const name of names) {
    const { channels, qrs } = service.account(name);
    const [code] = qrs.list();
    expect(channels.list()).toMatchObject([{ name, items: [{ type: "qr", id: code?.id }] }]);
  }
});
