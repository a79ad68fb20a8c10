import { choicesIn, choicesText, type RowsOfDataset } from '../../fields/rowDesk/choices.ts';
import type { Camera } from '../../map/view/createMap.ts';
import { NOTHING_ASKED, type Question, type Spot } from './question.ts';

// The address says what is looked at: analysis in the path; question, places, camera, version in the query.

/** Most places that the address names; more are kept by an analysis. */
export const PLACES_MAX = 10;
const REACH = ['bandSeconds', 'bandMeters', 'radiusMeters'];

/** The question that an address asks. Parts that cannot be read are left out. */
export function questionIn(search: URLSearchParams): Question {
  const names = search.getAll('place');
  const subjects = search.getAll('subject');
  const places = (search.get('at') ?? '')
    .split(';')
    .map((pair) => pair.split(',').map(Number))
    .filter(([lat, lng]) => isBetween(lat, 90) && isBetween(lng, 180))
    .map(
      ([lat, lng], i): Spot => ({
        id: i + 1,
        name: names[i] ?? '',
        lat: lat as number,
        lng: lng as number,
        ...(subjects[i] ? { subject: subjects[i] } : {}),
      }),
    );
  const [reach = '', limits = ''] = (search.get('reach') ?? '').split(':');
  const numbers = limits.split(',').map(Number);
  const hasReach = REACH.includes(reach) && numbers.every((limit) => Number.isSafeInteger(limit) && limit > 0);
  const mode = search.get('mode');
  const areas = search.getAll('areas');
  const [sector, sectors, stores] = [search.get('sector'), search.getAll('sectors'), search.get('stores')];
  return {
    ...NOTHING_ASKED,
    actionId: search.get('ask'),
    places,
    values: {
      ...(hasReach ? { [reach]: numbers } : {}),
      ...(mode === null ? {} : { mode }),
      ...(areas.length === 0 ? {} : { areas }),
      ...(sector === null ? {} : { sectorCode: sector }),
      ...(sectors.length === 0 ? {} : { sectors }),
      ...(stores === null
        ? {}
        : {
            stores: {
              dataset: stores,
              ...choicesIn(search.get('rows')),
              ...(subjects[0] ? { subject: subjects[0] } : {}),
            },
          }),
    },
    chosen: [...(hasReach ? [reach] : []), ...(areas.length === 0 ? [] : ['areas'])],
  };
}

/** The query of an address with the question in it. */
export function withQuestion(before: URLSearchParams, { actionId, places, values, chosen }: Question): URLSearchParams {
  const search = new URLSearchParams(before);
  const named = places.slice(0, PLACES_MAX);
  set(search, 'ask', actionId);
  set(search, 'at', named.length === 0 ? null : named.map(({ lat, lng }) => `${lat},${lng}`).join(';'));
  search.delete('place');
  if (named.some(({ name }) => name !== '')) for (const { name } of named) search.append('place', name);
  search.delete('subject');
  if (named.some(({ subject }) => subject !== undefined))
    for (const { subject = '' } of named) search.append('subject', subject);
  const reach = REACH.find((name) => chosen.includes(name)) ?? REACH.find((name) => values[name] !== undefined);
  const limits = reach === undefined ? undefined : values[reach];
  set(search, 'reach', Array.isArray(limits) ? `${reach}:${limits.join()}` : null);
  search.delete('areas');
  if (chosen.includes('areas') && Array.isArray(values.areas))
    for (const code of values.areas) search.append('areas', String(code));
  set(search, 'mode', typeof values.mode === 'string' ? values.mode : null);
  set(search, 'sector', typeof values.sectorCode === 'string' ? values.sectorCode : null);
  search.delete('sectors');
  if (Array.isArray(values.sectors)) for (const code of values.sectors) search.append('sectors', String(code));
  const stores = (values.stores ?? {}) as Partial<RowsOfDataset> & { readonly subject?: unknown };
  const isDataset = typeof stores.dataset === 'string';
  set(search, 'stores', isDataset ? stores.dataset! : null);
  set(search, 'rows', isDataset ? choicesText(stores as RowsOfDataset) : null);
  if (typeof stores.subject === 'string') search.set('subject', stores.subject);
  return search;
}

/** "14.2/-36.2/-151.7": zoom, latitude and longitude. */
export function cameraIn(search: URLSearchParams): Camera | null {
  const [zoom, lat, lng] = (search.get('map') ?? '').split('/').map(Number);
  return isBetween(lat, 90) && isBetween(lng, 180) && isBetween(zoom, 24)
    ? { zoom: zoom as number, lat: lat as number, lng: lng as number }
    : null;
}

/** The query of an address with the camera in it. */
export function withCamera(before: URLSearchParams, { zoom, lat, lng }: Camera): URLSearchParams {
  const search = new URLSearchParams(before);
  search.set('map', `${zoom.toFixed(2)}/${lat.toFixed(5)}/${lng.toFixed(5)}`);
  return search;
}

/** Parameters that say what is looked at: the camera, the map, the open table and its row, the view of the answer, the step of a plan, the mode of several. */
const LOOKS = ['map', 'territory', 'table', 'select', 'tab', 'plan', 'by'] as const;
export type View = Readonly<Partial<Record<(typeof LOOKS)[number], string>>>;

/** What an address says is looked at. */
export const viewIn = (search: URLSearchParams): View =>
  Object.fromEntries(
    LOOKS.flatMap((name) => {
      const value = search.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );

/** The query of an address with a view in it. */
export function withView(before: URLSearchParams, view: View): URLSearchParams {
  const search = new URLSearchParams(before);
  for (const name of LOOKS) {
    const value = view[name];
    if (typeof value === 'string') search.set(name, value);
  }
  return search;
}

function set(search: URLSearchParams, name: string, value: string | null): void {
  if (value === null) search.delete(name);
  else search.set(name, value);
}

const isBetween = (value: number | undefined, most: number): boolean => value !== undefined && Math.abs(value) <= most;
