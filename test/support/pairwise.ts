// Combinations in which every two values of every two knobs meet at least once: far fewer than all combinations,
// and a defect nearly always needs no more than two knobs to show.

type Knobs = Readonly<Record<string, readonly unknown[]>>;
type Row<K extends Knobs> = { -readonly [Name in keyof K]: K[Name][number] };

/** Greedy and deterministic; the first row has the first value of every knob. */
export function pairwise<K extends Knobs>(knobs: K): Row<K>[] {
  const names = Object.keys(knobs);
  const open = new Set<string>();
  const pair = (a: number, x: number, b: number, y: number) =>
    a < b ? `${a}:${x},${b}:${y}` : `${b}:${y},${a}:${x}`;
  const size = (index: number) => knobs[names[index] as string]?.length ?? 0;
  for (let a = 0; a < names.length; a++) {
    for (let b = a + 1; b < names.length; b++) {
      for (let x = 0; x < size(a); x++) for (let y = 0; y < size(b); y++) open.add(pair(a, x, b, y));
    }
  }

  const rows: number[][] = [];
  const add = (row: number[]) => {
    rows.push(row);
    for (let a = 0; a < row.length; a++) {
      for (let b = a + 1; b < row.length; b++) open.delete(pair(a, row[a] ?? 0, b, row[b] ?? 0));
    }
  };
  add(names.map(() => 0));

  while (open.size > 0) {
    // Starts from a pair that is still missing, then gives every other knob the value that closes most pairs.
    const [seed] = open;
    const row = new Array<number>(names.length).fill(-1);
    for (const part of (seed as string).split(",")) {
      const [knob, value] = part.split(":").map(Number);
      row[knob as number] = value as number;
    }
    for (let a = 0; a < names.length; a++) {
      if (row[a] !== -1) continue;
      let best = 0;
      let most = -1;
      for (let x = 0; x < size(a); x++) {
        const closed = row.filter((y, b) => y !== -1 && open.has(pair(a, x, b, y))).length;
        if (closed > most) [best, most] = [x, closed];
      }
      row[a] = best;
    }
    add(row);
  }

  return rows.map(
    (row) =>
      Object.fromEntries(
        row.map((value, index) => [names[index], knobs[names[index] as string]?.[value]]),
      ) as Row<K>,
  );
}
