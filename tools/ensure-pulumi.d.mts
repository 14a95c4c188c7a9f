/** Progress of an installation. Nothing is reported if the CLI is already installed. */
export type PulumiProgress =
  /** The current step, reported again whenever its detail changes. */
  | { kind: "step"; step: string; detail?: string }
  /** A message to keep on screen, such as why a download failed. */
  | { kind: "note"; text: string };

export interface EnsurePulumiOptions {
  onProgress?: (progress: PulumiProgress) => void;
  /** Aborting stops the child processes and removes partial installations. */
  signal?: AbortSignal;
  /** @default process.env */
  env?: NodeJS.ProcessEnv;
  /** The folder whose package.json pins `pulumi`. @default the root of this package */
  projectDir?: string;
}

export interface PulumiInstall {
  /** The folder of the CLI and its language host. Put it at the front of PATH. */
  bin: string;
  /** The path of the CLI. */
  cli: string;
  /** The pinned version, or a newer one of the same major if it comes from PATH. */
  version: string;
  source: "cache" | "path" | "download" | "build";
}

/** Finds or installs the pinned Pulumi CLI. Throws a `SetupError` if every method fails. */
export function ensurePulumi(options?: EnsurePulumiOptions): Promise<PulumiInstall>;
