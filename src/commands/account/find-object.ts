// The object that a word of the command line means: an id, or a key of the config file.
import { checkExpected } from "../../api/account";
import { ApiError } from "../../api/errors";
import { quote, sanitize } from "../../api/sanitize";
import type { AccountSession } from "../../api/session";
import { formatList, suggest } from "../../api/suggest";
import { Unresolved } from "../../config/parse/tree";
import { ProjectFiles } from "../../config/source/project-files";
import { projectFolder, readConfigFile } from "../../config/source/source-file";
import type { Plan, PlannedEntry } from "../../config/validate/plan";
import { readConfig } from "../../config/validate/read-config";
import type { Definition } from "../../kind/definition";
import { identifyingFields } from "../../kind/identity";
import { TYPE_PREFIX } from "../../kind/provider-source";
import { metadataOf } from "../../kind/state";
import { configKinds } from "../config-kinds";
import { PulumiError, type PulumiProject } from "./pulumi-project";

/** Ids of the service are numbers. A key of digits only is not found. */
const ID = /^[1-9]\d*$/;

export interface ObjectSearch {
  readonly session: AccountSession;
  /** `undefined` outside a project: the state is not known. */
  readonly project: PulumiProject | undefined;
  /** Where the search for the config file starts. */
  readonly folder: string;
  /** Path of the config file. @default link-management.yaml */
  readonly file: string | undefined;
}

/**
 * The id of the object that a user means. An entry of the config file is found by its `onExisting: { id }`, else as an
 * adoption recognizes it, else by the state of the stack. The object may be missing on the account.
 * @param word an id, or a key in the section of that kind
 * @throws ApiError if there is no such key, or its object is not known; ConfigFileError; WrongAccountError
 */
export async function findId(definition: Definition, word: string, search: ObjectSearch): Promise<string> {
  if (ID.test(word)) return word;
  const plan = readPlan(search);
  await checkAccount(plan, search.session);
  const entry = entryOf(definition, word, plan);
  const { onExisting } = entry.options;
  if (typeof onExisting === "object" && ID.test(String(onExisting.id))) return String(onExisting.id);
  const listed = await listedId(entry, search.session);
  if ("id" in listed) return listed.id;
  const recorded = await recordedId(entry, search);
  if ("id" in recorded) return recorded.id;
  throw new ApiError(
    `${entry.section}.${entry.key} (${entry.location}): its object is not known. ${listed.problem}, and ` +
      `${recorded.problem}. Use its id in place of the key`,
  );
}

type Found = { readonly id: string } | { readonly problem: string };

function readPlan({ folder, file }: ObjectSearch): Plan {
  const source = readConfigFile(folder, file);
  const { plan, counts } = readConfig(source, configKinds, {
    files: new ProjectFiles(projectFolder(folder)),
  });
  if (plan) return plan;
  throw new ApiError(
    `${source.file} has ${counts.errors === 1 ? "1 error" : `${counts.errors} errors`}, so its keys are not known. ` +
      "Run `pulumi-link-management validate`, or use an id",
  );
}

/** Values from outside the file are not known here. */
async function checkAccount(
  { expect, expectExpressions = {} }: Plan,
  session: AccountSession,
): Promise<void> {
  const known = Object.entries(expect ?? {}).filter(([name]) => !Object.hasOwn(expectExpressions, name));
  if (known.length > 0) checkExpected(await session.account(), Object.fromEntries(known), session.settings);
}

function entryOf(definition: Definition, key: string, { entries, file }: Plan): PlannedEntry {
  const candidates = entries.filter((entry) => entry.definition === definition);
  const entry = candidates.find((one) => one.key === key);
  if (entry) return entry;
  const { section } = definition.yaml;
  const suggestion = suggest(
    key,
    candidates.map((one) => one.key),
  );
  const help = suggestion === undefined ? "" : `; did you mean ${quote(suggestion)}?`;
  throw new ApiError(
    `${section} in ${file} has no key ${quote(key)}${help || ". Use a key of the file, or the id of an object"}`,
  );
}

async function listedId({ definition, args }: PlannedEntry, session: AccountSession): Promise<Found> {
  const { lifecycle } = definition;
  const fields = identifyingFields(definition, args);
  const unresolved = fields.filter((name) => args[name] instanceof Unresolved);
  if (fields.length === 0) return { problem: "Nothing readable identifies it" };
  if (unresolved.length > 0) {
    return { problem: `Its ${formatList(unresolved)} comes from outside the file` };
  }
  const [first, ...others] = await lifecycle.existing!.matching(session, args);
  if (!first) return { problem: `No object of the account has its ${formatList(fields)}` };
  if (others.length === 0) return { id: first.id };
  const ids = [first, ...others].map(({ id }) => id);
  return {
    problem: `${ids.length} objects have its ${formatList(fields)} (ids ${sanitize(ids.join(", "), 80)})`,
  };
}

async function recordedId({ definition, key }: PlannedEntry, search: ObjectSearch): Promise<Found> {
  if (!search.project) return { problem: "there is no Pulumi.yaml, so the state is not known" };
  try {
    const resources = await search.project.resources();
    const matching = resources.filter(
      ({ type, name, isLeaving }) => type === TYPE_PREFIX + definition.type && name === key && !isLeaving,
    );
    const [first, ...others] = matching;
    if (!first) return { problem: "the stack has no such resource: run `pulumi up` first" };
    if (others.length > 0) return { problem: `the stack has ${matching.length} resources of this name` };
    const { account, pending } = metadataOf(first.outputs);
    if (pending) return { problem: "the result of its create is not known" };
    await search.session.guard(account);
    return { id: first.id };
  } catch (error) {
    if (!(error instanceof PulumiError)) throw error;
    return { problem: `the state of the stack cannot be read (${error.message})` };
  }
}
