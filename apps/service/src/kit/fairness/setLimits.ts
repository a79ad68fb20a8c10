import { sql } from 'kysely';
import { type Loop, openLoop } from '../background/loop.ts';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { FAIR_LIMITS, type LimitName } from './limits.ts';

/** Interval at which a process reads the limits that operators have set. */
const EVERY_MILLISECONDS = 15_000;

/** The limits of organizations as this process knows them, for bounds that are asked at every call. */
export class SetLimits {
  #set: ReadonlyMap<string, number> = new Map();

  of(organizationId: number, name: LimitName): number {
    return this.#set.get(`${organizationId} ${name}`) ?? FAIR_LIMITS[name].default;
  }

  async read(db: Db): Promise<void> {
    const { rows } = await sql<{ organization_id: number; name: string; value: number }>`
      select organization_id, name, value from organization_limit`.execute(db);
    this.#set = new Map(rows.map(({ organization_id: id, name, value }) => [`${id} ${name}`, value]));
  }

  /** Reads the limits now and again. */
  keepRead(db: Db, log: Log, everyMilliseconds = EVERY_MILLISECONDS): Loop {
    return openLoop<never>({
      take: async () => {
        await this.read(db);
        return null;
      },
      work: async () => {},
      atOnce: 1,
      everyMilliseconds,
      onError: (error) => log.warn({ err: error }, 'limits of organizations not read'),
    });
  }
}
