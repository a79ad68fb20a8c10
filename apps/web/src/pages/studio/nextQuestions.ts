import { nameOfFound } from '@hinterland/answers/words';
import type { ActionResult } from '@hinterland/client';
import type { Question, Spot } from './question.ts';

/** A question that follows from an answer. */
export interface NextQuestion {
  readonly text:
    | 'room'
    | 'where'
    | 'whoLoses'
    | 'changes'
    | 'changesSince'
    | 'forecast'
    | 'search'
    | 'rank'
    | 'forecastFound'
    | 'compare';
  /** Places that it takes along. */
  readonly count: number;
  readonly question: Question;
  /** The place that its text names. */
  readonly place?: string;
  /** The version of the list of stores that its text names. */
  readonly since?: string;
}

/** What is known beside an answer. */
interface Surroundings {
  /** The analysis that keeps the answer; null where none does. */
  readonly code: string | null;
  /** Whether a question takes a sales model. */
  readonly takesModel: (actionId: string) => boolean;
  /** Version of the list of stores in force there; undefined where none is. */
  readonly stores: string | undefined;
}

interface Answered {
  readonly actionId: string;
  readonly result: Readonly<Record<string, unknown>>;
}

type Found = ActionResult<'site.search'>['places'];
type Ranked = ActionResult<'site.rank'>['candidates'];

/** A model as far as it is read here: what it holds is no part of the interface. */
interface Learned {
  readonly stores: readonly { id: string | number; name?: string; lat: number; lng: number; squareMeters: number }[];
  readonly mode: string;
  readonly traffic: string;
  readonly departure?: object;
}

const [RANKED, COMPARED] = [5, 3];
/** Own stores that a comparison takes. */
const COMPARED_STORES_MAX = 100;

/** Members that mean the same in the questions that follow. */
const SAME = ['sectorCode', 'ownStores', 'mode', 'traffic', 'model'] as const;
const REACH = ['bandSeconds', 'bandMeters', 'radiusMeters'] as const;
const ROOM = 'analysis.markets_sector';
/** Questions about the stores within reach. */
const ABOUT_STORES = [ROOM, 'analysis.category_mix', 'analysis.markets_brands'];
/** Limits of travel time by which it is said who loses, in seconds. */
const LIMITS_OF_ROOM = [300, 600, 900];
/** How far a minute leads on average, in meters, to lay a box around what is within reach. */
const METERS_A_MINUTE: Readonly<Record<string, number>> = { car: 500, bicycle: 220, pedestrian: 75 };
const METERS_A_DEGREE = 111_195;

/**
 * What people ask after an answer: whether there is room, where exactly, how much, who loses, what opened and closed since; with a model they
 * forecast places.
 */
export function nextQuestions(
  { actionId, result }: Answered,
  before: Question,
  { code, takesModel, stores }: Surroundings,
): readonly NextQuestion[] {
  // Strangers get no rows of others.
  if (actionId === 'site.search' && result.places !== undefined) return ofSearch(result.places as Found, before);
  if (ABOUT_STORES.includes(actionId)) {
    const { players } = (result.dataVersion ?? {}) as { readonly players?: string };
    return [
      ...(actionId === ROOM ? ofRoom(before) : []),
      ...changesOf(before, players === stores ? undefined : players),
    ];
  }
  if (actionId === 'site.rank' && Array.isArray(result.candidates)) return ofRank(result.candidates as Ranked, before);
  if (actionId === 'market.calibrate' && code !== null && result.model !== undefined)
    return ofModel(result.model as Learned, before, code).filter(({ question }) =>
      takesModel(String(question.actionId)),
    );
  return isAboutPlaces(before) ? ofPlaces(before) : [];
}

/** Whether a question is about what is within reach of its places: the next is whether there is room for a shop. */
const isAboutPlaces = ({ places, values }: Question) =>
  places.length > 0 && REACH.some((name) => values[name] !== undefined);

/** Members of those that a question has. */
const kept = (values: Question['values'], names: readonly string[]): Question['values'] =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const])));

/** The sectors that a question is about, under whichever name it takes them. */
const sectorsOf = ({ sectors, sectorCode }: Question['values']): readonly unknown[] =>
  Array.isArray(sectors) && sectors.length > 0 ? sectors : sectorCode === undefined ? [] : [sectorCode];

function ofPlaces({ places, values, chosen }: Question): NextQuestion[] {
  const sectors = sectorsOf(values);
  const given = { ...kept(values, [...REACH, 'mode', 'traffic']), ...(sectors.length === 0 ? {} : { sectors }) };
  return [{ text: 'room', count: 0, question: { actionId: ROOM, places, values: given, chosen } }];
}

/** From the room around a place to the best places within its reach. A search knows no timetables. */
function ofRoom({ places, values }: Question): NextQuestion[] {
  const [place, another] = places;
  const [sectorCode] = sectorsOf(values);
  if (place === undefined || another !== undefined || sectorCode === undefined || values.mode === 'transit') return [];
  const given = { ...kept(values, ['mode', 'traffic', 'model']), sectorCode, polygon: boxAround(place, values) };
  // The hand on the map is with the place, not with the corners of the box.
  const question = { actionId: 'site.search', places, values: given, chosen: ['sectorCode', 'polygon', 'askedPlaces'] };
  return [{ text: 'where', count: 0, question }];
}

