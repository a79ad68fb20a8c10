import { resolve } from 'node:path';
import { Command } from 'commander';
import { CommandError, figure, note, print } from '../terminal.ts';
import { type HomeOption, requireDatabase, withAdmin, withHome } from './admin/withAdmin.ts';
import { environmentWith } from './serve.ts';

export function backupCommand(): Command {
  return withHome(new Command('backup'))
    .description('copy the embedded database and the key of its secrets to a new folder, also while the service runs')
    .argument('<folder>', 'new folder for the backup')
    .action(async (folder: string, options: HomeOption) => {
      const { backUp, readConfig } = await import('@hinterland/service');
      const config = readConfig(environmentWith(options));
      requireDatabase(config);
      const { files, bytes, takenAt } = await backUp(config, resolve(folder));
      print(`Backup of ${takenAt} in ${folder}: ${files} files, ${figure(bytes / 2 ** 20, 1)} MiB.`);
      note('It holds the key of the secrets where that is a file: keep it as safe as the database itself.');
    });
}

export function restoreCommand(): Command {
  return withHome(new Command('restore'))
    .description('put a backup into a home without a database, after comparing every file with its checksum')
    .argument('<folder>', 'folder of the backup')
    .action(async (folder: string, options: HomeOption) => {
      const { readConfig, restoreBackup } = await import('@hinterland/service');
      const config = readConfig(environmentWith(options));
      if (config.databaseUrl !== undefined) {
        throw new CommandError('DATABASE_URL names PostgreSQL: leave it out to restore an embedded database.', 2);
      }
      const { takenAt } = await restoreBackup(resolve(folder), config.home);
      const [organizations, violations] = await withAdmin(options, (admin) =>
        Promise.all([admin.listOrganizations(), admin.checkLedger()]),
      );
      print(`Restored the backup of ${takenAt} into ${config.home}: ${organizations.length} organizations.`);
      if (violations.length > 0) throw new CommandError(`The ledger is wrong in ${violations.length} places.`);
    });
}
