import type { Box } from '@hinterland/geo';
import type { BackdropFeature } from '../inputs/backdrop.ts';
import type { Cut } from '../pbf/boxCut.ts';
import { readOsmPbf } from '../pbf/readOsmPbf.ts';
import type { Report } from '../report/report.ts';
import { backdropOfMap } from './backdropOfMap.ts';
import { BACKDROP_INTEREST } from './kinds.ts';

/**
 * Reads what maps show behind data from extracts; `box` is where they are complete, `cut` what
 * is read of them where that is less than all. They are read again for it, so
 * that nothing of it takes memory while the rest of a territory is made.
 */
export async function readBackdrop(
  paths: readonly string[],
  box: Box,
  cut: Cut | undefined,
  report: Report,
): Promise<Iterable<BackdropFeature>> {
  const { map } = await readOsmPbf(paths, { interest: BACKDROP_INTEREST, cut });
  return backdropOfMap(map, box, report);
}
