import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Admin } from '@hinterland/service';
import type { Command } from 'commander';
import { CommandError, note, print, table } from '../../terminal.ts';
import { environmentWith } from '../serve.ts';

export interface HomeOption {
  home?: string;
}

export interface ListOptions extends HomeOption {
  json?: boolean;
  all?: boolean;
  organization?: string;
}

export const withHome = (command: Command): Command =>
  command.option('--home <dir>', 'folder of the embedded database (HINTERLAND_HOME; ./var)');

/** Options of a list of one organization or of all. */
export const withListOptions = (command: Command): Command =>
  withHome(command.option('--organization <id>', 'of this organization alone').option('--json', 'print as JSON'));

/** Opens the database for one operation, or reaches the service that has it, and closes it again. */
export async function withAdmin<T>(
  { makesHome = false, ...options }: HomeOption & { readonly makesHome?: boolean },
  work: (admin: Admin) => Promise<T>,
): Promise<T> {
  const { openAdmin, readConfig } = await import('@hinterland/service');
  const config = readConfig(environmentWith(options));
  if (!makesHome) requireDatabase(config);
  const admin = await openAdmin(config);
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}

/** Throws where there is no database to look into: one that is made now would be empty. */
export function requireDatabase({
  home,
  databaseUrl,
}: {
  readonly home: string;
  readonly databaseUrl?: string | undefined;
}): void {
  if (databaseUrl !== undefined || existsSync(join(home, 'database'))) return;
  throw new CommandError(
    `There is no database in ${resolve(home)}. Name its folder with --home or HINTERLAND_HOME, or PostgreSQL with DATABASE_URL; "hinterland serve" makes a new one.`,
  );
}

/** A number from the command line. Throws where it is none: "x" is not the number of a key. */
export function numberOf(text: string, what: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new CommandError(`"${text}" is not the number of ${what}.`, 2);
  return Number(text);
}

export const organizationOf = ({ organization }: ListOptions): number | null =>
  organization === undefined ? null : numberOf(organization, 'an organization');

/** Prints a list, or a note where it is empty. */
export function printList(rows: readonly object[], { json }: ListOptions, none: string): void {
  if (json) print(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) note(none);
  else print(table(rows));
}
