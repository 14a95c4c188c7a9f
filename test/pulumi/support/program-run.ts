// A run of a program as the SDK sees it, with a store of its own: nothing reaches other tests.
import type { getMonitor } from "@pulumi/pulumi/runtime/settings";
import * as sdkState from "@pulumi/pulumi/runtime/state";
import type { Props } from "../../../src/kind/definition";
import { TYPE_PREFIX } from "../../../src/kind/provider-source";

export type Monitor = NonNullable<ReturnType<typeof getMonitor>>;

export interface SdkStore {
  readonly settings: { readonly options: Record<string, unknown> };
}

// The SDK has these functions, but its types do not.
const sdk = sdkState as unknown as {
  withLocalStorage<T>(call: () => T): T;
  getStore(): SdkStore;
};

export interface RunOptions {
  readonly dryRun?: boolean;
  readonly organization?: string;
  readonly project?: string;
}

/** Calls a function in a run of the stack `test`. */
export function inProgramRun<T>(
  call: () => Promise<T>,
  { dryRun = false, organization = "organization", project = "shop" }: RunOptions = {},
): Promise<T> {
  return sdk.withLocalStorage(() => {
    Object.assign(sdk.getStore().settings.options, { project, stack: "test", dryRun, organization });
    return call();
  });
}

export const urnOf = (type: string, name: string) => `urn:pulumi:test::shop::${TYPE_PREFIX}${type}::${name}`;

/** What the state of a stack has, by URN. */
export type Outputs = Readonly<Record<string, { readonly type: string; readonly outputs: Props }>>;

export interface Invocation {
  readonly token: string;
  readonly args: unknown;
}

/** A monitor that only answers for the state of the stack. */
export function monitorWith(outputs: Outputs | Error): { monitor: Monitor; invocations: Invocation[] } {
  const invocations: Invocation[] = [];
  const invoke = (
    request: { getTok(): string; getArgs(): { toJavaScript(): unknown } },
    answer: (error: { details: string } | null, response?: unknown) => void,
  ) => {
    invocations.push({ token: request.getTok(), args: request.getArgs().toJavaScript() });
    if (outputs instanceof Error) answer({ details: outputs.message });
    else answer(null, { getReturn: () => ({ toJavaScript: () => ({ outputs }) }) });
  };
  return { monitor: { invoke } as unknown as Monitor, invocations };
}
