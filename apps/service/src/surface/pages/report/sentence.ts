import { isObject, objectsIn } from '@hinterland/answers';
import type { Words } from '../language/words.ts';

type Members = Readonly<Record<string, unknown>>;

/** A figure in three digits, and the rest of the sentence. */
export interface Sentence {
  readonly figure: string;
  readonly rest: string;
}

/** What a result says first, by action; null where it has no such figure. */
const SENTENCES: Readonly<Record<string, (result: Members, words: Words) => Sentence | null>> = {
  'analysis.isochrone': ({ bands, method }, words) => {
    const last = objectsIn(bands).at(-1);
    return people(last === undefined ? undefined : { ...last, residents: last.cumulativeResidents }, method, words);
  },
  'analysis.people_economy': ({ parts, method }, words) => people(wholeOf(parts), method, words),
  'enrich.point': ({ catchment }, words) => {
    const { bands, residents, method } = isObject(catchment) ? catchment : {};
    return people({ ...objectsIn(bands).at(-1), residents }, method, words);
  },
  'enrich.points': ({ done, skipped, failed }, words) => {
    const [count, besides] = [Number(done), [skipped, failed].map((one) => Number(one ?? 0))];
    const [left = 0, lost = 0] = besides;
    return {
      figure: three(count, words),
      rest:
        left + lost === 0
          ? words.say('sentence.points', { count })
          : words.say('sentence.pointsBeside', { count, skipped: three(left, words), failed: three(lost, words) }),
    };
  },
  'analysis.markets_sector': ({ parts, sectors, territory }, words) => {
    const sector = objectsIn(sectors).find(({ available }) => available === true);
    const figures = figuresOf(sector, parts);
    if (sector === undefined || figures === null || typeof figures.demand !== 'number') return null;
    const currency = isObject(territory) ? String(territory.currency ?? '') : '';
    const isMoney = sector.demandUnit === 'currency_per_year';
    const count = Number(figures.stores);
    return {
      figure: isMoney ? `${currency} ${short(figures.demand, words)}` : three(figures.demand, words),
      rest: words.say('sentence.market', { sector: lower(sector.name), count, stores: whole(count, words) }),
    };
  },
  'analysis.markets_brands': ({ parts, brands }, words) => {
    const brand = objectsIn(brands).find(({ available }) => available === true);
    const figures = figuresOf(brand, parts);
    if (brand === undefined || figures === null || typeof figures.shareOfStores !== 'number') return null;
    const [stores, competitors] = [Number(figures.stores), Number(figures.competitors)];
    return {
      figure: percent(figures.shareOfStores, words),
      rest: words.say('sentence.brands', {
        sector: isObject(brand.sector) ? lower(brand.sector.name) : '',
        brand: String(brand.name),
        stores: whole(stores, words),
        all: whole(stores + competitors, words),
      }),
    };
  },
  'analysis.category_mix': ({ parts, totals }, words) => {
    const id = String(wholeOf(parts)?.id);
    const total = isObject(totals) && isObject(totals[id]) ? totals[id].stores : undefined;
    if (typeof total !== 'number') return null;
    return { figure: whole(total, words), rest: words.say('sentence.mix', { count: total }) };
  },
  'analysis.brand_coverage': ({ coverage, method }, words) => {
    if (!isObject(coverage) || !isObject(method)) return null;
    const minutes = words.number(Number(method.minutes));
    const share = coverage.shareOfTerritory;
    return {
      figure: three(Number(coverage.covered), words),
      rest:
        typeof share === 'number'
          ? words.say('sentence.ownPlaces', { minutes, share: percent(share, words) })
          : words.say('sentence.ownPlacesAlone', { minutes }),
    };
  },
  'network.coverage': ({ network, stores, method }, words) => {
    if (!isObject(network) || !isObject(method)) return null;
    return {
      figure: three(Number(network.covered), words),
      rest: words.say('sentence.coverage', {
        count: objectsIn(stores).length,
        minutes: words.number(Number(method.minutes)),
        share: percent(Number(network.sharedShare), words),
      }),
    };
  },
  'analysis.site_comparison': ({ candidates }, words) => {
    const all = objectsIn(candidates);
    const [best] = all.toSorted((a, b) => Number(b.bestRows) - Number(a.bestRows));
    if (best === undefined) return null;
    return {
      figure: nameOf(best),
      rest: words.say('sentence.comparison', { count: Number(best.bestRows), places: all.length }),
    };
  },
  'site.rank': ({ candidates }, words) => {
    const all = objectsIn(candidates);
    const [best] = all;
    if (best === undefined) return null;
    const keeps = isObject(best.sensitivity) ? Number(best.sensitivity.keepsRank) : 0;
    return {
      figure: nameOf(best),
      rest: words.say('sentence.rank', { count: all.length, share: percent(keeps, words) }),
    };
  },
  'analysis.realestate': ({ parts, territory }, words) => {
    const [market] = objectsIn(wholeOf(parts)?.markets);
    const all = isObject(market?.all) ? market.all : {};
    const median = isObject(all.price) ? all.price.median : undefined;
    if (typeof median !== 'number') return null;
    const currency = isObject(territory) ? String(territory.currency ?? '') : '';
    return {
      figure: `${currency} ${three(median, words)}`,
      rest: words.say(market?.kind === 'rent' ? 'sentence.rents' : 'sentence.homes', {
        homes: whole(Number(all.count), words),
      }),
    };
  },
};

export const sentenceOf = (actionId: string, result: unknown, words: Words): Sentence | null =>
  isObject(result) ? (SENTENCES[actionId]?.(result, words) ?? null) : null;

/** The whole area asked about: the widest limit, or all areas together. */
export function wholeOf(parts: unknown): Members | undefined {
  const all = objectsIn(parts);
  return all.findLast(({ kind }) => kind !== 'band') ?? all.at(-1);
}

/** Figures of the whole area. */
function figuresOf(row: Members | undefined, parts: unknown): Members | null {
  const id = String(wholeOf(parts)?.id);
  const figures = isObject(row?.figures) ? row.figures[id] : undefined;
  return isObject(figures) ? figures : null;
}

/** Modes with a phrase of their own. */
const BY = ['car', 'walk', 'bicycle', 'transit'] as const;

function people(part: Members | undefined, method: unknown, words: Words): Sentence | null {
  if (typeof part?.residents !== 'number') return null;
  const { limitSeconds, limitMeters } = part;
  const mode = isObject(method) ? method.mode : null;
  const by = BY.find((known) => known === mode) ?? 'radius';
  const within =
    typeof limitSeconds === 'number'
      ? words.say('result.minutes', { minutes: words.number(Number((limitSeconds / 60).toFixed(1))) })
      : typeof limitMeters === 'number'
        ? words.say('result.kilometers', { kilometers: words.number(limitMeters / 1000) })
        : null;
  return {
    figure: three(part.residents, words),
    rest:
      within === null
        ? words.say('sentence.people')
        : words.say('sentence.within', { within, by: words.say(`by.${by}`) }),
  };
}

const nameOf = ({ name, id }: Members): string => String(name ?? id);
const lower = (text: unknown): string => String(text).replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());
const three = (value: number, words: Words): string => words.number(value, { maximumSignificantDigits: 3 });
const short = (value: number, words: Words): string =>
  words.number(value, { maximumSignificantDigits: 3, notation: 'compact', compactDisplay: 'long' });
const whole = (value: number, words: Words): string => words.number(value, { maximumFractionDigits: 0 });
const percent = (share: number, words: Words): string =>
  words.number(share, { style: 'percent', maximumFractionDigits: 0 });
