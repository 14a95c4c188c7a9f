// The environment of the CLI's processes where it works on this package's emulator, in a folder of its own.
import { delimiter } from "node:path";

/**
 * Nothing of the user's own settings: neither another config file nor another backend.
 * @param bin folder of the CLI
 * @param backend folder of the state
 * @param temporary folder for what language hosts of some versions leave behind
 * @param url address of the emulator
 * @param key API key of its account
 */
export function emulatorEnvironment({ bin, backend, temporary, url, key }) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(LINK_MANAGEMENT|PULUMI_(?!HOME))/.test(name),
  );
  return {
    ...Object.fromEntries(own),
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    PULUMI_BACKEND_URL: `file://${backend}`,
    PULUMI_CONFIG_PASSPHRASE: "",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    LINK_MANAGEMENT_BASE_URL: url,
    LINK_MANAGEMENT_API_KEY: key,
    // The emulator's lists never lag, so there is nothing to wait for before an object counts as gone.
    LINK_MANAGEMENT_SETTLE_TIME: "0",
    TMPDIR: temporary,
  };
}
