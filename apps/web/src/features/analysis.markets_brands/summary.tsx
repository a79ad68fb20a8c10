import type { ActionResult } from '@hinterland/client';
import { useText } from '../../text/index.ts';
import { Bars } from '../../ui/chart.tsx';
import { useFormat } from '../../ui/format.ts';
import { Joined } from '../../ui/pointed.tsx';
import { FigureTable } from '../results/figureTable.tsx';
import { wholeOf } from '../results/parts.ts';
import { useUnits } from '../results/units.ts';
import { Value } from '../results/value.tsx';

type Result = Pick<ActionResult<'analysis.markets_brands'>, 'parts' | 'brands'>;
type Brand = Extract<Result['brands'][number], { available: true }>;

/** Stores of each brand asked about beside those of its competitors. */
export default function MarketsBrandsSummary({ result, pointer = '' }: { result: Result; pointer?: string }) {
  const { say } = useText();
  const whole = wholeOf(result.parts);
  if (whole === undefined) return null;
  return (
    <div className="stack">
      {result.brands.map((brand, i) =>
        brand.available ? (
          <BrandView key={brand.name} brand={brand} whole={whole.id} pointer={`${pointer}/brands/${i}`} />
        ) : (
          <p key={brand.name} className="soft">
            <bdi>{brand.name}</bdi>: {say('studio.figure.none')}. <span lang="en">{brand.reason}</span>
          </p>
        ),
      )}
    </div>
  );
}

/** Stores, their share and their floor area, the brand asked about first. */
function BrandView({ brand, whole, pointer }: { brand: Brand; whole: string; pointer: string }) {
  const { say } = useText();
  const { people } = useFormat();
  const units = useUnits();
  const figures = brand.figures[whole];
  if (figures === undefined) return null;
  const own = {
    id: 'own',
    name: brand.name,
    stores: figures.stores,
    share: figures.shareOfStores,
    area: figures.floorAreaSquareMeters,
    at: [`figures/${whole}/stores`, `figures/${whole}/shareOfStores`, `figures/${whole}/floorAreaSquareMeters`],
  };
  const others = brand.competitors.map(({ brand: name, stores, shareOfStores, floorAreaSquareMeters }, i) => ({
    id: `competitor ${i}`,
    name: name ?? say('studio.brand.none'),
    stores: stores[whole] ?? 0,
    share: shareOfStores,
    area: floorAreaSquareMeters,
    at: [`stores/${whole}`, 'shareOfStores', 'floorAreaSquareMeters'].map((rest) => `competitors/${i}/${rest}`),
  }));
  const rows = [own, ...others];
  return (
    <Joined>
      <section className="stack" data-brand={brand.name}>
        <h4>
          <bdi>{brand.name}</bdi>, <bdi>{brand.sector.name}</bdi>
        </h4>
        <Bars
          label={say('studio.brand.stores')}
          bars={rows.map(({ id, name, stores }) => ({ id, name, value: stores, isQuiet: id !== 'own' }))}
          format={people}
        />
        <FigureTable
          caption={say('studio.brand.stores')}
          columns={[
            say('studio.market.stores'),
            say('studio.brand.share'),
            `${say('studio.brand.area')} ${units('square_meters')}`,
          ]}
          rows={rows.map(({ id, name, stores, share, area, at: [first, second, third] }) => ({
            id,
            title: <bdi>{name}</bdi>,
            cells: [
              <Value key="stores" pointer={`${pointer}/${first}`} value={stores} title={name} unit="stores" />,
              <Value key="share" pointer={`${pointer}/${second}`} value={share} title={name} unit="share" />,
              <Value key="area" pointer={`${pointer}/${third}`} value={area} title={name} unit="square_meters" />,
            ],
          }))}
        />
      </section>
    </Joined>
  );
}
