import { sql } from 'kysely';
import { now } from '../db/database.ts';
import { tasks as allTasks } from './list.ts';
import type { RegularTask, TaskParts } from './task.ts';

export interface TaskRunnerSettings extends TaskParts {
  /** How often it looks whether something is to be done. */
  readonly everyMilliseconds: number;
}

/** Does regular tasks in the background; of several replicas one does each of them. */
export function openTaskRunner(settings: TaskRunnerSettings): { stop(): Promise<void> } {
  let stopping = false;
  let round: Promise<void> = Promise.resolve();
  const look = () => runTasks(settings, allTasks, () => stopping);
  const timer = setInterval(() => {
    round = round.then(look);
  }, settings.everyMilliseconds);
  timer.unref();
  round = look();
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      await round;
    },
  };
}

/** Does the tasks whose time has come, unless another replica has begun them. What fails is told and tried again. */
export async function runTasks(
  parts: TaskParts,
  tasks: readonly RegularTask[],
  stopped: () => boolean = () => false,
): Promise<void> {
  for (const task of tasks) {
    if (stopped()) return;
    try {
      if (!(await begin(parts, task))) continue;
      await task.run(parts).catch(async (error) => {
        await sql`delete from regular_task where name = ${task.name}`.execute(parts.db);
        throw error;
      });
    } catch (error) {
      if (!stopped()) parts.log.error({ task: task.name, err: error }, 'regular task failed');
    }
  }
}

/** True for whoever is the first to begin the task since its time has come. */
async function begin({ db, clock }: TaskParts, { name, everyHours }: RegularTask): Promise<boolean> {
  const { rows } = await sql`
    insert into regular_task as last (name, begun_at) values (${name}, ${now(clock)})
    on conflict (name) do update set begun_at = excluded.begun_at
    where last.begun_at <= excluded.begun_at - ${everyHours}::float8 * interval '1 hour'
    returning name`.execute(db);
  return rows.length > 0;
}
