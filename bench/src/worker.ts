import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findAction } from '@hinterland/actions';
import { toDegrees } from '@hinterland/geo';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { onDemo } from './demoService.ts';

const ROWS = 3000;
/** Three bands by car, without polygons. */
export const INPUT = { bandSeconds: [300, 600, 900], geometry: false };

/**
 * Processor time per row of a loop over the engine, of `hinterland work` and of the Python package around it. PYTHON names an
 * interpreter that has the package.
 */
export function worker(root: string): Promise<string> {
  return onDemo(root, async ({ home }) => {
    const folder = join(home, 'territories', 'demo');
    const territory = await loadTerritory(folder);
    const places = placesOf(territory);
    const command = [process.execPath, join(root, 'apps/cli/bin/hinterland.js')];
    const question = JSON.stringify({ folder, places, input: INPUT, command });
    const python = process.env.PYTHON ?? 'python3';
    const text = execFileSync(python, [join(root, 'bench/worker.py')], { input: question, encoding: 'utf8' });
    const { worker, start, around, megabytes } = JSON.parse(text) as Record<string, number>;
    const loop = loopSeconds(territory, places);
    const row = (what: string, seconds: number) =>
      `| ${what} | ${((1000 * seconds) / ROWS).toFixed(2)} | ${(loop / seconds).toFixed(2)} |`;
    return [
      `${ROWS} isochrones of three bands by car, without polygons, at poles of the demo; one thread. Processor time, so that another`,
      `load on the machine does not count, without the start (${start!.toFixed(2)} s). The worker held ${megabytes!.toFixed(0)} MB at most.`,
      '',
      '| way | ms per row | throughput of the loop |',
      '|---|--:|--:|',
      row('the engine in a loop', loop),
      row('`hinterland work`', worker!),
      row('the Python package with its worker', worker! + around!),
    ].join('\n');
  });
}

/** Poles of a territory, evenly taken. */
export function placesOf({ poles }: Territory): { lat: number; lng: number }[] {
  const every = Math.floor(poles.rows / ROWS);
  return Array.from({ length: ROWS }, (_, i) => ({
    lat: toDegrees(poles.latMicrodegrees[i * every]!),
    lng: toDegrees(poles.lngMicrodegrees[i * every]!),
  }));
}

/** Processor seconds of the calls one after the other, as a program makes them that has the engine in it. */
function loopSeconds(territory: Territory, places: readonly object[]): number {
  const action = findAction('analysis.isochrone')!;
  const context = { territory, channel: 'batch' as const, progress: () => {}, cancelled: () => false };
  const run = (place: object) => action.run(context, action.input.parse({ ...INPUT, origins: [place] }));
  run(places[0]!);
  const before = process.cpuUsage();
  for (const place of places) run(place);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
