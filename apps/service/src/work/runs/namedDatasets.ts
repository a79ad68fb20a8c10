import { type Action, figuresMember, type PlaceList, placeLists } from '@hinterland/actions';
import { isObject } from '../../kit/json.ts';

/** Members of the body that hold an object with a dataset where a list of places would do. */
export function namedDatasets(action: Action, body: unknown): { readonly list: PlaceList; readonly id: unknown }[] {
  if (!isObject(body)) return [];
  return listsOf(action).flatMap((list) => {
    const given = body[list.name];
    return isObject(given) && 'dataset' in given ? [{ list, id: given.dataset }] : [];
  });
}

/** The reference to a dataset whose figures are added up, and the member that has it; null where there is none. */
export function namedFigures(action: Action, body: unknown): { readonly name: string; readonly given: Figures } | null {
  if (!isObject(body)) return null;
  const name = figuresMemberOf(action);
  const given = name === null ? undefined : body[name];
  return name !== null && isObject(given) && 'dataset' in given ? { name, given } : null;
}

/** As it was sent: nothing of it has been checked. */
export interface Figures {
  readonly dataset?: unknown;
  readonly columns?: unknown;
}

export const namesDatasets = (action: Action, body: unknown): boolean =>
  namedDatasets(action, body).length > 0 || namedFigures(action, body) !== null;

/** Read from the schema once per action. */
const known = new WeakMap<Action, readonly PlaceList[]>();

function listsOf(action: Action): readonly PlaceList[] {
  const lists = known.get(action) ?? placeLists(action);
  known.set(action, lists);
  return lists;
}

const knownFigures = new WeakMap<Action, { readonly name: string | null }>();

function figuresMemberOf(action: Action): string | null {
  const found = knownFigures.get(action) ?? { name: figuresMember(action) };
  knownFigures.set(action, found);
  return found.name;
}
