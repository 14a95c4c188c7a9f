// Which items of a channel the config file has: the API cannot remove the others, so no preview shows them.
import { checkExpected } from "../../api/account";
import { Unresolved } from "../../config/parse/tree";
import { ProjectFiles } from "../../config/source/project-files";
import { NoConfigFileError, projectFolder, readConfigFile } from "../../config/source/source-file";
import type { Plan, PlannedEntry, PlannedMember } from "../../config/validate/plan";
import { readConfig } from "../../config/validate/read-config";
import { identifyingFields } from "../../kind/identity";
import { TYPE_PREFIX } from "../../kind/provider-source";
import { channel, channelItem } from "../../resources/kinds";
import { PulumiError } from "../account/pulumi-project";
import type { CommandSession } from "../account/session";
import { configKinds } from "../config-file";

/** Whether the config has an item, by its type and id. `undefined` if the id of one of its entries is not known. */
export type IsConfigured = (item: string) => boolean | undefined;

/**
 * @returns `undefined` if no valid config file has the channel
 * @throws WrongAccountError if the config expects another account
 */
export async function configuredItems(
  channelId: string,
  context: CommandSession,
): Promise<IsConfigured | undefined> {
  const plan = readPlan(context);
  if (!plan) return undefined;
  await checkAccount(plan, context);
  for (const entry of plan.entries.filter(({ definition }) => definition === channel)) {
    if ((await idOf(entry, context)) !== channelId) continue;
    const members = entry.members.filter(({ list }) => list.definition === channelItem);
    const items = await Promise.all(members.map((member) => itemOf(member, plan, context)));
    return (item) => items.includes(item) || (items.includes(undefined) ? undefined : false);
  }
  return undefined;
}

function readPlan({ config, progress }: CommandSession): Plan | undefined {
  const folder = process.cwd();
  const file = process.env.LINK_MANAGEMENT_FILE || config?.get("link-management:file")?.value || undefined;
  try {
    const source = readConfigFile(folder, file);
    const { plan } = readConfig(source, configKinds, { files: new ProjectFiles(projectFolder(folder)) });
    if (!plan)
      progress.wait(`${source.file} has errors, so the items are not compared with it. Run \`validate\``);
    return plan;
  } catch (error) {
    if (error instanceof NoConfigFileError) return undefined;
    throw error;
  }
}

/** Values from outside the file are not known here. */
async function checkAccount(
  { expect, expectExpressions = {} }: Plan,
  { session }: CommandSession,
): Promise<void> {
  const known = Object.entries(expect ?? {}).filter(([name]) => !Object.hasOwn(expectExpressions, name));
  if (known.length > 0) checkExpected(await session.account(), Object.fromEntries(known), session.settings);
}

/** Type and id of the item. `undefined` if it is an entry whose object is not known. */
async function itemOf(
  { list, value }: PlannedMember,
  { entries }: Plan,
  context: CommandSession,
): Promise<string | undefined> {
  const { itemType, item } = list.yaml.toArgs("", value as never, (section, reference) => {
    const entry = entries.find((one) => one.section === section && one.key === reference);
    return entry ?? reference;
  });
  const id = item !== null && typeof item === "object" ? await idOf(item as PlannedEntry, context) : item;
  return id === undefined ? undefined : `${itemType}/${id}`;
}

/** The id that the entry names, else that of the only object with its identity, else that in the state. */
async function idOf(entry: PlannedEntry, { session, project }: CommandSession): Promise<string | undefined> {
  const { definition, args, key, options } = entry;
  if (typeof options.onExisting === "object") return String(options.onExisting.id);
  const fields = identifyingFields(definition, args);
  if (fields.length > 0 && !fields.some((name) => args[name] instanceof Unresolved)) {
    const [first, ...others] = await definition.lifecycle.existing!.matching(session, args);
    if (first && others.length === 0) return first.id;
  }
  try {
    const resources = (await project?.resources()) ?? [];
    const type = TYPE_PREFIX + definition.type;
    return resources.find((one) => one.type === type && one.name === key && !one.isLeaving)?.id;
  } catch (error) {
    if (error instanceof PulumiError) return undefined;
    throw error;
  }
}
