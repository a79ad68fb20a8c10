import { loadTerritory } from '@hinterland/territory';
import { figuresOf } from '../measuredProcess.ts';
import { type Times, timed } from '../timed.ts';
import { answerParent } from './childProcesses.ts';
import type { FreshAnswer, FreshTask } from './freshProcess.ts';
import { answer } from './isochroneRows.ts';
import { warmUpTimed } from './warmUpTimed.ts';

process.once('message', async ({ bundle, isWarmedUp, questions }: FreshTask) => {
  const territory = await loadTerritory(bundle);
  const warm = isWarmedUp ? await warmUpTimed(territory) : { seconds: 0, cpuSeconds: 0, megabytes: 0 };
  const times: Times[] = [];
  for (const { place, minutes } of questions) {
    const { wall, cpu } = await timed(() => answer(territory, place, minutes).text.length);
    times.push({ wall, cpu });
  }
  const residentMegabytes = process.memoryUsage().rss / 1e6;
  const peakMegabytes = (await figuresOf(process.pid))?.peakMegabytes ?? Number.NaN;
  answerParent({ times, warmUp: warm, residentMegabytes, peakMegabytes } satisfies FreshAnswer);
});
