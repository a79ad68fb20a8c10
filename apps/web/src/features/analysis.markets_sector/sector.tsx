import type { Schemas } from '@hinterland/client';
import { type TextKey, useText } from '../../text/index.ts';
import { Split } from '../../ui/split.tsx';
import { FigureTable } from '../results/figureTable.tsx';
import { wholeOf, wholesOf } from '../results/parts.ts';
import { useUnits, useUnitsBeside } from '../results/units.ts';
import { useValueText, Value } from '../results/value.tsx';

type Available = Extract<Schemas['SectorResult'], { available: true }>;
type Member = keyof Schemas['SectorFigures'];

/** Figures of a sector from top to bottom; `demand` stands for the unit in which the sector counts demand. */
const FIGURES: readonly (readonly [Member, string])[] = [
  ['stores', 'stores'],
  ['storesPer10000', 'stores_per_10000'],
  ['floorAreaSquareMeters', 'square_meters'],
  ['demand', 'demand'],
  ['supply', 'demand'],
  ['opportunity', 'demand'],
  ['capturedShare', 'share'],
  ['leakage', 'demand'],
  ['salesPotentialPerSquareMeter', 'currency_per_square_meter'],
  ['demandPerStoreWithOneMore', 'demand'],
];

interface SectorProps {
  readonly sector: Available;
  readonly parts: readonly Schemas['TerritoryPart'][];
  readonly names: ReadonlyMap<string, string>;
  readonly pointer: string;
}

/** Where the residents' demand goes, and the figures of supply and demand within each limit. */
export function Sector({ sector, parts, names, pointer }: SectorProps) {
  const { say } = useText();
  const units = useUnits();
  const beside = useUnitsBeside();
  const text = useValueText();
  const whole = sector.figures[wholeOf(parts)?.id ?? ''];
  const columns = wholesOf(parts).filter(({ id }) => id in sector.figures);
  if (whole === undefined) return null;
  const portions = [
    ['captured', whole.captured, 'accent'],
    ['leakageToStores', whole.leakageToStores, 'shared'],
    ['leakageElsewhere', whole.leakageElsewhere, 'missing'],
  ] as const;
  return (
    <section className="stack" data-sector={sector.code}>
      <h4>
        <bdi>{sector.name}</bdi>
      </h4>
      <p className="soft small">{`${say('studio.market.spent')}, ${units(sector.demandUnit)}`}</p>
      <Split
        label={say('studio.market.spent')}
        portions={portions.flatMap(([id, value, tone]) =>
          value == null
            ? []
            : [{ id, name: say(`studio.market.${id}`), value, shown: text(value, sector.demandUnit), tone }],
        )}
      />
      <FigureTable
        caption={sector.name}
        columns={columns.map(({ id }) => names.get(id) ?? id)}
        rows={FIGURES.map(([member, kind]) => {
          const unit = kind === 'demand' ? sector.demandUnit : kind;
          const title = say(`studio.market.${member}` as TextKey);
          return {
            id: member,
            title,
            unit: unit === 'share' ? '' : beside(unit),
            cells: columns.map(({ id }) => (
              <Value
                key={id}
                pointer={`${pointer}/figures/${id}/${member}`}
                value={sector.figures[id]?.[member] as number | null}
                title={title}
                unit={unit}
              />
            )),
          };
        })}
      />
    </section>
  );
}
