import { isObject, objectsIn } from '@hinterland/answers';

type Members = Readonly<Record<string, unknown>>;

/** A figure in three digits, and the rest of the sentence. */
export interface Sentence {
  readonly figure: string;
  readonly rest: string;
}

/** What a result says first, by action; null where it has no such figure. */
const SENTENCES: Readonly<Record<string, (result: Members) => Sentence | null>> = {
  'analysis.isochrone': ({ bands, method }) => {
    const last = objectsIn(bands).at(-1);
    return people(last === undefined ? undefined : { ...last, residents: last.cumulativeResidents }, method);
  },
  'analysis.people_economy': ({ parts, method }) => people(wholeOf(parts), method),
  'enrich.point': ({ catchment }) => {
    const { bands, residents, method } = isObject(catchment) ? catchment : {};
    return people({ ...objectsIn(bands).at(-1), residents }, method);
  },
  'enrich.points': ({ done, skipped, failed }) => {
    const rest = [
      [skipped, 'skipped'],
      [failed, 'failed'],
    ].filter(([count]) => typeof count === 'number' && count > 0);
    const beside = rest.map(([count, word]) => `${three(Number(count))} ${word}`).join(', ');
    return {
      figure: three(Number(done)),
      rest: `${done === 1 ? 'point was' : 'points were'} computed${beside === '' ? '' : `; ${beside}`}.`,
    };
  },
  'analysis.markets_sector': ({ parts, sectors, territory }) => {
    const sector = objectsIn(sectors).find(({ available }) => available === true);
    const figures = figuresOf(sector, parts);
    if (sector === undefined || figures === null || typeof figures.demand !== 'number') return null;
    const currency = isObject(territory) ? String(territory.currency ?? '') : '';
    const isMoney = sector.demandUnit === 'currency_per_year';
    const stores = Number(figures.stores);
    return {
      figure: isMoney ? `${currency} ${short(figures.demand)}` : three(figures.demand),
      rest: `a year is spent by the residents on ${lower(sector.name)}, where there ${stores === 1 ? 'is one store' : `are ${whole(stores)} stores`}.`,
    };
  },
  'analysis.markets_brands': ({ parts, brands }) => {
    const brand = objectsIn(brands).find(({ available }) => available === true);
    const figures = figuresOf(brand, parts);
    if (brand === undefined || figures === null || typeof figures.shareOfStores !== 'number') return null;
    const [stores, competitors] = [Number(figures.stores), Number(figures.competitors)];
    const sector = isObject(brand.sector) ? lower(brand.sector.name) : '';
    return {
      figure: percent(figures.shareOfStores),
      rest: `of the stores for ${sector} here are ${String(brand.name)}: ${whole(stores)} of ${whole(stores + competitors)}.`,
    };
  },
  'analysis.category_mix': ({ parts, totals }) => {
    const id = String(wholeOf(parts)?.id);
    const total = isObject(totals) && isObject(totals[id]) ? totals[id].stores : undefined;
    if (typeof total !== 'number') return null;
    return {
      figure: whole(total),
      rest: total === 1 ? 'store of all categories is here.' : 'stores of all categories are here.',
    };
  },
  'analysis.brand_coverage': ({ coverage, method }) => {
    if (!isObject(coverage) || !isObject(method)) return null;
    const share = coverage.shareOfTerritory;
    const of = typeof share === 'number' ? `, ${percent(share)} of the people of the territory` : '';
    return {
      figure: three(Number(coverage.covered)),
      rest: `people live within ${String(method.minutes)} minutes of the own places${of}.`,
    };
  },
  'network.coverage': ({ network, stores, method }) => {
    if (!isObject(network) || !isObject(method)) return null;
    const count = objectsIn(stores).length;
    const within = `people live within ${String(method.minutes)} minutes of`;
    const rest =
      count === 1
        ? `${within} the store.`
        : `${within} one of ${whole(count)} stores. ${percent(Number(network.sharedShare))} of them have more than one.`;
    return { figure: three(Number(network.covered)), rest };
  },
  'analysis.site_comparison': ({ candidates }) => {
    const all = objectsIn(candidates);
    const [best] = all.toSorted((a, b) => Number(b.bestRows) - Number(a.bestRows));
    if (best === undefined) return null;
    const rows = Number(best.bestRows);
    return {
      figure: nameOf(best),
      rest: `is the best of ${all.length} places in ${rows === 1 ? 'one row' : `${rows} rows`}.`,
    };
  },
  'site.rank': ({ candidates }) => {
    const all = objectsIn(candidates);
    const [best] = all;
    if (best === undefined) return null;
    if (all.length === 1) return { figure: nameOf(best), rest: 'is the only place.' };
    const keeps = isObject(best.sensitivity) ? Number(best.sensitivity.keepsRank) : 0;
    return {
      figure: nameOf(best),
      rest: `is the best of ${all.length} places, and stays in its rank in ${percent(keeps)} of the variants.`,
    };
  },
  'analysis.realestate': ({ parts, territory }) => {
    const [market] = objectsIn(wholeOf(parts)?.markets);
    const all = isObject(market?.all) ? market.all : {};
    const median = isObject(all.price) ? all.price.median : undefined;
    if (typeof median !== 'number') return null;
    const currency = isObject(territory) ? String(territory.currency ?? '') : '';
    const isRent = market?.kind === 'rent';
    return {
      figure: `${currency} ${three(median)}`,
      rest: `${isRent ? 'a month is the median rent' : 'is the median price'} of a home here, of ${whole(Number(all.count))} listings.`,
    };
  },
};

export const sentenceOf = (actionId: string, result: unknown): Sentence | null =>
  isObject(result) ? (SENTENCES[actionId]?.(result) ?? null) : null;

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

function people(part: Members | undefined, method: unknown): Sentence | null {
  if (typeof part?.residents !== 'number') return null;
  const { limitSeconds, limitMeters } = part;
  const mode = isObject(method) ? method.mode : null;
  const by = mode === 'walk' ? 'on foot' : typeof mode === 'string' ? `by ${mode}` : 'as the crow flies';
  const within =
    typeof limitSeconds === 'number'
      ? `${Number((limitSeconds / 60).toFixed(1))} minutes`
      : typeof limitMeters === 'number'
        ? `${limitMeters / 1000} km`
        : null;
  return {
    figure: three(part.residents),
    rest: within === null ? 'people live here.' : `people live within ${within} ${by}.`,
  };
}

const nameOf = ({ name, id }: Members): string => String(name ?? id);
const lower = (text: unknown): string => String(text).toLowerCase();
const three = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 });
const short = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: 3, notation: 'compact', compactDisplay: 'long' });
const whole = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 0 });
const percent = (share: number): string => `${(share * 100).toLocaleString('en', { maximumFractionDigits: 0 })} %`;
