/** What is happening while the CLI is being installed. A CLI that is there already reports nothing. */
export type PulumiProgress =
  /** A step under way; repeated with a new detail as it advances. */
  | { kind: "step"; step: string; detail?: string }
  /** Something worth keeping on screen, such as why a download was not possible. */
  | { kind: "note"; text: string };

export interface EnsurePulumiOptions {
  onProgress?: (progress: PulumiProgress) => void;
  /** Aborting stops the children that were started and leaves nothing half-installed. */
  signal?: AbortSignal;
  /** @default process.env */
  env?: NodeJS.ProcessEnv;
  /** The folder whose package.json pins `pulumi`. @default the root of this package */
  projectDir?: string;
}

export interface PulumiInstall {
  /** The folder of the CLI and its language host. It belongs at the front of PATH. */
  bin: string;
  /** The CLI itself. */
  cli: string;
  /** The version found: the pinned one, or on PATH a newer one of the same major. */
  version: string;
  how: "cache" | "path" | "download" | "build";
}

/** Finds or installs the pinned Pulumi CLI. Throws a plain `SetupError` when no way works. */
export function ensurePulumi(options?: EnsurePulumiOptions): Promise<PulumiInstall>;
