// The emulator of the build, and the environment of a CLI that runs against it.
import { delimiter } from "node:path";
import { dist } from "./dist.mjs";
import { ensurePulumi } from "./ensure-pulumi.mjs";

export const { startEmulator, DEMO_KEY } = dist("emulator/index.js");

/**
 * Drops the user's own settings, which could name another config file or backend.
 * @param folder for the state, and for files that the language host of some versions leaves behind
 */
export async function emulatorEnvironment(folder, emulator) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(LINK_MANAGEMENT|PULUMI_(?!HOME))/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    PATH: `${await ensurePulumi()}${delimiter}${process.env.PATH}`,
    PULUMI_BACKEND_URL: `file://${folder}`,
    PULUMI_CONFIG_PASSPHRASE: "",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    LINK_MANAGEMENT_BASE_URL: emulator.url,
    LINK_MANAGEMENT_API_KEY: DEMO_KEY,
    TMPDIR: folder,
  };
}
