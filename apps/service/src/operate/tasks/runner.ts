import { sql } from 'kysely';
import { type Loop, openLoop } from '../../kit/background/loop.ts';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import type { RegularTask } from './task.ts';

export interface TaskRunnerSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly tasks: readonly RegularTask[];
  /** Interval of polling for due tasks. */
  readonly everyMilliseconds: number;
}

/** Tasks at the same time: a slow one does not keep the others waiting. */
const CONCURRENT = 2;
/** A failed task is repeated after this, or after its interval where that is shorter. */
const RETRY_SECONDS = 600;

/** A task that was begun later than this from now was begun before the clock went back. */
const AHEAD = sql`interval '1 minute'`;

/** Does regular tasks in the background; of several replicas one does each of them. */
export function openTaskRunner({ db, clock, log, tasks, everyMilliseconds }: TaskRunnerSettings): Loop {
  const underWay = new Set<RegularTask>();
  return openLoop({
    take: () =>
      takeTask(
        db,
        clock,
        tasks.filter((task) => !underWay.has(task)),
      ),
    work(task) {
      underWay.add(task);
      return doTask(db, clock, log, task).finally(() => underWay.delete(task));
    },
    atOnce: CONCURRENT,
    everyMilliseconds,
    onError: (error, task) => log.error({ task: task?.name, err: error }, 'regular tasks not polled'),
  });
}

/** Claims the first task that is due; null where none is, or where another replica claims it at this moment. */
export async function takeTask(db: Db, clock: Clock, tasks: readonly RegularTask[]): Promise<RegularTask | null> {
  const { rows } = await sql<{ name: string }>`
    with task as (
      select * from unnest(${tasks.map(({ name }) => name)}::text[], ${tasks.map(({ everySeconds }) => everySeconds)}::float8[])
        with ordinality as t (name, seconds, place)
    ), due as (
      select t.name, t.seconds from task t left join regular_task r using (name)
      where r.begun_at is null or r.begun_at <= ${now(clock)} - make_interval(secs => t.seconds)
        or r.begun_at > ${now(clock)} + ${AHEAD}
      order by t.place limit 1
    )
    insert into regular_task as last (name, begun_at) select name, ${now(clock)} from due
    on conflict (name) do update set begun_at = excluded.begun_at
    where last.begun_at <= excluded.begun_at - (select make_interval(secs => seconds) from due)
      or last.begun_at > excluded.begun_at + ${AHEAD}
    returning name`.execute(db);
  return tasks.find(({ name }) => name === rows[0]?.name) ?? null;
}

/** Does a claimed task. A failure is logged, and the task falls due again before its interval is over. */
export async function doTask(db: Db, clock: Clock, log: Log, { name, everySeconds, run }: RegularTask): Promise<void> {
  try {
    await run();
  } catch (error) {
    log.error({ task: name, err: error }, 'regular task failed');
    const early = Math.max(0, everySeconds - RETRY_SECONDS);
    await sql`
      update regular_task set begun_at = ${now(clock)} - make_interval(secs => ${early})
      where name = ${name}`.execute(db);
  }
}
