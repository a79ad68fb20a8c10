/** A row of a table: its number, from 1, and its cells. */
export interface NumberedRow {
  readonly no: number;
  readonly cells: readonly string[];
}

/** What somebody says of rows of a table before they are read; the table stays as it is. */
export interface RowWishes {
  /** Numbers of rows that do not count. */
  readonly leaveOut?: readonly number[] | undefined;
  /** Numbers of rows that are one: the first counts, and its empty cells take what the others hold. */
  readonly merge?: readonly (readonly number[])[] | undefined;
  /** Texts in place of those of the table. */
  readonly cells?: readonly { readonly row: number; readonly column: string; readonly value: string }[] | undefined;
}

interface ChosenRows<T> {
  readonly rows: readonly T[];
  /** Rows that do not count, with the row that each was merged with. */
  readonly out: readonly { readonly row: T; readonly into: number | null }[];
}

/** Returns rows as somebody wants them. What names a row or column that there is none of changes nothing. In: names of the columns. */
export function chosenRows<T extends NumberedRow>(
  columns: readonly string[],
  given: readonly T[],
  { leaveOut = [], merge = [], cells = [] }: RowWishes,
): ChosenRows<T> {
  const texts = new Map<number, Map<number, string>>();
  for (const { row, column, value } of cells) {
    const changed = texts.get(row) ?? new Map<number, string>();
    texts.set(row, changed.set(columns.indexOf(column), value));
  }
  const byNo = new Map(given.map((row) => [row.no, row]));
  const cellsOf = ({ no, cells: own }: T): readonly string[] => {
    const changed = texts.get(no);
    return changed === undefined ? own : columns.map((_, at) => changed.get(at) ?? own[at] ?? '');
  };
  const left = new Set(leaveOut);
  const groups = merge.map((rows) => rows.filter((no) => !left.has(no) && byNo.has(no)));
  const into = new Map(groups.flatMap(([first, ...others]) => others.map((no) => [no, first!] as const)));
  const parts = new Map(groups.map(([first, ...others]) => [first, others]));
  const out: { row: T; into: number | null }[] = [];
  const rows = given.flatMap((row): T[] => {
    const first = into.get(row.no);
    if (left.has(row.no) || first !== undefined) {
      out.push({ row, into: first ?? null });
      return [];
    }
    const own = cellsOf(row);
    const others = (parts.get(row.no) ?? []).map((no) => cellsOf(byNo.get(no)!));
    if (own === row.cells && others.length === 0) return [row];
    const firstOf = (at: number) => [own, ...others].map((one) => one[at] ?? '').find((text) => text !== '') ?? '';
    return [{ ...row, cells: columns.map((_, at) => firstOf(at)) }];
  });
  return { rows, out };
}
