// Requests of a command: exactly the lists that an account of this size needs.
import { ourProgram } from "./support/programs.mjs";
import { createProject, startEmulator } from "./support/project.mjs";

export async function requests() {
  const emulator = await startEmulator({ rateLimit: 1_000_000 });
  const project = await createProject(ourProgram(500), emulator);
  const requestsOf = async (...command) => {
    emulator.clearLog();
    await project.pulumi(...command);
    return emulator.log.length;
  };
  await project.up();
  return [
    // The account, 2 pages of 150 pixels, a page of each of 4 other kinds, and the items of 50 channels.
    { name: "requests of a refresh of 500", value: await requestsOf("refresh", "--preview-only"), max: 57 },
    { name: "requests of a preview of 500 without changes", value: await requestsOf("preview"), max: 1 },
  ];
}
