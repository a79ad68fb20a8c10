import { storeSets } from '@hinterland/engine/coverage';
import { loadTerritory } from '@hinterland/territory';
import { plan } from '../coverageRow.ts';
import { figuresOf } from '../measuredProcess.ts';
import { timed } from '../timed.ts';
import { answerParent, type ChildTask, type MemoryFigures } from './childProcesses.ts';

process.once('message', async ({ bundle, places }: ChildTask) => {
  const territory = await loadTerritory(bundle);
  const afterLoading = process.memoryUsage().rss / 1e6;
  const query = { places, mode: 'car', traffic: 'normal', limitSeconds: 3600 } as const;
  const once = () =>
    plan(storeSets(territory, query, { method: 'sweep' }), places.length - Math.round(places.length / 6));
  const { wall, cpu } = await timed(once);
  once();
  const figures = await figuresOf(process.pid);
  answerParent({
    afterLoadingMegabytes: afterLoading,
    peakMegabytes: figures?.peakMegabytes ?? Number.NaN,
    firstPlan: { wall, cpu },
  } satisfies MemoryFigures);
});
