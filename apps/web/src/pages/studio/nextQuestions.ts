import type { ActionResult } from '@hinterland/client';
import type { Question, Spot } from './question.ts';

/** A question that follows from an answer. */
export interface NextQuestion {
  readonly text: 'forecast' | 'search' | 'rank' | 'forecastFound' | 'compare';
  /** Places that it takes along. */
  readonly count: number;
  readonly question: Question;
}

interface Answered {
  readonly actionId: string;
  readonly result: Readonly<Record<string, unknown>>;
}

type Found = ActionResult<'site.search'>['places'];

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

/**
 * What people ask after an answer: with a model they forecast places, after a search they look closer at what it found. `code` is the analysis
 * that keeps the answer; `takesModel` says which questions take a sales model.
 */
export function nextQuestions(
  { actionId, result }: Answered,
  before: Question,
  code: string | null,
  takesModel: (actionId: string) => boolean,
): readonly NextQuestion[] {
  // Strangers get no rows of others.
  if (actionId === 'site.search' && result.places !== undefined) return ofSearch(result.places as Found, before);
  if (actionId === 'market.calibrate' && code !== null && result.model !== undefined)
    return ofModel(result.model as Learned, before, code).filter(({ question }) =>
      takesModel(String(question.actionId)),
    );
  return [];
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
  const kept = Object.fromEntries(
    SAME.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const])),
  );
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
    Array.isArray(kept.ownStores) && kept.ownStores.length > COMPARED_STORES_MAX
      ? { ...kept, ownStores: undefined }
      : kept;
  return [
    ...(values.sectorCode === undefined
      ? []
      : [asked(values.model === undefined ? 'rank' : 'forecastFound', 'site.rank', ranked, kept)]),
    asked('compare', 'analysis.site_comparison', compared, ofComparison),
  ];
}

/** A place that was found, as one asked about; its floor area goes with it where the next question takes one. */
function spotOf(place: Found[number]): Spot {
  const { rank, name, address, area, lat, lng, squareMeters } = place;
  const spot = { id: place.id ?? rank, name: name ?? address ?? area ?? '', lat, lng };
  return squareMeters === null ? spot : Object.assign(spot, { squareMeters });
}
