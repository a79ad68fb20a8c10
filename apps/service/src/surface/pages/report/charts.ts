import { isObject, objectsIn, unitWords } from '@hinterland/answers';
import type { Words } from '../language/words.ts';
import { wholeOf } from './sentence.ts';

type Members = Readonly<Record<string, unknown>>;

export interface Bar {
  readonly name: string;
  readonly value: number;
}

/** Bars below each other. */
export interface Chart {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** Whether bars have an order of their own, such as that of time, and are never cut. */
  readonly isOrdered?: boolean;
}

/** Longer lists are cut to the largest; the tables have them all. */
const BARS_MAX = 14;

/** Pictures of a result, by action. Those with less than two bars are left out. */
const CHARTS: Readonly<Record<string, (result: Members, words: Words) => readonly Chart[]>> = {
  'analysis.isochrone': ({ bands }, words) => [
    {
      title: words.say('chart.residents'),
      bars: objectsIn(bands).flatMap((band) => barOf(limitName(band, words), band.cumulativeResidents)),
    },
  ],
  'analysis.people_economy': (result, words) => [
    residentsByLimit(result.parts, words),
    ages(result.topics, result.parts, words),
  ],
  'enrich.point': ({ people }, words) =>
    isObject(people) ? [residentsByLimit(people.parts, words), ages(people.topics, people.parts, words)] : [],
  'analysis.markets_sector': ({ sectors, parts, territory }, words) => {
    const id = String(wholeOf(parts)?.id);
    const currency = isObject(territory) ? String(territory.currency ?? '') : '';
    const shown = objectsIn(sectors).filter(({ available }) => available === true);
    const unit = unitOf(String(shown[0]?.demandUnit ?? ''), currency, words);
    const figuresOf = ({ figures }: Members): Members =>
      isObject(figures) && isObject(figures[id]) ? figures[id] : {};
    const [only] = shown;
    const opportunities = {
      title: words.say('chart.opportunities', { unit }),
      bars: shown.flatMap((sector) => barOf(String(sector.name), figuresOf(sector).opportunity)),
    };
    if (shown.length !== 1 || only === undefined) return [opportunities];
    const { captured, leakageToStores, leakageElsewhere } = figuresOf(only);
    return [
      {
        title: words.say('chart.spent', { unit }),
        bars: [
          ...barOf(words.say('chart.here'), captured),
          ...barOf(words.say('chart.outside'), leakageToStores),
          ...barOf(words.say('chart.elsewhere'), leakageElsewhere),
        ],
      },
    ];
  },
  'analysis.markets_brands': ({ brands, parts }, words) => {
    const id = String(wholeOf(parts)?.id);
    return objectsIn(brands)
      .filter(({ available }) => available === true)
      .map(({ name, figures, competitors }) => ({
        title: words.say('chart.brand', { brand: String(name) }),
        bars: [
          ...(isObject(figures) && isObject(figures[id]) ? barOf(String(name), figures[id].stores) : []),
          ...objectsIn(competitors).flatMap(({ brand, stores }) =>
            barOf(String(brand ?? words.say('brand.none')), isObject(stores) ? stores[id] : undefined),
          ),
        ],
      }));
  },
  'analysis.category_mix': ({ categories, parts }, words) => {
    const id = String(wholeOf(parts)?.id);
    const bars = objectsIn(categories).flatMap((category) => {
      const figures = isObject(category.parts) ? category.parts[id] : undefined;
      return isObject(figures) ? barOf(String(category.name), figures.storesPer10000) : [];
    });
    return [{ title: words.say('chart.per10000'), bars }];
  },
  'analysis.brand_coverage': ({ ownPoints }, words) => [
    {
      title: words.say('chart.placesAlone'),
      bars: objectsIn(ownPoints).flatMap((one) => barOf(nameOf(one), one.exclusive)),
    },
  ],
  'network.coverage': ({ stores }, words) => [
    {
      title: words.say('chart.storesAlone'),
      bars: objectsIn(stores).flatMap((one) => barOf(nameOf(one), one.exclusive)),
    },
  ],
  'site.rank': ({ candidates, spendUnit, currency }, words) => [
    {
      title: words.say('chart.taken', { unit: unitOf(String(spendUnit ?? ''), String(currency ?? ''), words) }),
      bars: objectsIn(candidates).flatMap((one) => barOf(`${String(one.rank)}. ${nameOf(one)}`, one.netNew)),
    },
  ],
  'analysis.site_comparison': ({ candidates }, words) => [
    {
      title: words.say('chart.bestRows'),
      bars: objectsIn(candidates).flatMap((one) => barOf(nameOf(one), one.bestRows)),
    },
  ],
  'analysis.realestate': ({ parts, period }, words) => {
    const [market] = objectsIn(wholeOf(parts)?.markets);
    const trend = isObject(market?.all) && isObject(market.all.trend) ? market.all.trend : {};
    const names = isObject(period) && Array.isArray(period.names) ? period.names : [];
    const values = Array.isArray(trend.medianPrice) ? trend.medianPrice : [];
    return [
      {
        title: words.say(market?.kind === 'rent' ? 'chart.rents' : 'chart.prices'),
        isOrdered: true,
        bars: values.flatMap((value, i) => barOf(String(names[i] ?? i + 1), value)),
      },
    ];
  },
};

