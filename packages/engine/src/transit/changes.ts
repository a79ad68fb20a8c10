import { oncePer } from '@hinterland/geo';
import type { Timetable } from './timetable.ts';

/** Walks from stop s to another vehicle are rows `first[s]` to `first[s + 1]`, those at the stop itself among them. */
export interface Changes {
  readonly first: Uint32Array;
  readonly stop: Uint32Array;
  readonly milliseconds: Int32Array;
}

/** Walks between stops as a timetable has them. */
export const changesOf = oncePer(
  ({ stopWalks, walks }: Timetable): Changes => ({
    first: stopWalks.firstWalk,
    stop: walks.stop,
    milliseconds: Int32Array.from(walks.seconds, (seconds) => seconds * 1000),
  }),
);

/** The same walks the other way round, for searches that run back in time. */
export const mirroredChangesOf = oncePer((timetable: Timetable): Changes => {
  const { first, stop, milliseconds } = changesOf(timetable);
  const stops = timetable.stops.rows;
  const mirroredFirst = new Uint32Array(stops + 1);
  for (const to of stop) mirroredFirst[to + 1]!++;
  for (let s = 0; s < stops; s++) mirroredFirst[s + 1]! += mirroredFirst[s]!;
  const next = mirroredFirst.slice();
  const mirroredStop = new Uint32Array(stop.length);
  const mirroredMilliseconds = new Int32Array(stop.length);
  for (let from = 0; from < stops; from++) {
    for (let i = first[from]!; i < first[from + 1]!; i++) {
      const at = next[stop[i]!]!++;
      mirroredStop[at] = from;
      mirroredMilliseconds[at] = milliseconds[i]!;
    }
  }
  return { first: mirroredFirst, stop: mirroredStop, milliseconds: mirroredMilliseconds };
});
