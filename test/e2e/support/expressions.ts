/** The expressions of GitHub and GitLab are JavaScript, but for a property of nothing, which is nothing. */
export function evaluate(expression: string, names: Readonly<Record<string, unknown>>): unknown {
  const script = expression
    .trim()
    .replace(/^\$\{\{(.*)\}\}$/s, "$1")
    .replace(/'[^']*'|\.(?=\w)/g, (part) => (part === "." ? "?." : part));
  return new Function(...Object.keys(names), `return ${script}`)(...Object.values(names));
}
