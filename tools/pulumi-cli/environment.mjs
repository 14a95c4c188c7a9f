// The environment of a CLI that runs against the emulator.
import { delimiter } from "node:path";

/**
 * Drops the user's own settings, which could name another config file or backend.
 * @param bin folder of the CLI
 * @param backend folder of the state
 * @param tempFolder for files that the language host of some versions leaves behind
 * @param url address of the emulator
 * @param key API key of the emulator's account
 */
export function emulatorEnvironment({ bin, backend, tempFolder, url, key }) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(LINK_MANAGEMENT|PULUMI_(?!HOME))/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    PULUMI_BACKEND_URL: `file://${backend}`,
    PULUMI_CONFIG_PASSPHRASE: "",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    LINK_MANAGEMENT_BASE_URL: url,
    LINK_MANAGEMENT_API_KEY: key,
    TMPDIR: tempFolder,
  };
}
