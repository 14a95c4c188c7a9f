// The beginning of a config: the expected account, and the defaults.
import type { AccountInfo } from "../../../api/account";
import { DEFAULTS, EXPECT } from "../../../config/schema/layout";
import type { Definition } from "../../../kind/definition";
import { fileId, textProblem } from "./fields";
import type { SelectedKind } from "./model";
import { flow, literal, mapping, scalar, type YamlPair } from "./yaml-text";

export const PROTECT: YamlPair = ["protect", literal(true)];
/** The consent to manage what exists: in the file, where it is reviewed like everything else. */
export const ADOPT: YamlPair = ["onExisting", literal("adopt")];
const ADOPT_NOTE =
  "The first up adopts the objects of the account that are equal to their entries. Remove this line after it.";

/** Such objects are protected: whether people outside the account may use every object of the kind. */
export function isPublic({ publicUse }: Definition): boolean {
  return publicUse?.breaks({}) !== undefined;
}

export function defaultsPairs(kinds: readonly SelectedKind[]): YamlPair[] {
  const sections = kinds
    .filter(({ definition, selected }) => selected.length > 0 && isPublic(definition))
    .map(({ definition }): YamlPair => [definition.yaml.section, flow(mapping([PROTECT]))]);
  if (kinds.every(({ selected }) => selected.length === 0)) return [];
  return [[DEFAULTS, mapping([[...ADOPT, [ADOPT_NOTE]] as unknown as YamlPair, ...sections])]];
}

/** With any other account, nothing is sent. */
export function accountPairs({ id, username, email }: AccountInfo): YamlPair[] {
  const numericId = fileId(id);
  const names: [string, string][] = [
    ["username", username.trim()],
    ["email", email.trim()],
  ];
  const [name] = names.filter(([, value]) => value !== "" && textProblem(value) === undefined);
  const fields: YamlPair[] = typeof numericId === "number" ? [["id", literal(numericId)]] : [];
  if (name) fields.push([name[0], scalar(name[1])]);
  return fields.length === 0 ? [] : [["account", mapping([[EXPECT, flow(mapping(fields))]])]];
}
