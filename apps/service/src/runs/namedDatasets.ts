import { type Action, type PlaceList, placeLists } from '@hinterland/actions';
import { isObject } from '../json.ts';

/** Members of the body that hold an object with a dataset where a list of places would do. */
export function namedDatasets(action: Action, body: unknown): { readonly list: PlaceList; readonly id: unknown }[] {
  if (!isObject(body)) return [];
  return listsOf(action).flatMap((list) => {
    const given = body[list.name];
    return isObject(given) && 'dataset' in given ? [{ list, id: given.dataset }] : [];
  });
}

export const namesDatasets = (action: Action, body: unknown): boolean => namedDatasets(action, body).length > 0;

/** Read from the schema once per action. */
const known = new WeakMap<Action, readonly PlaceList[]>();

function listsOf(action: Action): readonly PlaceList[] {
  const lists = known.get(action) ?? placeLists(action);
  known.set(action, lists);
  return lists;
}
