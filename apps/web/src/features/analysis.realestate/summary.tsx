import type { ActionResult } from '@hinterland/client';
import { useState } from 'react';
import { type TextKey, useText } from '../../text/index.ts';
import { Segments } from '../../ui/segments.tsx';
import { wholeOf } from '../results/parts.ts';
import { Market, type Place } from './market.tsx';

type Result = Pick<ActionResult<'analysis.realestate'>, 'available' | 'reason' | 'period' | 'parts' | 'benchmarks'>;

/** Prices, rents and sales, one at a time: over time and beside the areas around. */
export default function RealestateSummary({ result, pointer = '' }: { result: Result; pointer?: string }) {
  const { say } = useText();
  const { parts, benchmarks, period } = result;
  const whole = wholeOf(parts);
  const [chosen, choose] = useState(0);
  if (!result.available || whole === undefined || period === null)
    return (
      <p className="soft">
        {say('studio.figure.notPublished')}. <span lang="en">{result.reason}</span>
      </p>
    );
  const choices = whole.markets.map(({ kind, state }, i) => ({
    id: String(i),
    name: say(`studio.homes.${kind}.${state}` as TextKey, { defaultValue: `${kind}, ${state}` }),
  }));
  const market = whole.markets[chosen];
  if (market === undefined) return <p className="soft">{say('studio.figure.none')}</p>;
  const isSame = (one: typeof market) => one.kind === market.kind && one.state === market.state;
  const places: Place[] = [
    {
      id: whole.id,
      name: say('studio.here'),
      market,
      pointer: `${pointer}/parts/${parts.indexOf(whole)}/markets/${chosen}`,
    },
    ...benchmarks.flatMap((one, i) => {
      if (!one.available) return [];
      const at = one.markets.findIndex(isSame);
      const found = one.markets[at];
      return found === undefined
        ? []
        : [{ id: one.level, name: one.name, market: found, pointer: `${pointer}/benchmarks/${i}/markets/${at}` }];
    }),
  ];
  return (
    <div className="stack">
      {choices.length > 1 && (
        <Segments
          label={say('studio.homes.market')}
          choices={choices}
          value={String(chosen)}
          onChange={(id) => choose(Number(id))}
        />
      )}
      <Market key={chosen} places={places} periods={period.names} unit={market.unit} />
    </div>
  );
}
