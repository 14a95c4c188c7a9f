// What is wrong with an entry whose fields are right.
import { type Props, secretsOf } from "../../kind/definition";
import { cannotCreate, onExistingProblem } from "../../kind/on-existing";
import { EXPECT, OPTIONS, type Section } from "../schema/file-schema";
import { UNRESOLVED } from "../yaml/interpolated";
import { type ConfigNode, isMapping } from "../yaml/tree";
import { warnAboutPlainSecrets } from "./secrets";

/** Reports what is wrong. @param own the fields of the kind, as written. @param args the arguments that they make */
export function isEntryValid(section: Section, node: ConfigNode, own: Props, args: Props): boolean {
  const { definition } = section;
  if (node.hasError) return false;
  lint(section, node, own);
  const options = node.children.get(OPTIONS);
  if (options && !options.isValid) return false;
  checkEmail(node);
  const existing = options?.children.get("onExisting");
  const problem = existing && onExistingProblem(definition, args, existing.value);
  // Also of an entry in the state, which is not known here.
  const missing = isMapping(existing?.value) ? undefined : cannotCreate(definition, args);
  if (problem) existing.error("conflict", `${node.label}: onExisting ${problem}`);
  else if (missing) node.keyError("missing", `${node.label}: ${missing} under its ${OPTIONS}`);
  warnAboutPlainSecrets(node, secretsOf(definition, own));
  return node.isValid;
}

function lint({ definition }: Section, node: ConfigNode, own: Props): void {
  const { children, hasSecret } = node;
  const secrets = hasSecret ? Object.keys(own).filter((field) => children.get(field)!.hasSecret) : [];
  const shown = { ...own, ...Object.fromEntries(secrets.map((field) => [field, UNRESOLVED])) };
  for (const { field, message } of definition.lint?.(shown) ?? [])
    if (own[field] !== UNRESOLVED) children.get(field)!.warning("suspicious", `${node.label}: ${message}`);
}

/** The run after one that changes the e-mail address would stop. */
function checkEmail(node: ConfigNode): void {
  const expected = node.at([EXPECT, "email"]);
  const email = node.children.get("email")?.value;
  if (typeof expected?.value !== "string" || typeof email !== "string") return;
  if (expected.value.trim().toLowerCase() === email.trim().toLowerCase()) return;
  const help = "expect the id or the username of the account, which do not change";
  const message = `${node.label}: ${EXPECT}.email is not the email of the entry: after this run, every other one would stop`;
  expected.error("conflict", message, help);
}
