// The emulator of a test, by its coming interface. Goes when the emulator itself has that interface.
import * as emulated from "../../../src/emulator/index";

export interface AccountSeed extends emulated.AccountSeed {
  readonly pixels?: readonly emulated.Pixel[];
  readonly domains?: readonly emulated.Domain[];
  readonly channels?: readonly emulated.Channel[];
  readonly campaigns?: readonly emulated.Campaign[];
  readonly qrs?: readonly emulated.QrCode[];
}

export interface ServiceOptions {
  readonly accounts?: readonly AccountSeed[];
  readonly rateLimit?: number;
  readonly windowMs?: number;
  readonly dialect?: emulated.EmulatorOptions["dialect"];
}

export interface Service {
  readonly url: string;
  readonly log: readonly emulated.LogEntry[];
  readonly faults: emulated.Faults;
  account(username?: string): emulated.Account;
  clearLog(): void;
  close(): Promise<void>;
}

const SECTIONS = ["pixels", "domains", "qrs", "channels", "campaigns"] as const;

export async function startEmulator(options: ServiceOptions = {}): Promise<Service> {
  const { accounts = emulated.DEFAULT_ACCOUNTS as readonly AccountSeed[] } = options;
  const emulator = await emulated.startEmulator({ ...options, accounts });
  for (const seed of accounts) {
    const account = emulator.store.account(seed.username);
    for (const section of SECTIONS) {
      for (const object of seed[section] ?? []) account[section].create(object as never);
    }
  }
  return Object.assign(emulator, {
    account: (username = accounts[0]!.username) => emulator.store.account(username),
  });
}
