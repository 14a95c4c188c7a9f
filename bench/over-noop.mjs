// Commands over unchanged resources, compared with no-op handlers.
import { startEmulator } from "../tools/emulator.mjs";
import { compare } from "./support/compare.mjs";
import { noopProgram, ourProgram } from "./support/programs.mjs";
import { createProject } from "./support/project.mjs";

const PREVIEW = ["preview"];
const REFRESH = ["refresh", "--yes", "--skip-preview"];

/** Preview and refresh of 1,000 resources. A refresh also reads the lists, which no-op handlers do not. */
export async function scale({ rounds }) {
  const projects = await appliedProjects(1000);
  return [
    await overNoop("preview of 1,000", 1.12, PREVIEW, projects, rounds(9)),
    await overNoop("refresh of 1,000", 1.2, REFRESH, projects, rounds(9)),
  ];
}

/** What every command costs, whatever the number of resources. */
export async function startUp({ rounds }) {
  const projects = await appliedProjects(1);
  // A warm-up, so that the files of both are in the system's cache.
  for (const project of Object.values(projects)) await project.pulumi(...PREVIEW);
  return [await overNoop("preview of 1", 1.2, PREVIEW, projects, rounds(15))];
}

async function overNoop(title, max, command, { ours, noop }, rounds) {
  const seconds = (project) => () => project.pulumi(...command);
  const { ratio, detail } = await compare(seconds(ours), seconds(noop), rounds, "s");
  return { name: `${title} over no-op handlers`, value: ratio, max, detail };
}

async function appliedProjects(count) {
  const apply = async (files) => {
    const project = await createProject(files, await startEmulator({ rateLimit: 1_000_000 }));
    await project.up();
    return project;
  };
  return { ours: await apply(ourProgram(count)), noop: await apply(noopProgram(count)) };
}
