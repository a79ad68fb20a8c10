import type { ActionResult } from '@hinterland/client';
import { useText } from '../../text/index.ts';
import { Bars } from '../../ui/chart.tsx';
import { Joined } from '../../ui/pointed.tsx';
import { useUnits } from '../results/units.ts';
import { useValueText } from '../results/value.tsx';
import { Candidate } from './candidate.tsx';

const OPEN_MAX = 3;

/** The places in their order by what a store there would newly take, each with its reasons and how far its rank holds. */
export default function SiteRankSummary({ result }: { result: ActionResult<'site.rank'> }) {
  const { say } = useText();
  const units = useUnits();
  const text = useValueText();
  const { candidates, spendUnit, variants } = result;
  const label = say('studio.rank.netNew', { unit: units(spendUnit) });
  const cards = candidates.map((candidate, i) => (
    <Candidate
      key={candidate.id}
      candidate={candidate}
      unit={spendUnit}
      variants={variants.length}
      pointer={`/candidates/${i}`}
    />
  ));
  return (
    <Joined>
      <div className="stack">
        <section className="stack-tight">
          <h4>{label}</h4>
          <Bars
            label={label}
            bars={candidates.map(({ id, name, rank, netNew }) => ({
              id: String(id),
              name: `${rank}. ${name ?? id}`,
              value: Math.max(netNew, 0),
              isQuiet: rank !== 1,
            }))}
            format={(value) => text(value, spendUnit)}
          />
        </section>
        {cards.slice(0, OPEN_MAX)}
        {cards.length > OPEN_MAX && (
          <details className="fold">
            <summary>{say('studio.rank.others', { count: cards.length - OPEN_MAX })}</summary>
            <div className="stack">{cards.slice(OPEN_MAX)}</div>
          </details>
        )}
      </div>
    </Joined>
  );
}
