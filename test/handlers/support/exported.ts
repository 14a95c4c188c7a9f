// An export, read back as the loader reads it, and adopted as an update adopts it.
import Ajv from "ajv";
import { parse } from "yaml";
import { AccountSession } from "../../../src/api/session";
import { resolveSettings } from "../../../src/api/settings";
import type { Documents } from "../../../src/commands/export/documents/documents";
import { type ExportOptions, exportAccount } from "../../../src/commands/export/export-account";
import { plannedResources } from "../../../src/config/build/planned-resources";
import { render } from "../../../src/config/report/render";
import { configSchema } from "../../../src/config/schema/json-schema";
import { Source } from "../../../src/config/source/source";
import type { Plan } from "../../../src/config/validate/plan";
import { readConfig } from "../../../src/config/validate/read-config";
import { DEMO_KEY } from "../../../src/emulator/index";
import type { Definition, Props } from "../../../src/kind/definition";
import type { CustomResource } from "../../../src/pulumi/sdk";
import { registry } from "../../../src/resources/index";
import type { Process, State, World } from "./world";

export const FILE = "link-management.yaml";

export function sessionOf(world: World, env: NodeJS.ProcessEnv = {}): AccountSession {
  const settings = { baseUrl: world.emulator.url, apiKey: DEMO_KEY };
  const get = (name: string) => settings[name as keyof typeof settings];
  return new AccountSession(resolveSettings(get, env), { clock: world.clock });
}

export async function exported(world: World, options: Partial<ExportOptions> = {}): Promise<Documents> {
  const session = sessionOf(world);
  try {
    return await exportAccount(session, {
      kinds: registry,
      file: FILE,
      isSplit: false,
      redact: (text) => text,
      ...options,
    });
  } finally {
    await session.close();
  }
}

const agreesWithSchema = new Ajv({ strict: false }).compile(configSchema(registry));

/** @throws Error if the loader reports an error, or an editor does */
export function planOf({ files }: Documents): Plan {
  const text = files.get(FILE)!;
  const result = readConfig(new Source(FILE, text), registry);
  if (!result.plan) throw new Error(render(result));
  if (!agreesWithSchema(parse(text))) throw new Error(JSON.stringify(agreesWithSchema.errors));
  return result.plan;
}

/** A resource after the adoption. */
export interface Adopted {
  readonly definition: Definition;
  readonly label: string;
  readonly args: Props;
  readonly state: State;
}

/** Adopts all entries, as `LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up` does. */
export async function adopt(process: Process, plan: Plan): Promise<Adopted[]> {
  const adopted: Adopted[] = [];
  const ids = new Map<string, string>();
  // Arguments contain the id of a resource in place of the resource.
  const resourceOf = (section: string, key: string) =>
    ids.get(`${section}.${key}`) as unknown as CustomResource;
  for (const { definition, label, options, args, entry } of plannedResources(plan, registry)) {
    const onExisting = options.onExisting ?? "adopt";
    const given = args(resourceOf);
    const state = await process.create(definition.handler, given, { entry: label, onExisting });
    if (entry) ids.set(`${entry.section}.${entry.key}`, state.id);
    adopted.push({ definition, label, args: given, state });
  }
  return adopted;
}
