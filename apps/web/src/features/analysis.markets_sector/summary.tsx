import type { ActionResult } from '@hinterland/client';
import { useText } from '../../text/index.ts';
import { Differences } from '../../ui/differences.tsx';
import { Joined } from '../../ui/pointed.tsx';
import { useParts, wholeOf } from '../results/parts.ts';
import { useValueText } from '../results/value.tsx';
import { Sector } from './sector.tsx';

type Result = Pick<ActionResult<'analysis.markets_sector'>, 'parts' | 'sectors'>;

/** Opportunity of the sectors beside each other, then capture and leakage of each. */
export default function MarketsSectorSummary({ result, pointer = '' }: { result: Result; pointer?: string }) {
  const { say } = useText();
  const text = useValueText();
  const names = useParts(result);
  const whole = wholeOf(result.parts);
  if (whole === undefined) return null;
  const opportunities = result.sectors.flatMap((sector) => {
    const value = sector.available ? sector.figures[whole.id]?.opportunity : null;
    return value == null || !sector.available
      ? []
      : [{ id: sector.code, name: sector.name, value, shown: text(value, sector.demandUnit) }];
  });
  const largest = Math.max(...opportunities.map(({ value }) => Math.abs(value)), 1);
  return (
    <Joined>
      <div className="stack">
        {opportunities.length > 1 && (
          <section className="stack-tight">
            <h4>{say('studio.market.opportunities')}</h4>
            <Differences
              label={say('studio.market.opportunities')}
              rows={opportunities.map(({ value, ...row }) => ({ ...row, size: value / largest }))}
            />
          </section>
        )}
        {result.sectors.map((sector, i) =>
          sector.available ? (
            <Sector
              key={sector.code}
              sector={sector}
              parts={result.parts}
              names={names}
              pointer={`${pointer}/sectors/${i}`}
            />
          ) : (
            <p key={sector.code} className="soft">
              <bdi>{sector.name}</bdi>: {say('studio.figure.none')}. <span lang="en">{sector.reason}</span>
            </p>
          ),
        )}
      </div>
    </Joined>
  );
}
