import type { ActionResult } from '@hinterland/client';
import { type TextKey, useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { FigureTable } from '../results/figureTable.tsx';
import { Value } from '../results/value.tsx';

type Compared = NonNullable<ActionResult<'analysis.isochrone'>['modes']>;

/** Residents within each limit by every mode of a comparison, those of the last limit in a sentence as well. */
export function Modes({ modes }: { modes: Compared }) {
  const { say } = useText();
  const { number, people, threeDigits } = useFormat();
  const answered = modes.flatMap(({ mode, bands }, i) => (bands === undefined ? [] : [{ mode, bands, i }]));
  const limits = answered[0]?.bands.map(({ limitSeconds = 0 }) =>
    say('result.minutes', { count: limitSeconds / 60, minutes: number(limitSeconds / 60) }),
  );
  if (limits === undefined) return null;
  const label = say('result.residentsWithin');
  const said = answered.flatMap(({ mode, bands }) => {
    const residents = bands.at(-1)?.cumulativeResidents;
    const by = say(`studio.by.${mode}` as TextKey);
    return residents == null ? [] : [{ mode, residents, by }];
  });
  return (
    <section className="stack-tight">
      {said.length > 0 && (
        <p>
          {say('studio.modes.within', { within: limits.at(-1) ?? '' })}{' '}
          {said.map(({ mode, residents, by }, i) => (
            <span key={mode}>
              {by} <strong title={people(residents)}>{threeDigits(residents)}</strong>
              {i < said.length - 1 ? '; ' : '.'}
            </span>
          ))}
        </p>
      )}
      <FigureTable
        caption={label}
        columns={limits}
        rows={answered.map(({ mode, bands, i }) => {
          const title = say(`studio.value.${mode}` as TextKey);
          const cells = bands.map(({ cumulativeResidents }, band) => (
            <Value
              key={limits[band]}
              pointer={`/modes/${i}/bands/${band}/cumulativeResidents`}
              value={cumulativeResidents}
              title={`${title}: ${label}`}
              unit="persons"
            />
          ));
          return { id: mode, title, cells };
        })}
      />
      {modes.map(({ mode, reason }) =>
        reason === undefined ? null : (
          <p key={mode} className="soft small" lang="en">
            {reason}
          </p>
        ),
      )}
    </section>
  );
}
