import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SeededRandom } from '@hinterland/geo';
import { loadTerritory } from '@hinterland/territory';
import { installPeers } from '../country/valhalla.ts';
import { measuredProcess } from '../measuredProcess.ts';
import type { PeerAnswers, PeerQuestion } from './answers.ts';

/** The programs that answer. */
const OURS = new URL('./ours.js', import.meta.url);
const MINOTOR = new URL('./minotor.js', import.meta.url);

const QUESTIONS = 30;
const SEED = 23;

/** Timetables that minotor reads whole, by the id of the bundle that has them; its row among the feeds there. */
const CASES: Readonly<
  Record<string, { readonly file: string; readonly feed: number; readonly dates: readonly string[] }>
> = {
  // A Wednesday, the Sunday of the clock change and All Saints'.
  milan: { file: 'milan/milano_small_gtfs.zip', feed: 0, dates: ['2014-10-22', '2014-10-26', '2014-11-01'] },
  // The trains. It leaves out stop times without a time of their own, most of those of the buses.
  'porto-alegre': { file: 'porto-alegre/poa_trensurb.zip', feed: 1, dates: ['2019-05-13'] },
};

/**
 * Arrivals from stop to stop by the engine and by minotor (npm, RAPTOR in TypeScript) on the same timetables: with changes at
 * the same stop alone, which is what minotor has. Each in a process of its own. Returns a Markdown table; throws where two arrivals differ.
 */
export async function transitPeer(bundles: readonly string[], dataDir: string): Promise<string> {
  await installPeers();
  const rows: string[] = [];
  for (const bundle of bundles) {
    const { manifest, transit } = await loadTerritory(bundle);
    const known = CASES[manifest.id];
    if (known === undefined || transit === null) throw new Error(`There are no questions about ${manifest.id}.`);
    const { feed, dates } = known;
    const allStops = Array.from({ length: transit.stops.rows }, (_, row) => row)
      .filter((row) => transit.stops.feed[row] === feed)
      .map((row) => transit.stops.id.at(row));
    for (const date of dates) {
      const random = new SeededRandom(SEED);
      const stops = Array.from({ length: QUESTIONS }, () => allStops[random.int(allStops.length)]!);
      const question = { file: join(dataDir, known.file), bundle, feed, date, stops, allStops };
      rows.push(`| ${manifest.name}, ${date} | ${await compared(question)} |`);
    }
  }
  return [
    `${QUESTIONS} random stops of a timetable, seed ${SEED}, in turn at 8:00, 17:30 and 14:00; journeys of at most four rides and three hours, with changes at`,
    'the same stop alone, as minotor 1.0.7 has them. "Pairs": arrivals at a stop by either, all equal to the second. Each in a process of its own;',
    'times are processor time, of the questions their medians. "Reading": all days here, the day that is asked about in minotor. MB is the peak of the process,',
    'here with the whole territory.',
    '',
    '| timetable, day | pairs | one departure, ms: here | minotor | 120 departures, ms: here | minotor | reading, s: here | minotor | MB: here | minotor |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

async function compared(question: PeerQuestion): Promise<string> {
  const ours = await answered(OURS, question);
  const theirs = await answered(MINOTOR, question);
  let pairs = 0;
  for (const [i, { from, minute, arrivals }] of ours.questions.entries()) {
    const others = theirs.questions[i]!.arrivals;
    for (const stop of question.allStops) {
      if (stop === from || (arrivals[stop] === undefined && others[stop] === undefined)) continue;
      pairs++;
      if (arrivals[stop] === others[stop]) continue;
      throw new Error(
        `From ${from} at minute ${minute} to ${stop}: ${arrivals[stop]} here, ${others[stop]} by minotor.`,
      );
    }
  }
  const both = (of: (answers: typeof ours) => number, digits: number) =>
    `${of(ours).toFixed(digits)} | ${of(theirs).toFixed(digits)}`;
  return [
    pairs.toLocaleString('en'),
    both(({ oneMilliseconds }) => oneMilliseconds, 1),
    both(({ windowMilliseconds }) => windowMilliseconds, 0),
    both(({ readMilliseconds }) => readMilliseconds / 1000, 1),
    both(({ peakMegabytes }) => peakMegabytes, 0),
  ].join(' | ');
}

async function answered(
  program: URL,
  question: PeerQuestion,
): Promise<PeerAnswers & { readonly peakMegabytes: number }> {
  const { stdout, peakMegabytes } = await measuredProcess(
    process.execPath,
    [fileURLToPath(program), JSON.stringify(question)],
    process.cwd(),
  );
  return { ...(JSON.parse(stdout) as PeerAnswers), peakMegabytes };
}
