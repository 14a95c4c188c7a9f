// Reads a piece of YAML with the invented kinds.
import type { Kind } from "../../../src/config/layout";
import { readConfig } from "../../../src/config/read-config";
import { render } from "../../../src/config/render";
import { Source } from "../../../src/config/source";
import { kinds } from "./kinds";

export function read(text: string, from: readonly Kind[] = kinds) {
  const { plan, diagnostics } = readConfig(new Source("file.yaml", text), from);
  return { plan, diagnostics, text: render(diagnostics) };
}

/** Places and messages only: `line:column message`. */
export function messages(text: string): string[] {
  return read(text).diagnostics.map(({ source, spot, message }) => {
    const { line, column } = source.position(spot.start);
    return `${line}:${column} ${message}`;
  });
}

/** @throws Error with what is wrong, when there is something */
export function planOf(text: string, from?: readonly Kind[]) {
  const { plan, text: problems } = read(text, from);
  if (!plan) throw new Error(problems);
  return plan;
}
