import type { Schemas } from '@hinterland/client';
import { type TextKey, useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { Lines } from '../../ui/lines.tsx';
import { Joined } from '../../ui/pointed.tsx';
import { FigureTable } from '../results/figureTable.tsx';
import { useUnits, useUnitsBeside } from '../results/units.ts';
import { useValueText, Value } from '../results/value.tsx';

type Listings = Schemas['ListingMarket']['all'];

/** A place whose prices are shown. */
export interface Place {
  readonly id: string;
  readonly name: string;
  readonly market: Schemas['ListingMarket'];
  readonly pointer: string;
}

interface MarketProps {
  /** The area asked about, then the areas around it. */
  readonly places: readonly Place[];
  /** The periods as the service names them: "2026-Q4". */
  readonly periods: readonly string[];
  /** Unit of the price. */
  readonly unit: string;
}

/** Prices over time, and the present figures, of an area and of the areas around it. */
export function Market({ places, periods, unit }: MarketProps) {
  const { say } = useText();
  const { threeDigits } = useFormat();
  const units = useUnits();
  const beside = useUnitsBeside();
  const text = useValueText();
  const perArea = `${unit}_per_square_meter`;
  const figures: readonly (readonly [string, string, (all: Listings) => number | null | undefined])[] = [
    ['price/median', unit, ({ price }) => price?.median],
    ['price/p25', unit, ({ price }) => price?.p25],
    ['price/p75', unit, ({ price }) => price?.p75],
    ['pricePerSquareMeter/median', perArea, ({ pricePerSquareMeter }) => pricePerSquareMeter?.median],
    ['floorAreaSquareMeters/median', 'square_meters', (all) => all.floorAreaSquareMeters?.median],
    ['daysOnMarket/median', 'days', ({ daysOnMarket }) => daysOnMarket?.median],
    ['trend/changePercentPerYear', 'percent_per_year', ({ trend }) => trend?.changePercentPerYear],
    ['count', 'listings', ({ count }) => count],
  ];
  const lines = places.map(({ id, name, market: { all } }) => ({
    id,
    name,
    values: periods.map((_, i) => all.trend?.medianPricePerSquareMeter[i] ?? null),
  }));
  const names = periods.map((period) => {
    const [, year, quarter] = /^(\d{4})-Q(\d)$/.exec(period) ?? [];
    return quarter === undefined ? period : say('studio.homes.quarter', { year, quarter });
  });
  const label = `${say('studio.homes.overTime')}, ${units(perArea)}`;
  const columns = places.map(({ name }) => name);
  return (
    <Joined>
      <div className="stack">
        <h4>{label}</h4>
        <Lines label={label} names={names} lines={lines} format={threeDigits} />
        <details className="fold">
          <summary>{say('studio.chart.table')}</summary>
          <FigureTable
            caption={label}
            columns={columns}
            rows={names.map((name, i) => ({
              id: name,
              title: name,
              cells: lines.map(({ id, values }) => <span key={id}>{text(values[i], perArea)}</span>),
            }))}
          />
        </details>
        <FigureTable
          caption={say('studio.homes.now')}
          columns={columns}
          rows={figures.map(([member, of, read]) => {
            const title = say(`studio.homes.${member.replace('/', '.')}` as TextKey);
            return {
              id: member,
              title,
              unit: beside(of),
              cells: places.map(({ id, market, pointer }) => (
                <Value key={id} pointer={`${pointer}/all/${member}`} value={read(market.all)} title={title} unit={of} />
              )),
            };
          })}
        />
      </div>
    </Joined>
  );
}
