// Reads YAML text with the invented kinds.

import { render } from "../../../src/config/report/render";
import type { Kind } from "../../../src/config/schema/layout";
import { Source } from "../../../src/config/source/source";
import { readConfig } from "../../../src/config/validate/read-config";
import { kinds } from "./kinds";

export function read(text: string, from: readonly Kind[] = kinds) {
  const result = readConfig(new Source("file.yaml", text), from);
  return { plan: result.plan, diagnostics: result.diagnostics, text: render(result) };
}

/** The errors as `line:column message`. */
export function messages(text: string): string[] {
  return read(text).diagnostics.map(({ source, range, message }) => {
    const { line, column } = source.position(range.start);
    return `${line}:${column} ${message}`;
  });
}

/** @throws Error with the rendered errors */
export function planOf(text: string, from?: readonly Kind[]) {
  const { plan, text: problems } = read(text, from);
  if (!plan) throw new Error(problems);
  return plan;
}
