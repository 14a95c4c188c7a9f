// Says a secret and writes one, in a form that nobody would see.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "vitest";
import { PASSWORD, WIFI } from "../../../support/secrets";
import { temporaryFolder } from "../../support/package";
import { run } from "../../support/project";

test("a program that says a secret", async () => {
  await run(["echo", `the password is ${PASSWORD}`], __dirname, process.env);
});

test("a folder with a secret", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder.path, "state.json"), Buffer.from(WIFI).toString("hex"));
  await folder.remove();
});
