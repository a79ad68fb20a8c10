import { useState } from 'react';
import { areasAround, MixTable, mixedOf } from '../../answer/mixTable.tsx';
import type { AreaProfile } from '../../api/types.ts';
import { useOptions } from '../../fields/options.ts';
import { useText } from '../../text/index.ts';
import { Bars } from '../../ui/chart.tsx';
import { useFormat } from '../../ui/format.ts';
import { Joined } from '../../ui/pointed.tsx';

const SHOWN_MAX = 10;

interface AreaStoresProps {
  readonly market: AreaProfile['market'];
  /** Id of the area among the parts. */
  readonly part: string;
  readonly name: string;
}

/** Stores of an area by sector, the most first: as bars, and for 10,000 residents beside the areas that hold it. */
export function AreaStores({ market, part, name }: AreaStoresProps) {
  const { say } = useText();
  const { people } = useFormat();
  const sectors = useOptions('markets.sectors', '').options;
  const [isWhole, setWhole] = useState(false);
  if (market === null) return <p className="soft">{say('dashboard.noStores')}</p>;
  const mixed = mixedOf(market.categories, part, '/market/categories')
    .map((one) => ({ ...one, name: sectors?.find(({ id }) => id === one.category.code)?.name ?? one.category.name }))
    .toSorted((a, b) => b.figures.stores - a.figures.stores);
  const shown = isWhole ? mixed : mixed.slice(0, SHOWN_MAX);
  const stores = market.totals[part]?.stores ?? 0;
  return (
    <Joined>
      <p className="sentence">
        <strong data-figure={`/market/totals/${part}/stores`}>{people(stores)}</strong>{' '}
        {say('sentence.mix', { count: stores, part: name })}
      </p>
      <Bars
        label={say('dashboard.stores')}
        bars={shown.map(({ category, name, figures }) => ({ id: category.code, name, value: figures.stores }))}
        format={people}
      />
      <h3>{say('chart.per10000')}</h3>
      <MixTable mixed={shown} part={part} around={areasAround(market.references)} />
      {mixed.length > SHOWN_MAX && (
        <button type="button" className="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? say('studio.places.fewer') : say('dashboard.allSectors', { count: mixed.length })}
        </button>
      )}
    </Joined>
  );
}
