// No module of src has mutable state of its own: what a process shares is created in one place and passed in.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const ROOT = join(__dirname, "../..");

const COLLECTIONS = ["Map", "Set", "WeakMap", "WeakSet"];
const MUTATORS = [
  "add",
  "clear",
  "delete",
  "fill",
  "pop",
  "push",
  "reverse",
  "set",
  "shift",
  "sort",
  "splice",
  "unshift",
];

/** The statements that make or change state of the module. */
function moduleState(text: string): string[] {
  const file = ts.createSourceFile("module.ts", text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const constants = new Set<string>();
  for (const statement of file.statements) {
    if (ts.isClassDeclaration(statement)) found.push(...statement.members.filter(isStaticState).map(lineOf));
    if (!ts.isVariableStatement(statement)) continue;
    const isConst = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
    for (const declaration of statement.declarationList.declarations) {
      if (!isConst || isEmptyCollection(declaration.initializer)) found.push(lineOf(declaration));
      else if (ts.isIdentifier(declaration.name)) constants.add(declaration.name.text);
    }
  }
  const visit = (node: ts.Node) => {
    const changed = changedBy(node);
    if (changed && constants.has(changed)) found.push(lineOf(node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const lineOf = (node: ts.Node) => node.getText().split("\n")[0]!;

function isStaticState(member: ts.ClassElement): boolean {
  if (!ts.isPropertyDeclaration(member)) return false;
  const modifiers = member.modifiers?.map(({ kind }) => kind) ?? [];
  if (!modifiers.includes(ts.SyntaxKind.StaticKeyword)) return false;
  return !modifiers.includes(ts.SyntaxKind.ReadonlyKeyword) || isEmptyCollection(member.initializer);
}

/** An empty collection is of use only if something fills it later. */
function isEmptyCollection(value: ts.Expression | undefined): boolean {
  if (!value) return false;
  if (ts.isNewExpression(value)) {
    return COLLECTIONS.includes(value.expression.getText()) && (value.arguments ?? []).length === 0;
  }
  return (
    (ts.isArrayLiteralExpression(value) && value.elements.length === 0) ||
    (ts.isObjectLiteralExpression(value) && value.properties.length === 0)
  );
}

/** The variable whose contents an expression changes, such as `a` in `a.b = 1` and `a.push(1)`. */
function changedBy(node: ts.Node): string | undefined {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return isAssignment ? ownerOf(node.left) : undefined;
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const isStep =
      node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
    return isStep ? ownerOf(node.operand) : undefined;
  }
  if (ts.isDeleteExpression(node)) return ownerOf(node.expression);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression, name } = node.expression;
  return MUTATORS.includes(name.text) && ts.isIdentifier(expression) ? expression.text : undefined;
}

function ownerOf(target: ts.Expression): string | undefined {
  if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target)) return undefined;
  return ts.isIdentifier(target.expression) ? target.expression.text : ownerOf(target.expression);
}

test("no module has state", () => {
  const modules = globSync("src/**/*.ts", { cwd: ROOT });
  expect(modules.length).toBeGreaterThan(100);
  const found = modules.flatMap((path) =>
    moduleState(readFileSync(join(ROOT, path), "utf8")).map((line) => `${path}: ${line}`),
  );
  expect(found).toEqual([]);
});

describe("state is", () => {
  test.each([
    "let count = 0;",
    "export let session;",
    "var count = 0;",
    "const known = new Map<string, number>();",
    "const known = new WeakSet;",
    "const list: string[] = [];",
    "const table = {};",
    "const table = { a: 1 }; function f() { table.a = 2; }",
    "const table = { a: { b: 1 } }; function f() { table.a['b'] += 1; }",
    "const table = { a: 1 }; function f() { table.a++; }",
    "const table = { a: 1 }; function f() { delete table.a; }",
    "const list = [1]; function f() { list.push(2); }",
    "const known = new Set([1]); function f() { known.add(2); }",
    "class A { static count = 0; }",
    "class A { static readonly known = new Map(); }",
  ])("%s", (text) => expect(moduleState(text)).toHaveLength(1));

  test.each([
    "const TABLE = new Map([[1, 2]]); const f = () => TABLE.get(1);",
    "const LIST = [1, 2]; const f = () => LIST.toSorted();",
    "function f() { let count = 0; const known = new Map(); known.set(count++, 1); return known; }",
    "class A { static readonly NAMES = ['a']; readonly #known = new Map(); count = 0; }",
    "const text = `x`; function f(list: string[]) { list.push(text); }",
  ])("not %s", (text) => expect(moduleState(text)).toEqual([]));
});
