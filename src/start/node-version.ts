// The oldest Node that works. Older ones fail later, with words that nobody understands.

/** As `engines` of package.json says. */
const OLDEST = "20.19";

/** @returns what is wrong with a version of Node, such as "18.20.8" */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST.split(".").map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `link-management: needs Node ${OLDEST} or later, this is ${version}`;
}
