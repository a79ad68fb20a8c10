import { limitOf } from './limit.ts';
import { type Bar, type Bars, bars, type Section, type Sentence } from './telling.ts';
import { byOf, type Said, sentenceAt, trafficOf } from './words/said.ts';

interface Reached {
  readonly limitSeconds?: number;
  readonly limitMeters?: number;
}

/** Name of a place: its own, else its id. */
export const placeName = ({ name, id }: { readonly name?: string | null; readonly id: string | number }): string =>
  name ?? String(id);

interface Band extends Reached {
  readonly cumulativeResidents: number | null;
  readonly cumulativePoles: number;
}

const REACH = { in: 'sentence.reach', several: 'sentence.reachSeveral', out: 'sentence.reached' } as const;

/** How many people reach one place or several within a limit, or are reached from there; addresses where nobody counted people. */
export function peopleWithin(band: Band, mode: unknown, direction: keyof typeof REACH, pointer: string): Sentence {
  const { cumulativeResidents: people, cumulativePoles: poles } = band;
  const limit = limitOf(band);
  const [value, member] =
    people === null ? ([poles, 'cumulativePoles'] as const) : ([people, 'cumulativeResidents'] as const);
  return {
    figure: { figure: value, unit: 'people' },
    at: { pointer: `${pointer}/${member}`, value },
    rest: {
      text: people === null ? 'sentence.poles' : REACH[direction],
      with: { within: limit === null ? '' : { limit }, by: byOf(mode) },
    },
  };
}

/** How many people live within a limit, or in an area; null where nobody counted them. */
export function peopleLiving(
  { residents, ...reached }: Reached & { readonly residents: number | null },
  mode: unknown,
  pointer: string,
): Sentence | null {
  if (residents === null) return null;
  const limit = limitOf(reached);
  const rest: Said =
    limit === null
      ? { text: 'sentence.people' }
      : { text: 'sentence.within', with: { within: { limit }, by: byOf(mode) } };
  return { figure: { figure: residents, unit: 'people' }, at: { pointer, value: residents }, rest };
}

/** Residents within each limit. */
export const residentsByLimit = (rows: readonly (Reached & { readonly residents: number | null })[]): Bars =>
  bars(
    'bars',
    { unit: 'persons' },
    rows.flatMap(({ residents, ...row }): Bar[] => {
      const limit = limitOf(row);
      if (limit === null || residents === null) return [];
      const id = limit.seconds === undefined ? `${limit.meters} m` : `${limit.seconds} s`;
      return [{ id, name: { part: 'within', limit }, value: residents }];
    }),
  );

/** Something asked for that has no figures, and why. */
export const missing = (name: Said, without: { readonly reason: string }): Section => ({
  parts: [
    { kind: 'text', text: { text: 'missing', with: { name } } },
    { kind: 'text', text: sentenceAt(without, 'reason', without.reason) },
  ],
});

/** Members of a method about how people travel. */
interface Travel {
  readonly mode?: unknown;
  readonly measure?: unknown;
  readonly traffic?: unknown;
  readonly transit?: {
    readonly date: string;
    readonly from: string;
    readonly to: string;
    readonly percentile: number;
    readonly access?: string;
  };
  readonly speeds?: { readonly from: string; readonly to: string };
}

/** How people travel: "by car, normal traffic", "by public transport, Oct 3, 2026, 10:00–12:00, in 80% of departures". */
export function travelOf({ mode, measure, traffic, transit, speeds }: Travel): Said {
  if (mode == null) return measure === 'distance' ? { code: measure } : byOf(null);
  const by = byOf(mode);
  if (transit !== undefined) {
    const { date, from, to, percentile, access } = transit;
    const window: Said = { text: 'travel.window', with: { date: { day: date }, from, to } };
    const share: Said = { text: 'travel.share', with: { share: { figure: percentile / 100, unit: 'share' } } };
    return { all: [by, window, share, ...(access === 'bicycle' ? [{ text: 'travel.bicycle' } as const] : [])] };
  }
  if (speeds !== undefined) return { all: [by, `${speeds.from}–${speeds.to}`] };
  // Queues are for cars alone.
  return mode === 'car' && typeof traffic === 'string' ? { all: [by, trafficOf(traffic)] } : by;
}
