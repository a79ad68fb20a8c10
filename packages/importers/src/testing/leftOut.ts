import { expect, it } from 'vitest';

/** What a source makes of its rows, and how many of them it says that it left out. */
export interface Made {
  readonly figures: unknown;
  readonly dropped: number;
}

/** A row that is left out: where it stands among the others makes no difference, or it stands behind the one that it repeats. */
export type LeftOutCase<R> = readonly [name: string, row: R, place?: 'behind'];

/**
 * Tests that a row which is left out changes no figure of the others, wherever it stands, and is counted: what is made of all rows is what is
 * made of the others alone. `read` makes it of the rows of a file; `isCounted` is false where rows are passed over without a word.
 */
export function itLeavesNothing<R>(
  read: (rows: readonly R[]) => Promise<Made>,
  rows: readonly R[],
  cases: readonly LeftOutCase<R>[],
  isCounted = true,
): void {
  for (const [name, row, place] of cases) {
    it(name, async () => {
      const alone = await read(rows);
      const places = place === 'behind' ? [rows.length] : [0, Math.floor(rows.length / 2), rows.length];
      for (const at of places) {
        const { figures, dropped } = await read(rows.toSpliced(at, 0, row));
        expect(figures).toEqual(alone.figures);
        if (isCounted) expect(dropped - alone.dropped).toBe(1);
      }
    });
  }

  it('all of them at once', async () => {
    const alone = await read(rows);
    const { figures, dropped } = await read([...rows, ...cases.map(([, row]) => row)]);
    expect(figures).toEqual(alone.figures);
    if (isCounted) expect(dropped - alone.dropped).toBe(cases.length);
  });
}
