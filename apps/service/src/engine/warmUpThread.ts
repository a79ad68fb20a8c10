/** Entry of the thread that makes what first calls would have to make. */
import { workerData } from 'node:worker_threads';
import { sharedBytes, warmUp } from '@hinterland/actions/action';
import { territoryFromShared } from '@hinterland/territory';
import { yieldToOthers } from '../kit/yieldToOthers.ts';
import type { WarmUpWork } from './warmUp.ts';

yieldToOthers();
const { shared, mostBytes, stop } = workerData as WarmUpWork;
const stopped = new Int32Array(stop);
const territory = territoryFromShared(shared);
const END = new Error('The warm-up was stopped.');
const checkpoint = () => {
  if (Atomics.load(stopped, 0) === 1) throw END;
};
try {
  for (const _ of warmUp(territory, checkpoint)) {
    checkpoint();
    if (sharedBytes(territory) > mostBytes) break;
  }
} catch (error) {
  if (error !== END) throw error;
}
