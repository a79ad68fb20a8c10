import { sharedBytes } from '@hinterland/engine/warmUp';
import { warmUp } from '@hinterland/service';
import type { Territory } from '@hinterland/territory';
import { timed } from '../timed.ts';
import type { WarmUpFigures } from './freshProcess.ts';

/** Default of the service. */
const MOST_MEGABYTES = 1000;

/** Warms a territory up by the thread of the service, as it does while nobody asks. */
export async function warmUpTimed(territory: Territory): Promise<WarmUpFigures> {
  const { wall, cpu } = await timed(() => warmUp(territory, MOST_MEGABYTES, new AbortController().signal));
  return { seconds: wall / 1000, cpuSeconds: cpu / 1000, megabytes: sharedBytes(territory) / 1e6 };
}
