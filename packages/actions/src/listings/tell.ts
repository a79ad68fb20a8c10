import {
  bars,
  type Choice,
  missing,
  type Part,
  type Row,
  type Said,
  type Section,
  type TextKey,
  wholeOf,
} from '@hinterland/answers/words';
import type { Indicators } from './indicatorFields.ts';

type Told = Pick<Indicators, 'available' | 'reason' | 'period' | 'parts' | 'benchmarks'>;
type Market = Told['parts'][number]['markets'][number];
type Figures = Market['all'];

/** An area whose prices are told. */
interface Place {
  readonly name: Said;
  readonly market: Market;
  readonly pointer: string;
}

/** Prices, rents and sales, one at a time: over time and beside the areas around. */
export function tellListings(told: Told, currency: string | null, pointer: string): readonly Section[] {
  const { available, period, parts, benchmarks } = told;
  const whole = wholeOf(parts);
  if (!available || whole === undefined || period === null) return [missing({ text: 'homes.title' }, told)];
  const choices = whole.markets.map((market, chosen): Choice => {
    const at = `${pointer}/parts/${parts.indexOf(whole)}/markets/${chosen}`;
    const here: Place = { name: { text: 'here' }, market, pointer: at };
    const around = benchmarks.flatMap((one, i): Place[] => {
      const same = one.markets.findIndex(({ kind, state }) => kind === market.kind && state === market.state);
      const found = one.available ? one.markets[same] : undefined;
      return found === undefined
        ? []
        : [{ name: one.name, market: found, pointer: `${pointer}/benchmarks/${i}/markets/${same}` }];
    });
    return {
      name: { text: `homes.${market.kind}.${market.state}` as TextKey },
      parts: marketParts([here, ...around], period.names, market.unit, currency),
    };
  });
  return [{ parts: [{ kind: 'choice', label: { text: 'homes.market' }, choices }] }];
}

/** Prices over time, and the present figures, of an area and of the areas around it. */
function marketParts(
  places: readonly Place[],
  periods: readonly string[],
  unit: string,
  currency: string | null,
): readonly Part[] {
  const perArea = `${unit}_per_square_meter`;
  const figures: readonly (readonly [string, string, (all: Figures) => number | null | undefined])[] = [
    ['price/median', unit, ({ price }) => price?.median],
    ['price/p25', unit, ({ price }) => price?.p25],
    ['price/p75', unit, ({ price }) => price?.p75],
    ['pricePerSquareMeter/median', perArea, ({ pricePerSquareMeter }) => pricePerSquareMeter?.median],
    ['floorAreaShare', 'share', ({ floorAreaShare }) => floorAreaShare],
    ['floorAreaSquareMeters/median', 'square_meters', (all) => all.floorAreaSquareMeters?.median],
    ['daysOnMarket/median', 'days', ({ daysOnMarket }) => daysOnMarket?.median],
    ['trend/changePercentPerYear', 'percent_per_year', ({ trend }) => trend?.changePercentPerYear],
    ['count', 'listings', ({ count }) => count],
  ];
  const valuesOf = ({ market }: Place) => periods.map((_, i) => market.all.trend?.medianPricePerSquareMeter[i] ?? null);
  const [first, ...others] = places as readonly [Place, ...Place[]];
  const bar = (value: number | null, i: number) => ({
    id: periods[i] as string,
    name: periodName(periods[i] as string),
    value,
  });
  const columns = places.map(({ name }) => name);
  const rows = figures.map(
    ([member, of, read]): Row => ({
      id: member,
      title: { text: `homes.${member.replace('/', '.')}` as TextKey },
      unit: { unit: of, currency },
      cells: places.map(({ market, pointer }) => ({
        value: read(market.all) ?? null,
        pointer: `${pointer}/all/${member}`,
        unit: of,
      })),
    }),
  );
  const overTime = periods.map(
    (period, i): Row => ({
      id: period,
      title: periodName(period),
      cells: places.map((place) => ({
        value: valuesOf(place)[i] ?? null,
        pointer: `${place.pointer}/all/trend/medianPricePerSquareMeter/${i}`,
        unit: perArea,
      })),
    }),
  );
  return [
    { kind: 'text', text: { text: 'homes.overTime', with: { unit: { unit: perArea, currency } } } },
    bars(
      'lines',
      { unit: perArea, currency },
      valuesOf(first).map(bar),
      others.map((place) => ({ name: place.name, values: valuesOf(place) })),
    ),
    { kind: 'table', columns, rows: overTime, isFolded: true },
    { kind: 'table', columns, rows },
  ];
}

/** "2026-Q4" reads "Q4 2026"; months and years are as they are. */
function periodName(period: string): Said {
  const [, year, quarter] = /^(\d{4})-Q(\d)$/.exec(period) ?? [];
  return year === undefined || quarter === undefined ? period : { text: 'homes.quarter', with: { year, quarter } };
}
