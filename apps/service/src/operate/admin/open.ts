import type { BackupSummary } from '../../kit/db/backup.ts';
import { type DatabaseSettings, openDatabase } from '../../kit/db/database.ts';
import { openMigratedDatabase } from '../../kit/db/migrate.ts';
import type { SecretsSettings } from '../../kit/secrets/box.ts';
import type { Admin } from './admin.ts';
import { makeAdmin } from './operations.ts';
import { reachAdmin } from './socket.ts';

/**
 * Opens the database for an operator. The embedded database serves one process at a time: while the service runs on it, the
 * service does the operations, through a socket beside the database. Throws with a sentence where neither is possible.
 */
export async function openAdmin(config: DatabaseSettings & SecretsSettings): Promise<Admin> {
  const reached = config.databaseUrl === undefined ? await reachAdmin(config.home) : null;
  if (reached !== null) return reached;
  const database = await openMigratedDatabase(config);
  return { ...makeAdmin(database, config), close: () => database.close() };
}

/**
 * Makes a backup of the embedded database in a new folder, also while the service runs. Leaves the schema as it is, so that a
 * newer version can make the backup before an upgrade.
 */
export async function backUp(config: DatabaseSettings & SecretsSettings, folder: string): Promise<BackupSummary> {
  const reached = config.databaseUrl === undefined ? await reachAdmin(config.home) : null;
  if (reached !== null) return reached.backup(folder);
  const database = await openDatabase(config);
  try {
    return await makeAdmin(database, config).backup(folder);
  } finally {
    await database.close();
  }
}
