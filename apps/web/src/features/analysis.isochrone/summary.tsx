import type { ActionResult } from '@hinterland/client';
import { jointOfMembers } from '../../map/data/joint.ts';
import { useText } from '../../text/index.ts';
import { Bars } from '../../ui/chart.tsx';
import { useFormat } from '../../ui/format.ts';
import { Modes } from './modes.tsx';
import { Outlines } from './outlines.tsx';
import { Reliability } from './reliability.tsx';
import { useTravel } from './travel.ts';

type Area = ActionResult<'analysis.isochrone'>;

/** Residents within each band, its outline, how far rides can be relied on, and the same bands by other modes where they were asked for. */
export default function IsochroneSummary({
  result: { bands, modes, ...drawn },
  pointer = '',
}: {
  result: Pick<Area, 'bands'> & Partial<Pick<Area, 'geojson' | 'method' | 'modes' | 'origins'>>;
  pointer?: string;
}) {
  const { say } = useText();
  const { number, people } = useFormat();
  const travel = useTravel();
  const bars = bands.flatMap((band) => {
    const { limitSeconds, limitMeters, cumulativeResidents } = band;
    if (cumulativeResidents === null) return [];
    const name =
      limitSeconds === undefined
        ? say('result.kilometers', { kilometers: number((limitMeters ?? 0) / 1000) })
        : say('result.minutes', { count: limitSeconds / 60, minutes: number(limitSeconds / 60) });
    return [{ id: jointOfMembers(band) ?? name, name, value: cumulativeResidents }];
  });
  return (
    <div className="stack">
      <Outlines
        shapes={drawn.geojson?.features.map(({ geometry }) => geometry.coordinates) ?? []}
        origins={drawn.origins ?? []}
      />
      {bars.length > 0 && (
        <section className="stack-tight">
          <h4>{say('result.residentsWithin')}</h4>
          <Bars label={say('result.residentsWithin')} bars={bars} format={people} />
        </section>
      )}
      {drawn.method?.transit !== undefined && <p className="soft small">{travel(drawn.method)}.</p>}
      <Reliability bands={bands} pointer={pointer} />
      {modes !== undefined && <Modes modes={modes} />}
    </div>
  );
}
