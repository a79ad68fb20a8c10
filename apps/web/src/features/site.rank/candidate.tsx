import type { ActionResult } from '@hinterland/client';
import { type TextKey, useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { useJoint } from '../../ui/pointed.tsx';
import { useUnits } from '../results/units.ts';
import { Value } from '../results/value.tsx';

type Ranked = ActionResult<'site.rank'>['candidates'][number];

interface CandidateProps {
  readonly candidate: Ranked;
  /** Unit of amounts. */
  readonly unit: string;
  /** How often the ranking was computed with other parameters. */
  readonly variants: number;
  readonly pointer: string;
}

const AMOUNTS = ['captured', 'takenFromCompetitors', 'takenFromOwn', 'newToMarket'] as const;

/** A place of a ranking: its reasons, where its sales come from, and how far its rank holds. */
export function Candidate({ candidate, unit, variants, pointer }: CandidateProps) {
  const { say } = useText();
  const { percent, number } = useFormat();
  const units = useUnits();
  const joint = useJoint();
  const { id, name, rank, reasons, sensitivity } = candidate;
  return (
    <section className="stack-tight" data-rank={rank} {...joint(String(id))}>
      <h4>
        {rank}. <bdi>{name ?? id}</bdi>
      </h4>
      <ul className="reasons" lang="en">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <dl className="facts figures-list">
        {AMOUNTS.map((member) => {
          const title = say(`studio.rank.${member}` as TextKey);
          return (
            <div key={member}>
              <dt>
                {title} <span className="small">{units(unit)}</span>
              </dt>
              <dd>
                <Value pointer={`${pointer}/${member}`} value={candidate[member]} title={title} unit={unit} />
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="soft small">
        {say(sensitivity.keepsRank === 1 ? 'studio.rank.holdsAll' : 'studio.rank.holds', {
          share: percent(sensitivity.keepsRank),
          variants: number(variants),
          best: number(sensitivity.bestRank),
          worst: number(sensitivity.worstRank),
        })}
      </p>
    </section>
  );
}
