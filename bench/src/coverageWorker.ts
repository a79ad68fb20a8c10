import { parentPort, workerData } from 'node:worker_threads';
import { storeSets } from '@hinterland/engine/coverage';
import { territoryFromShared } from '@hinterland/territory';
import type { CoverageAnswer, CoverageTask, CoverageWorkerData } from './coverageRow.ts';

const { shared } = workerData as CoverageWorkerData;
const territory = territoryFromShared(shared);

parentPort!.on('message', ({ places, minutes }: CoverageTask) => {
  const query = { places, mode: 'car', traffic: 'normal', limitSeconds: minutes * 60 } as const;
  const { territory: _, ...answer } = storeSets(territory, query, { method: 'sweep' });
  parentPort!.postMessage(answer satisfies CoverageAnswer, [
    answer.runs.ends.buffer as ArrayBuffer,
    answer.runs.classes.buffer as ArrayBuffer,
    answer.members.buffer as ArrayBuffer,
    answer.classList.buffer as ArrayBuffer,
  ]);
});
