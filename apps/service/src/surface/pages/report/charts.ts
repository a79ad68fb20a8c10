import { isObject, objectsIn, unitWords } from '@hinterland/answers';
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
}

/** Longer lists are cut to the largest; the tables have them all. */
const BARS_MAX = 14;

/** Pictures of a result, by action. Those with less than two bars are left out. */
const CHARTS: Readonly<Record<string, (result: Members) => readonly Chart[]>> = {
  'analysis.isochrone': ({ bands }) => [
    {
      title: 'Residents within each limit',
      bars: objectsIn(bands).flatMap((band) => barOf(limitName(band), band.cumulativeResidents)),
    },
  ],
  'analysis.people_economy': (result) => [residentsByLimit(result.parts), ages(result.topics, result.parts)],
  'enrich.point': ({ people }) =>
    isObject(people) ? [residentsByLimit(people.parts), ages(people.topics, people.parts)] : [],
  'analysis.markets_sector': ({ sectors, parts, territory }) => {
    const id = String(wholeOf(parts)?.id);
    const currency = isObject(territory) ? String(territory.currency ?? '') : '';
    const shown = objectsIn(sectors).filter(({ available }) => available === true);
    const unit = unitWords(String(shown[0]?.demandUnit ?? ''), currency);
    const figuresOf = ({ figures }: Members): Members =>
      isObject(figures) && isObject(figures[id]) ? figures[id] : {};
    const [only] = shown;
    const opportunities = {
      title: `Opportunity by sector, ${unit}`,
      bars: shown.flatMap((sector) => barOf(String(sector.name), figuresOf(sector).opportunity)),
    };
    if (shown.length !== 1 || only === undefined) return [opportunities];
    const { captured, leakageToStores, leakageElsewhere } = figuresOf(only);
    return [
      {
        title: `Where the demand goes, ${unit}`,
        bars: [
          ...barOf('Stores here', captured),
          ...barOf('Stores outside', leakageToStores),
          ...barOf('Elsewhere', leakageElsewhere),
        ],
      },
    ];
  },
  'analysis.markets_brands': ({ brands, parts }) => {
    const id = String(wholeOf(parts)?.id);
    return objectsIn(brands)
      .filter(({ available }) => available === true)
      .map(({ name, figures, competitors }) => ({
        title: `Stores of ${String(name)} and of its competitors`,
        bars: [
          ...(isObject(figures) && isObject(figures[id]) ? barOf(String(name), figures[id].stores) : []),
          ...objectsIn(competitors).flatMap(({ brand, stores }) =>
            barOf(String(brand ?? 'Without a brand'), isObject(stores) ? stores[id] : undefined),
          ),
        ],
      }));
  },
  'analysis.category_mix': ({ categories, parts }) => {
    const id = String(wholeOf(parts)?.id);
    const bars = objectsIn(categories).flatMap((category) => {
      const figures = isObject(category.parts) ? category.parts[id] : undefined;
      return isObject(figures) ? barOf(String(category.name), figures.storesPer10000) : [];
    });
    return [{ title: 'Stores per 10,000 residents', bars }];
  },
  'analysis.brand_coverage': ({ ownPoints }) => [
    {
      title: 'People whom each place reaches alone',
      bars: objectsIn(ownPoints).flatMap((one) => barOf(nameOf(one), one.exclusive)),
    },
  ],
  'network.coverage': ({ stores }) => [
    {
      title: 'People whom each store reaches alone',
      bars: objectsIn(stores).flatMap((one) => barOf(nameOf(one), one.exclusive)),
    },
  ],
  'site.rank': ({ candidates, spendUnit, currency }) => [
    {
      title: `Newly taken, ${unitWords(String(spendUnit ?? ''), String(currency ?? ''))}`,
      bars: objectsIn(candidates).flatMap((one) => barOf(`${String(one.rank)}. ${nameOf(one)}`, one.netNew)),
    },
  ],
  'analysis.site_comparison': ({ candidates }) => [
    {
      title: 'Rows in which each place is the best',
      bars: objectsIn(candidates).flatMap((one) => barOf(nameOf(one), one.bestRows)),
    },
  ],
  'analysis.realestate': ({ parts, period }) => {
    const [market] = objectsIn(wholeOf(parts)?.markets);
    const trend = isObject(market?.all) && isObject(market.all.trend) ? market.all.trend : {};
    const names = isObject(period) && Array.isArray(period.names) ? period.names : [];
    const values = Array.isArray(trend.medianPrice) ? trend.medianPrice : [];
    return [
      {
        title: market?.kind === 'rent' ? 'Median rent over time' : 'Median price over time',
        bars: values.flatMap((value, i) => barOf(String(names[i] ?? i + 1), value)),
      },
    ];
  },
};

/** Returns the pictures of a result. */
export function chartsOf(actionId: string, result: unknown): readonly Chart[] {
  const charts = isObject(result) ? (CHARTS[actionId]?.(result) ?? []) : [];
  return charts.filter(({ bars }) => bars.length > 1).map(cut);
}

/** Keeps the order of what is short or runs over time. */
function cut({ title, bars }: Chart): Chart {
  if (bars.length <= BARS_MAX || /age|time/.test(title)) return { title, bars };
  const largest = bars.toSorted((a, b) => b.value - a.value).slice(0, BARS_MAX);
  return { title: `${title}: the first ${BARS_MAX} of ${bars.length}`, bars: largest };
}

const barOf = (name: string, value: unknown): readonly Bar[] => (typeof value === 'number' ? [{ name, value }] : []);

const nameOf = ({ name, id }: Members): string => String(name ?? id);

const limitName = ({ limitSeconds, limitMeters }: Members): string =>
  typeof limitSeconds === 'number'
    ? `within ${Number((limitSeconds / 60).toFixed(1))} min`
    : `within ${Number(limitMeters) / 1000} km`;

const residentsByLimit = (parts: unknown): Chart => ({
  title: 'Residents within each limit',
  bars: objectsIn(parts)
    .filter(({ kind }) => kind === 'cumulative')
    .flatMap((part) => barOf(limitName(part), part.residents)),
});

function ages(topics: unknown, parts: unknown): Chart {
  const topic = objectsIn(topics).find(({ code, available }) => code === 'age_classes' && available === true);
  const id = String(wholeOf(parts)?.id);
  const figures = isObject(topic?.figures) && isObject(topic.figures[id]) ? topic.figures[id] : {};
  const values = isObject(figures.values) ? figures.values : {};
  const classes = Object.entries(values).filter(([name]) => /^total_\d/.test(name));
  return {
    title: 'Residents by age',
    bars: classes.flatMap(([name, value]) =>
      barOf(
        name
          .replace('total_', '')
          .replace('_', ' to ')
          .replace(/ to (plus|over)$/, ' and over'),
        value,
      ),
    ),
  };
}
