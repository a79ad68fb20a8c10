import type { Manifest } from '@hinterland/territory';
import { placeFault } from './place.ts';
import type { Work } from './protocol.ts';
import type { Row } from './rows.ts';
import { type Plan, tableLists } from './settings.ts';

type TableWork = Extract<Work, { readonly kind: 'table' }>;

/** Most rows of a whole table: more than any action takes. */
export const TABLE_ROWS_MAX = 10_000;

/**
 * Returns the one call that the rows of a table are together. Rows keep their own ids where all have one of their own; else
 * the number of the row, from 1, is its id.
 */
export function tableInput(plan: Plan, rows: readonly Row[], manifest: Manifest): Pick<TableWork, 'input' | 'places'> {
  const { members, items: itemMembers, settings } = plan;
  const lists = tableLists(members);
  const usual = settings.list ?? lists[0]!;
  const named = rows.map(({ id }) => (typeof id === 'bigint' ? Number(id) : id));
  const areIds = named.every((id) => (typeof id === 'string' && id !== '') || Number.isInteger(id));
  const useOwn = areIds && new Set(named).size === named.length;
  const items = new Map<string, object[]>();
  const places = rows.map((row, i): TableWork['places'][number] => {
    if (row.fault !== null) return { fault: row.fault };
    const list = row.list === null || row.list === '' ? usual : row.list;
    if (!lists.includes(list)) {
      return { fault: `validation_error: The list of a row is one of ${lists.join(', ')}; not "${list}".` };
    }
    const fault = placeFault(manifest, row.place, true);
    if (fault !== null) return { fault };
    const id = (useOwn ? named[i] : i + 1) as string | number;
    const { id: _id, list: _list, ...own } = row.members;
    items.set(list, [...(items.get(list) ?? []), { ...knownOf(itemMembers[list]!, own), id, ...row.place }]);
    return { list, id };
  });
  return { input: { ...settings.constants, ...Object.fromEntries(items) }, places };
}

/** The columns of a row that items of the list have. */
const knownOf = (members: Plan['members'], own: Row['members']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(own).filter(([name]) => name in members));
