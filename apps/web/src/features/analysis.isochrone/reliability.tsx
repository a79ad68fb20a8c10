import type { ActionResult } from '@hinterland/client';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { FigureTable } from '../results/figureTable.tsx';
import { Value } from '../results/value.tsx';

type Bands = ActionResult<'analysis.isochrone'>['bands'];

const SHARES = ['every', 'half', 'any'] as const;

/** How many people every departure, half of them, or any brings within each limit: whether one may miss a bus. */
export function Reliability({ bands, pointer }: { bands: Bands; pointer: string }) {
  const { say } = useText();
  const { number } = useFormat();
  if (bands.every(({ reliability }) => reliability === undefined)) return null;
  return (
    <section className="stack-tight">
      <h4>{say('studio.reliability.title')}</h4>
      <FigureTable
        caption={say('studio.reliability.title')}
        columns={bands.map(({ limitSeconds = 0 }) =>
          say('result.minutes', { count: limitSeconds / 60, minutes: number(limitSeconds / 60) }),
        )}
        rows={SHARES.map((share) => {
          const title = say(`studio.reliability.${share}`);
          const cells = bands.map(({ limitSeconds, reliability }, i) => (
            <Value
              key={limitSeconds}
              pointer={`${pointer}/bands/${i}/reliability/${share}`}
              value={reliability?.[share] ?? null}
              title={title}
              unit="persons"
            />
          ));
          return { id: share, title, cells };
        })}
      />
    </section>
  );
}
