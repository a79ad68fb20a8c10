import type { Clock, Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { Postman } from '../mail/sender.ts';

/** What regular tasks need of the service. */
export interface TaskParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly postman: Pick<Postman, 'nudge'>;
  /** Who is told of what only the operator can repair. */
  readonly operatorMail: string | undefined;
}

/** Something done now and then. It may be done twice, or begin anew after it was broken off, without harm. */
export interface RegularTask {
  readonly name: string;
  readonly everyHours: number;
  run(parts: TaskParts): Promise<unknown>;
}
