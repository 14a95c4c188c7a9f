// Initial data of a new account.
import { PUBLIC_ORIGIN } from "./public-urls";
import type { Overlay, Page, SplashPage } from "./records";

/** An initial account. Only username and keys are required. */
export interface AccountSeed {
  /** Name of the user, unique in the emulator. */
  readonly username: string;
  /** API keys of the account. A key is rotated by adding a second one. */
  readonly keys: readonly string[];
  /** Id of the account. @default 1 for the first account, 2 for the second, … */
  readonly id?: number;
  /** E-mail address of the user. @default `<username>@example.com` */
  readonly email?: string;
  /** Address of an image. @default one that the emulator makes */
  readonly avatar?: string;
  /** Plan name. @default "Pro" */
  readonly status?: string;
  /** `YYYY-MM-DD HH:MM:SS`. @default "2035-12-31 23:59:59" */
  readonly expires?: string;
  /** `YYYY-MM-DD HH:MM:SS`. Another value makes it a different account. @default "2024-01-15 09:30:00" */
  readonly registered?: string;
  /** Assignable short links. @default {@link SEEDED_LINKS} */
  readonly links?: readonly Page[];
  /** Assignable bio pages. @default {@link SEEDED_BIOS} */
  readonly bios?: readonly Page[];
  /** CTA overlays. @default {@link SEEDED_OVERLAYS} */
  readonly overlays?: readonly Overlay[];
  /** Custom splash pages. @default {@link SEEDED_SPLASH} */
  readonly splash?: readonly SplashPage[];
}

/** API key of the default account. */
export const DEMO_KEY = "demo-key";

/** The accounts of an emulator that is started without `accounts`. */
export const DEFAULT_ACCOUNTS: readonly AccountSeed[] = [{ username: "acme", keys: [DEMO_KEY] }];

/** Short links of every account: 4711 to 4715. */
export const SEEDED_LINKS: readonly Page[] = ["Shop", "Spring sale", "Newsletter", "Catalog", "Jobs"].map(
  (title, index) => ({ id: 4711 + index, title, link: `${PUBLIC_ORIGIN}/${4711 + index}` }),
);

/** Bio pages of every account: 12 and 13. */
export const SEEDED_BIOS: readonly Page[] = [
  { id: 12, title: "Acme", link: `${PUBLIC_ORIGIN}/bio/acme` },
  { id: 13, title: "Acme events", link: `${PUBLIC_ORIGIN}/bio/acme-events` },
];

const SEED_DATE = Date.UTC(2024, 0, 16, 8, 0, 0);

/** CTA overlays of every account: 21 and 22. */
export const SEEDED_OVERLAYS: readonly Overlay[] = [
  { id: 21, type: "message", name: "Welcome", date: SEED_DATE },
  { id: 22, type: "contact", name: "Write to us", date: SEED_DATE },
];

/** Splash pages of every account: 31 and 32. */
export const SEEDED_SPLASH: readonly SplashPage[] = [
  { id: 31, name: "Leaving", message: "", date: SEED_DATE },
  { id: 32, name: "Cookies", message: "", date: SEED_DATE },
];
