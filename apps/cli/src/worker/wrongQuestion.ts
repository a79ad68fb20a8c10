import { findAction } from '@hinterland/actions';
import { inputFaults } from '../inputFaults.ts';
import { AREAS } from './rows.ts';
import { type Plan, tableLists } from './settings.ts';

/** Any place: whether a question can be asked does not depend on it. */
const SOMEWHERE = { lat: 0, lng: 0 };
/** Members that rows bring along. */
const OF_ROWS: ReadonlySet<string> = new Set(['origins', 'lat', 'lng', 'query', 'parts', ...AREAS]);

type Asked = Pick<Plan, 'settings' | 'shape' | 'members'>;

/**
 * Returns the sentence that says why no row could be answered: what holds for all rows is wrong, or something is missing that no column
 * brings. Null where it depends on the rows.
 */
export function wrongQuestion({ settings, shape, members }: Asked, columns: readonly string[]): string | null {
  const action = findAction(settings.actionId)!;
  const { constants } = settings;
  const given = { ...rowOf({ settings, shape, members }, columns), ...constants };
  const parsed = action.input.safeParse(given);
  if (parsed.success) return null;
  const ofRows = new Set([...OF_ROWS, ...tableLists(members)]);
  const brought = new Set(columns);
  const ownMembers = columns.some((name) => name in members && !ofRows.has(name));
  const issues = parsed.error.issues.filter(({ path: [name] }) => {
    if (name === undefined) return !ownMembers && shape !== 'table';
    const member = String(name);
    const isOfRows = ofRows.has(member) && !(member in constants);
    return !isOfRows && !brought.has(member) && (member in constants || !ownMembers);
  });
  const [fault] = inputFaults(issues.slice(0, 1), given);
  return fault === undefined ? null : `validation_error: ${fault}`;
}

/** A row as sound ones are: what is found wrong then is not the row's. */
function rowOf({ settings: { constants, list }, shape, members }: Asked, columns: readonly string[]): object {
  if (shape === 'point') return SOMEWHERE;
  if (shape === 'table') {
    const name = list ?? tableLists(members)[0]!;
    return { [name]: ['a', 'b'].map((id, i) => ({ id, lat: 0, lng: i })) };
  }
  if (shape !== 'origins' || AREAS.some((name) => name in constants)) return {};
  return AREAS.some((name) => columns.includes(name)) ? { polygon: SQUARE } : { origins: [SOMEWHERE] };
}

const SQUARE = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ],
  ],
};
