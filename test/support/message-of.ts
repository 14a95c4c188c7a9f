/** The error of a command. "" if it succeeded. */
export function messageOf(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => "",
    (error: Error) => error.message,
  );
}
