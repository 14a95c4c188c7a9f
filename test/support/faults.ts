// stub until the merge
export class Faults {
  constructor(readonly clock: unknown) {}
  readonly intercept = undefined as never;
}
