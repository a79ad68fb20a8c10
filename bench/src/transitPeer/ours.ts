/** Answers a question by the engine, stop to stop: changes are those at the same stop. Prints PeerAnswers. */
import { rideTimes, type Timetable, timetableOf } from '@hinterland/engine/transit';
import { Report, readTimetables } from '@hinterland/importers';
import { loadTerritory } from '@hinterland/territory';
import { timed } from '../timed.ts';
import { LONGEST_SECONDS, type PeerQuestion, printAnswers, RIDES } from './answers.ts';

const question = JSON.parse(process.argv[2]!) as PeerQuestion;
const { file, bundle, feed, date } = question;

const read = await timed(async () => {
  for await (const _ of readTimetables({ id: 'peer', path: file }, new Report('peer')));
});
const { transit, ...territory } = await loadTerritory(bundle);
if (transit === null) throw new Error(`${bundle} has no timetables.`);
const timetable: Timetable = { ...timetableOf({ ...territory, transit })!, ...changesAtSameStop(transit.stops.rows) };
const rowOf = new Map(Array.from({ length: transit.stops.rows }, (_, row) => [transit.stops.id.at(row), row]));
const day = Date.parse(`${date}T00:00Z`) / 86_400_000;

await printAnswers(question, {
  readMilliseconds: read.cpu,
  ask: (from, minute, departures) => {
    const query = { day, fromMinute: minute, toMinute: minute + departures, percentile: 50, maxRides: RIDES };
    const access = { stops: [rowOf.get(from)!], costs: [0] };
    return rideTimes(timetable, { ...query, maxWalkSeconds: 0 }, 'outbound', access, 1000 * LONGEST_SECONDS);
  },
  arrivalsOf: ({ stops, times }, minute) => {
    const arrivals: Record<string, number> = {};
    stops.forEach((stop, row) => {
      const time = times[row]!;
      if (time > 1000 * LONGEST_SECONDS || transit.stops.feed[stop] !== feed) return;
      arrivals[transit.stops.id.at(stop)] = 60 * minute + time / 1000;
    });
    return arrivals;
  },
});

/** Each stop leads to itself alone, at once. */
function changesAtSameStop(rows: number): Pick<Timetable, 'stopWalks' | 'walks'> {
  return {
    stopWalks: { firstWalk: Uint32Array.from({ length: rows + 1 }, (_, i) => i) },
    walks: { stop: Uint32Array.from({ length: rows }, (_, i) => i), seconds: new Uint32Array(rows) },
  };
}
