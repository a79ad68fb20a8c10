import type { CompiledQuery } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** A database that says what it is asked: the text of each statement outside of transactions, and 'transaction' for each of those. */
export function watchedDatabase(db: Db, watch: (asked: string) => void): Db {
  const executor = new Proxy(db.getExecutor(), {
    get(target, name) {
      if (name !== 'executeQuery') return bound(target, name);
      return async (query: CompiledQuery) => {
        watch(query.sql);
        return target.executeQuery(query);
      };
    },
  });
  return new Proxy(db, {
    get(target, name) {
      if (name === 'getExecutor') return () => executor;
      if (name === 'transaction') watch('transaction');
      return bound(target, name);
    },
  });
}

function bound(target: object, name: string | symbol): unknown {
  const value = Reflect.get(target, name, target);
  return typeof value === 'function' ? value.bind(target) : value;
}
