import {
  type Action,
  figuresMember,
  modelMember,
  type PlaceList,
  placeLists,
  rowsMember,
  salesMember,
} from '@hinterland/actions';
import { isObject } from '../../kit/json.ts';
import { namesSubjects } from './readSubjects.ts';

/** Members of the body that hold an object with a dataset where a list of places would do. */
export function namedDatasets(
  action: Action,
  body: unknown,
): { readonly list: PlaceList; readonly given: { readonly dataset: unknown } }[] {
  if (!isObject(body)) return [];
  return placeLists(action).flatMap((list) => {
    const given = body[list.name];
    return isObject(given) && 'dataset' in given ? [{ list, given: given as { readonly dataset: unknown } }] : [];
  });
}

/** The reference to a dataset whose figures are added up, and the member that has it; null where there is none. */
export function namedFigures(action: Action, body: unknown): { readonly name: string; readonly given: Figures } | null {
  if (!isObject(body)) return null;
  const name = figuresMember(action);
  const given = name === null ? undefined : body[name];
  return name !== null && isObject(given) && 'dataset' in given ? { name, given } : null;
}

/** As it was sent: nothing of it has been checked. */
export interface Figures {
  readonly dataset?: unknown;
  readonly columns?: unknown;
}

/** The reference to a dataset of sales, and the member that has it; null where there is none. */
export function namedSales(
  action: Action,
  body: unknown,
): { readonly name: string; readonly id: unknown; readonly given: object } | null {
  const name = salesMember(action);
  if (name === null || !isObject(body)) return null;
  const given = body[name];
  return isObject(given) && 'dataset' in given ? { name, id: given.dataset, given } : null;
}

/** The id of a dataset all of whose rows are meant, and the member that has it; null where there is none. */
export function namedRows(action: Action, body: unknown): { readonly name: string; readonly id: string } | null {
  const name = action.parts === undefined ? null : rowsMember(action);
  const id = name === null || !isObject(body) ? undefined : body[name];
  return name !== null && typeof id === 'string' ? { name, id } : null;
}

/** A model that a body names by the analysis that holds it. */
export interface NamedModel {
  readonly member: string;
  readonly analysis: unknown;
  readonly version: unknown;
}

/** The reference to a model in a body; null where it names none, or holds one itself. */
export function namedModel(action: Action, body: unknown): NamedModel | null {
  const member = modelMember(action);
  if (member === null || !isObject(body)) return null;
  const given = body[member];
  return isObject(given) && 'analysis' in given ? { member, analysis: given.analysis, version: given.version } : null;
}

/** Whether a body names what is stored, in whose place it has to be put. */
export const namesDatasets = (action: Action, body: unknown): boolean =>
  namesSubjects(action, body) ||
  namedDatasets(action, body).length > 0 ||
  namedFigures(action, body) !== null ||
  namedSales(action, body) !== null ||
  namedRows(action, body) !== null ||
  namedModel(action, body) !== null;
