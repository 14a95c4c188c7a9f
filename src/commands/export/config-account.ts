// Which account the config files of a project are for: an export never replaces the config of another account.
import { existsSync } from "node:fs";
import * as path from "node:path";
import { parseDocument } from "yaml";
import { checkExpected } from "../../api/account";
import type { AccountSession } from "../../api/session";
import type { AccountExpectation } from "../../api/settings";
import { EXPRESSION_START, type Values } from "../../config/parse/interpolation";
import { ProjectFiles } from "../../config/source/project-files";
import type { Source } from "../../config/source/source";
import { readConfigFile } from "../../config/source/source-file";
import { readConfig } from "../../config/validate/read-config";
import { configKinds } from "../config-file";
import { WriteError } from "../write-files";

export interface ConfigFiles {
  /** The project folder. */
  readonly root: string;
  /** The config of the project. This path, and `replaced`, are in the project, with "/". */
  readonly configFile: string;
  /** The file that the export overwrites. */
  readonly replaced: string | undefined;
  readonly values: Values;
}

/**
 * Checks each config that exists, also if it has errors.
 * @throws WrongAccountError; WriteError if a file would be replaced and errors hide its account; ConfigFileError
 */
export async function checkConfigAccount(files: ConfigFiles, session: AccountSession): Promise<void> {
  const { root, configFile, replaced } = files;
  const known = new Set<string>();
  for (const file of [configFile, replaced]) {
    // A file that the config includes has the account of the config.
    if (file === undefined || known.has(file) || !existsSync(path.join(root, file))) continue;
    const { expected, expressions, problem, names } = expectationOf(file, files);
    for (const name of names) known.add(name);
    for (const one of expected) checkExpected(await session.account(), one, session.settings, expressions);
    if (expected.length === 0 && problem && replaced !== undefined) {
      throw new WriteError(
        `${file} ${problem}, so nobody knows which account it is for. Correct it as ` +
          `\`npx pulumi-link-management validate --resolve ${file}\` says, or delete it`,
      );
    }
  }
}

interface Expectation {
  /** All of them count: with errors, two files may expect an account. */
  readonly expected: readonly AccountExpectation[];
  readonly expressions?: Readonly<Record<string, string>> | undefined;
  /** Why the account is not known. */
  readonly problem?: string | undefined;
  /** The files that were read. */
  readonly names: readonly string[];
}

function expectationOf(file: string, { root, values }: ConfigFiles): Expectation {
  const source = readConfigFile(root, file);
  const access = new ReadFiles(root);
  const { plan, counts } = readConfig(source, configKinds, { files: access, values });
  const names = [file, ...access.sources.keys()];
  if (plan?.expect) return { expected: [plan.expect], expressions: plan.expectExpressions, names };
  const written = [source, ...access.sources.values()]
    .map(writtenExpectation)
    .filter((one) => one.length > 0);
  const expected = written
    .map((fields) => fields.filter(([, value]) => !value.includes(EXPRESSION_START)))
    .filter((fields) => fields.length > 0)
    .map((fields): AccountExpectation => Object.fromEntries(fields));
  if (written.length > 0) return { expected, names, problem: "takes account.expect from outside the file" };
  if (plan || isEmpty(source)) return { expected, names };
  return { expected, names, problem: `has ${counts.errors === 1 ? "an error" : `${counts.errors} errors`}` };
}

/** Whether the file has comments at most. */
function isEmpty({ text }: Source): boolean {
  const { contents, errors } = parseDocument(text, { logLevel: "silent" });
  return contents === null && errors.length === 0;
}

/** The fields of `account.expect`, as far as a file with errors shows them. */
function writtenExpectation({ text }: Source): [name: string, value: string][] {
  try {
    const { account } = parseDocument(text, { merge: true, logLevel: "silent" }).toJS() ?? {};
    const fields = Object.entries(account?.expect ?? {});
    return fields
      .filter(([name]) => ["id", "username", "email", "registered"].includes(name))
      .map(([name, value]) => [name, String(value)]);
  } catch {
    // No mapping, or too many aliases.
    return [];
  }
}

/** Remembers what `include:` reads. */
class ReadFiles extends ProjectFiles {
  readonly sources = new Map<string, Source>();

  override read(name: string): Source {
    const source = super.read(name);
    this.sources.set(name, source);
    return source;
  }
}