/** What opened and closed in the same reach: since the list of stores of the answer, where another is in force, else since the one before. */
function changesOf({ places, values, chosen }: Question, since: string | undefined): NextQuestion[] {
  if (!REACH.some((name) => values[name] !== undefined) || places.length === 0) return [];
  const sectors = sectorsOf(values);
  const given = {
    ...kept(values, [...REACH, 'mode', 'traffic', 'departure']),
    ...(sectors.length === 0 ? {} : { sectors }),
    ...(since === undefined ? {} : { since }),
  };
  const question = { actionId: 'markets.changes', places, values: given, chosen };
  return [{ count: 0, question, ...(since === undefined ? { text: 'changes' } : { text: 'changesSince', since }) }];
}

/** Who loses where the best place opens: the room there, which says from whom its sales would come. */
function ofRank(candidates: Ranked, { places, values }: Question): NextQuestion[] {
  const best = candidates.find(({ rank }) => rank === 1);
  const place = places.find(({ id }) => best !== undefined && String(id) === String(best.id));
  if (place === undefined || values.sectorCode === undefined) return [];
  const given = {
    ...kept(values, ['mode', 'traffic', 'departure', 'model']),
    sectors: [values.sectorCode],
    bandSeconds: LIMITS_OF_ROOM,
  };
  const question = { actionId: ROOM, places: [place], values: given, chosen: ['bandSeconds'] };
  return [{ text: 'whoLoses', count: 0, place: place.name, question }];
}

/** The box around what is within the widest limit of a place, as a polygon. */
function boxAround({ lat, lng }: Spot, values: Question['values']): object {
  const most = (name: string) => {
    const limits = values[name];
    return Array.isArray(limits) ? Math.max(...limits.map(Number)) : undefined;
  };
  const minutes = (most('bandSeconds') ?? Math.max(...LIMITS_OF_ROOM)) / 60;
  const meters =
    most('bandMeters') ?? most('radiusMeters') ?? minutes * (METERS_A_MINUTE[String(values.mode ?? 'car')] ?? 500);
  const north = meters / METERS_A_DEGREE;
  const east = north / Math.max(0.1, Math.cos((lat * Math.PI) / 180));
  const round = (degrees: number) => Number(degrees.toFixed(5));
  const [south, top, west, right] = [lat - north, lat + north, lng - east, lng + east].map(round);
  const ring = [
    [west, south],
    [right, south],
    [right, top],
    [west, top],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

function ofModel({ stores, mode, traffic, departure }: Learned, { values }: Question, code: string): NextQuestion[] {
  const ownStores = stores.map(({ id, name, lat, lng, squareMeters }) => ({
    id,
    lat,
    lng,
    ...(name === undefined ? {} : { name }),
    squareMeters,
  }));
  const { sectorCode } = values;
  const given = {
    sectorCode,
    mode,
    traffic,
    ...(departure === undefined ? {} : { departure }),
    ownStores,
    model: { analysis: code },
  };
  const asked = (text: 'forecast' | 'search', actionId: string): NextQuestion => ({
    text,
    count: 0,
    question: { actionId, places: [], values: given, chosen: ['sectorCode'] },
  });
  // A search knows no time of day and no timetables.
  const isSearched = departure === undefined && mode !== 'transit';
  return [asked('forecast', 'site.rank'), ...(isSearched ? [asked('search', 'site.search')] : [])];
}

function ofSearch(places: Found, { values }: Question): NextQuestion[] {
  if (places.length < 2) return [];
  const same = kept(values, SAME);
  const asked = (
    text: NextQuestion['text'],
    actionId: string,
    count: number,
    of: Question['values'],
  ): NextQuestion => ({
    text,
    count,
    question: { actionId, places: places.slice(0, count).map(spotOf), values: of, chosen: [] },
  });
  const [ranked, compared] = [Math.min(RANKED, places.length), Math.min(COMPARED, places.length)];
  const ofComparison =
    Array.isArray(same.ownStores) && same.ownStores.length > COMPARED_STORES_MAX
      ? { ...same, ownStores: undefined }
      : same;
  return [
    ...(values.sectorCode === undefined
      ? []
      : [asked(values.model === undefined ? 'rank' : 'forecastFound', 'site.rank', ranked, same)]),
    asked('compare', 'analysis.site_comparison', compared, ofComparison),
  ];
}

/** A place that was found, as one asked about; its floor area goes with it where the next question takes one. */
function spotOf(place: Found[number]): Spot {
  const { rank, lat, lng, squareMeters } = place;
  const spot = { id: place.id ?? rank, name: nameOfFound(place), lat, lng };
  return squareMeters === null ? spot : Object.assign(spot, { squareMeters });
}
