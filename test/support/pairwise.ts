// Pairwise testing: every pair of values of two parameters occurs in at least one combination. Nearly every defect
// depends on two parameters at most, and far fewer combinations are needed.

type Parameters = Readonly<Record<string, readonly unknown[]>>;
type Row<P extends Parameters> = { -readonly [Name in keyof P]: P[Name][number] };

/** Greedy and deterministic. The first row has the first value of every parameter. */
export function pairwise<P extends Parameters>(parameters: P): Row<P>[] {
  const names = Object.keys(parameters);
  const uncovered = new Set<string>();
  const pair = (a: number, x: number, b: number, y: number) =>
    a < b ? `${a}:${x},${b}:${y}` : `${b}:${y},${a}:${x}`;
  const size = (index: number) => parameters[names[index] as string]?.length ?? 0;
  for (let a = 0; a < names.length; a++) {
    for (let b = a + 1; b < names.length; b++) {
      for (let x = 0; x < size(a); x++) for (let y = 0; y < size(b); y++) uncovered.add(pair(a, x, b, y));
    }
  }

  const rows: number[][] = [];
  const add = (row: number[]) => {
    rows.push(row);
    for (let a = 0; a < row.length; a++) {
      for (let b = a + 1; b < row.length; b++) uncovered.delete(pair(a, row[a] ?? 0, b, row[b] ?? 0));
    }
  };
  add(names.map(() => 0));

  while (uncovered.size > 0) {
    // Starts from an uncovered pair, then gives every other parameter the value that covers the most pairs.
    const [seed] = uncovered;
    const row = new Array<number>(names.length).fill(-1);
    for (const part of (seed as string).split(",")) {
      const [parameter, value] = part.split(":").map(Number);
      row[parameter as number] = value as number;
    }
    for (let a = 0; a < names.length; a++) {
      if (row[a] !== -1) continue;
      let best = 0;
      let bestCount = -1;
      for (let x = 0; x < size(a); x++) {
        const count = row.filter((y, b) => y !== -1 && uncovered.has(pair(a, x, b, y))).length;
        if (count > bestCount) [best, bestCount] = [x, count];
      }
      row[a] = best;
    }
    add(row);
  }

  return rows.map(
    (row) =>
      Object.fromEntries(
        row.map((value, index) => [names[index], parameters[names[index] as string]?.[value]]),
      ) as Row<P>,
  );
}
