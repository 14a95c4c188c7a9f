// `Provider`: an account of its own for some resources of a program.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import { PROVIDER_NAME, type Settings, SHARED_SETTINGS } from "../../api/settings";
import { nameOf } from "../../kind/entry";
import { shortenStackTraces } from "../patches/stack-traces";
import { Program } from "../program";
import { programConfig, programSetting } from "../program-config";
import { urnsOf } from "../resource-urns";
import * as pulumi from "../sdk";
import { explicitIn, PACKAGE, PROVIDER_TYPE, setExplicit } from "./explicit-provider";
import {
  accountText,
  type PlainArgs,
  type ProviderArgs,
  unknownArgument,
  wrongArgument,
} from "./provider-args";

/** Of the inputs that the provider's process is configured with. */
const PREFIX = "link-management:";

/**
 * Manages the resources of one more account: pass it as `provider` of a resource, or in `providers` of a component. Its
 * arguments take precedence over the environment and the stack config. Its name must be unique in the program, because
 * the state records it with every resource.
 */
export class Provider extends pulumi.ProviderResource {
  /** Whether a value is a provider of this package, also one of another copy of it. */
  static override isInstance(value: unknown): value is Provider {
    return explicitIn(value) !== undefined;
  }

  /**
   * Manages the resources of one more account: pass it as `provider` of a resource, or in `providers` of a component.
   * @param name unique in the program
   * @param args the key and the address of the account
   * @param opts the options of Pulumi
   * @throws pulumi.RunError for a missing or invalid argument, or a second provider of this name
   */
  constructor(name: string, args: ProviderArgs, opts: pulumi.ResourceOptions = {}) {
    const program = Program.current();
    program.checkFolder();
    const wrong = (problem: string) => program.error(`Provider ${name}: ${problem}`);
    const unknown = unknownArgument(args);
    if (unknown !== undefined) throw wrong(unknown);

    const settingsOf = (plain: PlainArgs | undefined): Settings | undefined => {
      if (!plain) return undefined;
      const problem = wrongArgument(plain);
      if (problem !== undefined) throw wrong(problem);
      program.keepSecret(plain.apiKey);
      return program.ownSettings({ provider: name, get: (setting) => textOf(plain, setting) });
    };
    // A plain argument is checked at once, an output when its value is known.
    const later = hasOutput(args) ? (pulumi.output(args) as unknown as LaterArgs) : undefined;
    const settings = later
      ? whenKnown(later).then(settingsOf)
      : Promise.resolve(settingsOf(args as PlainArgs));
    settings.catch(() => {});

    const names = urnsOf(PROVIDER_TYPE, name, opts).map(nameOf);
    const known = () => (later ? pulumi.unsecret(later.apply(() => true)) : pulumi.output(true));
    const explicit = { name, names, settings: () => settings, known };
    program.addProvider(explicit);
    // A resource may wait for one of another provider, which must not wait for this key.
    if (!later?.resources().size) program.compareAccount(explicit);
    const inputs = inputsOf(name, args, async () => {
      await settings;
      program.compareAccount(explicit);
      await program.checkAccounts();
    });
    const restoreStackTraces = shortenStackTraces();
    try {
      super(PACKAGE, name, inputs, opts);
    } finally {
      restoreStackTraces();
    }
    setExplicit(this, explicit);
  }
}

/** What the process of the provider is configured with. It gets no stack config. */
function inputsOf(
  name: string,
  { apiKey, baseUrl, account }: ProviderArgs,
  checked: () => Promise<void>,
): Record<string, unknown> {
  const inputs: Record<string, unknown> = {
    [PROVIDER_NAME]: name,
    // Fails with the error of any argument, so that the state never records a wrong one.
    apiKey: pulumi.secret(pulumi.output(apiKey).apply((key) => checked().then(() => key))),
    baseUrl: baseUrl ?? programSetting("baseUrl"),
    account: pulumi.output(account).apply(accountText),
  };
  for (const setting of SHARED_SETTINGS) {
    const { value, isSecret = false } = programConfig(PREFIX + setting) ?? {};
    inputs[setting] = isSecret ? pulumi.secret(value) : value;
  }
  return Object.fromEntries(Object.entries(inputs).map(([key, value]) => [PREFIX + key, value]));
}

function textOf({ apiKey, baseUrl, account }: PlainArgs, setting: string): string | undefined {
  return { apiKey, baseUrl, account: accountText(account) }[setting];
}

function hasOutput(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return value instanceof Promise || pulumi.Output.isInstance(value) || Object.values(value).some(hasOutput);
}

/** With members that the SDK's types omit. */
type LaterArgs = pulumi.Output<PlainArgs> & {
  readonly isKnown: Promise<boolean>;
  promise(): Promise<PlainArgs>;
  resources(): ReadonlySet<pulumi.Resource>;
};

/** `undefined` in a preview if a value is known only after an apply. */
async function whenKnown(args: LaterArgs): Promise<PlainArgs | undefined> {
  return (await args.isKnown) ? args.promise() : undefined;
}
