/** A dataset in place of a list, with what is said of its rows and columns. */
export interface RowsOfDataset {
  readonly dataset: string;
  readonly roles?: Readonly<Record<string, string>>;
  readonly leaveOut?: readonly number[];
  readonly merge?: readonly (readonly number[])[];
  readonly cells?: readonly { readonly row: number; readonly column: string; readonly value: string }[];
  readonly faults?: 'refuse' | 'leave_out';
}

export const leftOutRow = (of: RowsOfDataset, row: number): RowsOfDataset => ({
  ...of,
  leaveOut: [...(of.leaveOut ?? []), row],
});

/** The rows of a second group go to that of the first. */
export function mergedRows(of: RowsOfDataset, first: number, row: number): RowsOfDataset {
  const groups = of.merge ?? [];
  const known = groups.find((rows) => rows.includes(first));
  const others = groups.filter((rows) => rows !== known && !rows.includes(row));
  const own = groups.find((rows) => rows.includes(row)) ?? [row];
  return { ...of, merge: [...others, [...new Set([...(known ?? [first]), ...own])]] };
}

/** Takes back that a row is left out or merged. */
export function backRow(of: RowsOfDataset, row: number): RowsOfDataset {
  const merge = (of.merge ?? []).map((rows) => rows.filter((no) => no !== row)).filter(({ length }) => length > 1);
  return cleared({ ...of, leaveOut: (of.leaveOut ?? []).filter((no) => no !== row), merge });
}

export function changedCell(of: RowsOfDataset, row: number, column: string, value: string): RowsOfDataset {
  const others = (of.cells ?? []).filter((cell) => cell.row !== row || cell.column !== column);
  return { ...of, cells: [...others, { row, column, value }] };
}

/** Says what a column holds; null takes back what was said. */
export function withRoleOf(of: RowsOfDataset, column: string, role: string | null): RowsOfDataset {
  const { [column]: _, ...others } = of.roles ?? {};
  const roles = role === null ? others : { ...others, [column]: role };
  const { roles: __, ...rest } = of;
  return Object.keys(roles).length === 0 ? rest : { ...rest, roles };
}

const LISTS = ['leaveOut', 'merge', 'cells'] as const;

/** What an address says of the rows of a dataset; nothing where it cannot be read. */
export function choicesIn(text: string | null): Omit<RowsOfDataset, 'dataset'> {
  try {
    const found: unknown = JSON.parse(text ?? '');
    return isChoices(found) ? found : {};
  } catch {
    return {};
  }
}

function isChoices(found: unknown): found is Omit<RowsOfDataset, 'dataset'> {
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return false;
  const said = found as Readonly<Record<string, unknown>>;
  const { roles = {}, faults = 'leave_out' } = said;
  const areLists = LISTS.every((name) => said[name] === undefined || Array.isArray(said[name]));
  return areLists && typeof roles === 'object' && roles !== null && faults === 'leave_out' && !('dataset' in said);
}

/** Longest text of choices that an address takes. */
const ADDRESS_CHARACTERS_MAX = 4000;

/** What an address says of the rows of a dataset; null for nothing, and for more than an address takes. */
export function choicesText({ dataset: _, ...said }: RowsOfDataset): string | null {
  const text = JSON.stringify(said);
  return text === '{}' || text.length > ADDRESS_CHARACTERS_MAX ? null : text;
}

export const leavingOutFaults = (of: RowsOfDataset, isLeavingOut: boolean): RowsOfDataset => {
  const { faults: _, ...rest } = of;
  return isLeavingOut ? { ...rest, faults: 'leave_out' } : rest;
};

/** Without empty members, as if nothing had been said. */
function cleared({ leaveOut, merge, ...rest }: RowsOfDataset): RowsOfDataset {
  return {
    ...rest,
    ...(leaveOut === undefined || leaveOut.length === 0 ? {} : { leaveOut }),
    ...(merge === undefined || merge.length === 0 ? {} : { merge }),
  };
}
