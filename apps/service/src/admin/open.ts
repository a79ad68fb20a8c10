import type { Config } from '../config.ts';
import { openMigratedDatabase } from '../db/migrate.ts';
import type { Admin } from './admin.ts';
import { makeAdmin } from './operations.ts';
import { reachAdmin } from './socket.ts';

/**
 * Opens the database for an operator. The embedded database serves one process at a time: while the service runs on it, the
 * service does the operations, through a socket beside the database. Throws with a sentence where neither is possible.
 */
export async function openAdmin(config: Config): Promise<Admin> {
  const reached = config.databaseUrl === undefined ? await reachAdmin(config.home) : null;
  if (reached !== null) return reached;
  const database = await openMigratedDatabase(config);
  return { ...makeAdmin(database), close: () => database.close() };
}
