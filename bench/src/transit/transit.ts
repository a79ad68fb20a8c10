import { loadTerritory } from '@hinterland/territory';
import { type Measured, measure, ORIGINS, SEED } from './measure.ts';

/**
 * How long journeys by public transport take: of 50 random addresses with a stop in reach the residents within an hour and the polygon, for each
 * of 120 departures, one thread; then the same addresses as stores of one network. Returns a Markdown table.
 */
export async function transit(dirs: readonly string[]): Promise<string> {
  const rows: string[] = [];
  for (const dir of dirs) {
    rows.push(rowOf(await measure(await loadTerritory(dir), { direction: 'outbound', access: 'walk' })));
  }
  return [
    `${ORIGINS} random addresses with a stop in reach, seed ${SEED}, outbound, a weekday from 7:00 to 9:00 (Porto Alegre from 14:00 to 16:00, since its`,
    'timetable at hand has trips from 11:50 to 18:00 alone), median of the departures, at most three rides and walks of 15 minutes.',
    'One thread. "First" is the median of the first round, in which walks from stops are found and kept; the other times are those of',
    'the second one: catchment with residents, reliability and polygon. "50 stores" are the poles of each address as a store, within half an hour',
    'by public transport. "MB at most" is the peak of the process after all that, the territories above included. Goals: 150 ms and 50 on the demo; 50 stores',
    'in 5 s. Where other work loads the machine, CPU time is what to compare.',
    '',
    '| territory | stops | trips | poles | poles reached | stops reached | first, ms CPU | ms | 95%, ms | ms CPU | 50 stores, s | s CPU | MB at most |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

const rowOf = (of: Measured): string =>
  `| ${[
    of.name,
    of.stops.toLocaleString('en-US'),
    of.trips.toLocaleString('en-US'),
    of.poles.toLocaleString('en-US'),
    of.polesReached.toLocaleString('en-US'),
    of.stopsReached.toLocaleString('en-US'),
    of.firstMilliseconds.toFixed(0),
    of.wallMilliseconds.toFixed(0),
    of.slowMilliseconds.toFixed(0),
    of.milliseconds.toFixed(0),
    of.storesWallSeconds.toFixed(1),
    of.storesSeconds.toFixed(1),
    (process.resourceUsage().maxRSS / 1000).toFixed(0),
  ].join(' | ')} |`;
