import type { Box } from '@hinterland/geo';
import type { BackdropFeature } from '../inputs/backdrop.ts';
import { readOsmPbf } from '../pbf/readOsmPbf.ts';
import type { Report } from '../report/report.ts';
import { backdropOfMap } from './backdropOfMap.ts';
import { BACKDROP_INTEREST } from './kinds.ts';

/**
 * Reads what maps show behind data from extracts; `box` is where they are complete. They are read again for it, so
 * that nothing of it takes memory while the rest of a territory is made.
 */
export async function readBackdrop(
  paths: readonly string[],
  box: Box,
  report: Report,
): Promise<Iterable<BackdropFeature>> {
  const { map } = await readOsmPbf(paths, { interest: BACKDROP_INTEREST });
  return backdropOfMap(map, box, report);
}
