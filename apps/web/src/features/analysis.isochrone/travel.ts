import type { ActionResult } from '@hinterland/client';
import { useNames } from '../../fields/title.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';

type Method = ActionResult<'analysis.isochrone'>['method'];

/** How people travel, in words: "Car. Traffic: Rush hour", "Public transport. Oct 3, 2026, 10:00–12:00, in 80% of departures". */
export function useTravel(): (method: Partial<Method>) => string {
  const { say } = useText();
  const names = useNames();
  const { date, percent } = useFormat();
  return ({ mode, measure, traffic, transit, speeds }) => {
    if (mode == null) return names.value(measure ?? '');
    if (transit !== undefined) {
      const window = say('studio.travel.window', { ...transit, date: date(transit.date) });
      const share = say('studio.travel.share', { share: percent(transit.percentile / 100) });
      const first = transit.access === 'bicycle' ? `, ${say('studio.travel.bicycle')}` : '';
      return `${names.value(mode)}. ${window}, ${share}${first}`;
    }
    if (speeds !== undefined) return `${names.value(mode)}. ${speeds.from}–${speeds.to}`;
    // Queues are for cars alone.
    if (mode !== 'car' || traffic == null) return names.value(mode);
    return `${names.value(mode)}. ${names.field('traffic')}: ${names.value(traffic)}`;
  };
}
