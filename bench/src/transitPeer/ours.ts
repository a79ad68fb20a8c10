/** Answers a question by the engine, stop to stop: changes are those at the same stop. Prints PeerAnswers. */
import { rideTimes, type Timetable, timetableOf } from '@hinterland/engine/transit';
import { Report, readTimetable } from '@hinterland/importers';
import { loadTerritory } from '@hinterland/territory';
import { percentile } from '../percentile.ts';
import { timed } from '../timed.ts';
import { LONGEST_SECONDS, MINUTES, type PeerAnswers, type PeerQuestion, RIDES, WINDOW_DEPARTURES } from './answers.ts';

const { file, bundle, feed, date, stops } = JSON.parse(process.argv[2]!) as PeerQuestion;

const read = await timed(() => readTimetable({ id: 'peer', path: file }, new Report('peer')));
const { transit, ...territory } = await loadTerritory(bundle);
if (transit === null) throw new Error(`${bundle} has no timetables.`);
const timetable: Timetable = { ...timetableOf({ ...territory, transit })!, ...changesAtSameStop(transit.stops.rows) };
const rowOf = new Map(Array.from({ length: transit.stops.rows }, (_, row) => [transit.stops.id.at(row), row]));
const day = Date.parse(`${date}T00:00Z`) / 86_400_000;

const ask = (from: string, minute: number, departures: number) => {
  const query = { day, fromMinute: minute, toMinute: minute + departures, percentile: 50, maxRides: RIDES };
  const access = { stops: [rowOf.get(from)!], costs: [0] };
  return timed(() => rideTimes(timetable, { ...query, maxWalkSeconds: 0 }, 'outbound', access, 1000 * LONGEST_SECONDS));
};

const [one, window]: [number[], number[]] = [[], []];
const questions: PeerAnswers['questions'][number][] = [];
for (const [i, from] of stops.entries()) {
  const minute = MINUTES[i % MINUTES.length]!;
  const { result, cpu } = await ask(from, minute, 1);
  one.push(cpu);
  const arrivals: Record<string, number> = {};
  result.stops.forEach((stop, row) => {
    const time = result.times[row]!;
    if (time > 1000 * LONGEST_SECONDS || transit.stops.feed[stop] !== feed) return;
    arrivals[transit.stops.id.at(stop)] = 60 * minute + time / 1000;
  });
  questions.push({ from, minute, arrivals });
  window.push((await ask(from, minute, WINDOW_DEPARTURES)).cpu);
}
const answers: PeerAnswers = {
  readMilliseconds: read.cpu,
  oneMilliseconds: percentile(one, 0.5),
  windowMilliseconds: percentile(window, 0.5),
  questions,
};
process.stdout.write(JSON.stringify(answers));

/** Each stop leads to itself alone, at once. */
function changesAtSameStop(rows: number): Pick<Timetable, 'stopWalks' | 'walks'> {
  return {
    stopWalks: { firstWalk: Uint32Array.from({ length: rows + 1 }, (_, i) => i) },
    walks: { stop: Uint32Array.from({ length: rows }, (_, i) => i), seconds: new Uint32Array(rows) },
  };
}
