import { fileURLToPath } from 'node:url';
import { measuredProcess } from '../measuredProcess.ts';
import { type Measured, ORIGINS, SEED } from './measure.ts';

const MEASURED = new URL('./measured.js', import.meta.url);

/**
 * What bicycles to the first stop cost, where they are ridden from the addresses: people arrive at 50 random addresses, on foot and by
 * bicycle, each in a process of its own. Returns a Markdown table.
 */
export async function byAccess(dirs: readonly string[]): Promise<string> {
  const rows: string[] = [];
  for (const dir of dirs) {
    for (const access of ['walk', 'bicycle']) {
      const args = [fileURLToPath(MEASURED), dir, 'inbound', access];
      const { stdout, peakMegabytes } = await measuredProcess(process.execPath, args, process.cwd());
      const of = JSON.parse(stdout) as Measured;
      rows.push(
        `| ${[
          of.name,
          access === 'walk' ? 'on foot, 15 minutes' : 'by bicycle, 10 minutes',
          of.polesReached.toLocaleString('en-US'),
          of.firstMilliseconds.toFixed(0),
          of.milliseconds.toFixed(0),
          of.storesSeconds.toFixed(1),
          peakMegabytes.toFixed(0),
        ].join(' | ')} |`,
      );
    }
  }
  return [
    `The same questions inbound, of ${ORIGINS} random addresses with a stop in reach, seed ${SEED}: people set out from the addresses within an hour, on foot or by`,
    'bicycle (`access`), and end on foot. Processor time, medians as above; "50 stores" within half an hour. Each row is a process of its own.',
    '',
    '| territory | to the first stop | poles reached | first, ms | ms | 50 stores, s | MB at most |',
    '|---|---|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}
