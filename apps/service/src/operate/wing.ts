import { noLoop } from '../kit/background/loop.ts';
import type { Kit } from '../kit/kit.ts';
import { regularTasks, type TaskSettings } from './tasks/list.ts';
import { openTaskRunner } from './tasks/runner.ts';

export interface OperateWingSettings
  extends Pick<TaskSettings, 'holdLeaseSeconds' | 'askAboutOpenOrders' | 'tidyAssistant' | 'store'> {
  /** Interval of polling for regular tasks; null for a process without them. */
  readonly everyMilliseconds: number | null;
}

/** What is done regularly. */
export function openOperation(kit: Kit, { everyMilliseconds, ...settings }: OperateWingSettings) {
  const tasks = regularTasks({ ...kit, ...settings });
  return { loops: [everyMilliseconds === null ? noLoop : openTaskRunner({ ...kit, tasks, everyMilliseconds })] };
}
