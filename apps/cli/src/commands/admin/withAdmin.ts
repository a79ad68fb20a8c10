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
export async function withAdmin<T>(options: HomeOption, work: (admin: Admin) => Promise<T>): Promise<T> {
  const { openAdmin, readConfig } = await import('@hinterland/service');
  const admin = await openAdmin(readConfig(environmentWith(options)));
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
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
