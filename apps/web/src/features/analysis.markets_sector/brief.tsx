import type { ActionResult } from '@hinterland/client';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';

/** Stores, demand, and the demand that each store would have with one more, by sector. */
export default function MarketsSectorBrief({ result }: { result: ActionResult<'analysis.markets_sector'> }) {
  const { say } = useText();
  const { number, money, percent } = useFormat();
  const whole = result.parts.findLast(({ kind }) => kind !== 'band') ?? result.parts.at(-1);
  if (whole === undefined) return null;
  const { currency } = result.territory;
  return (
    <div className="stack">
      {result.sectors.map((sector) => {
        const figure = sector.available ? sector.figures[whole.id] : undefined;
        if (figure === undefined) return null;
        const { stores, demand, capturedShare, demandPerStoreWithOneMore } = figure;
        const inMoney = (value: number | null) =>
          value === null || currency === null ? say('result.notAvailable') : money(value, currency);
        const facts = [
          [say('result.stores'), number(stores)],
          [say('result.demand'), inMoney(demand)],
          [say('result.captured'), capturedShare === null ? say('result.notAvailable') : percent(capturedShare)],
          [say('result.withOneMore'), inMoney(demandPerStoreWithOneMore)],
        ] as const;
        return (
          <div key={sector.code} className="stack-tight">
            <h4>
              <bdi>{sector.name}</bdi>
            </h4>
            <dl className="facts" data-wide>
              {facts.map(([title, value]) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        );
      })}
    </div>
  );
}