/** Returns the pictures of a result. */
export function chartsOf(actionId: string, result: unknown, words: Words): readonly Chart[] {
  const charts = isObject(result) ? (CHARTS[actionId]?.(result, words) ?? []) : [];
  return charts.filter(({ bars }) => bars.length > 1).map((chart) => cut(chart, words));
}

/** Keeps the order of what is short or runs over time. */
function cut({ title, bars, isOrdered = false }: Chart, words: Words): Chart {
  if (bars.length <= BARS_MAX || isOrdered) return { title, bars };
  const largest = bars.toSorted((a, b) => b.value - a.value).slice(0, BARS_MAX);
  return { title: words.say('chart.first', { title, count: BARS_MAX, all: bars.length }), bars: largest };
}

const barOf = (name: string, value: unknown): readonly Bar[] => (typeof value === 'number' ? [{ name, value }] : []);

const nameOf = ({ name, id }: Members): string => String(name ?? id);

const limitName = ({ limitSeconds, limitMeters }: Members, words: Words): string =>
  words.say('part.within', {
    limit:
      typeof limitSeconds === 'number'
        ? `${words.number(Number((limitSeconds / 60).toFixed(1)))} min`
        : `${words.number(Number(limitMeters) / 1000)} km`,
  });

const unitOf = (unit: string, currency: string, words: Words): string =>
  unit === 'currency_per_year' && currency !== ''
    ? words.say('measure.currency_per_year', { currency })
    : words.term(unitWords(unit, currency)).text;

const residentsByLimit = (parts: unknown, words: Words): Chart => ({
  title: words.say('chart.residents'),
  bars: objectsIn(parts)
    .filter(({ kind }) => kind === 'cumulative')
    .flatMap((part) => barOf(limitName(part, words), part.residents)),
});

function ages(topics: unknown, parts: unknown, words: Words): Chart {
  const topic = objectsIn(topics).find(({ code, available }) => code === 'age_classes' && available === true);
  const id = String(wholeOf(parts)?.id);
  const figures = isObject(topic?.figures) && isObject(topic.figures[id]) ? topic.figures[id] : {};
  const values = isObject(figures.values) ? figures.values : {};
  return {
    title: words.say('chart.ages'),
    isOrdered: true,
    bars: Object.entries(values).flatMap(([name, value]) => {
      const [all, from = '', to] = /^total_(\d+)_(\w+)$/.exec(name) ?? [];
      if (all === undefined) return [];
      return barOf(words.say(/\d/.test(to ?? '') ? 'chart.age' : 'chart.oldest', { from, to: to ?? '' }), value);
    }),
  };
}
