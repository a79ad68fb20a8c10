import { Command } from 'commander';
import { CommandError, print } from '../../terminal.ts';
import {
  type HomeOption,
  type ListOptions,
  organizationOf,
  printList,
  withAdmin,
  withHome,
  withListOptions,
} from './withAdmin.ts';

export function keysCommand(): Command {
  const keys = new Command('keys').description('API keys');
  withListOptions(keys.command('list')).description('keys, whose they are and when they were last used').action(list);
  withHome(keys.command('revoke'))
    .description('revoke a key: it stops working with its next request')
    .argument('<key>', 'number of the key, or its beginning such as hl_live_4fQ2mX9a')
    .action(revoke);
  return keys;
}

async function list(options: ListOptions): Promise<void> {
  const organization = organizationOf(options);
  const rows = await withAdmin(options, (admin) => admin.listKeys(organization));
  printList(rows, options, 'There are no keys.');
}

async function revoke(which: string, options: HomeOption): Promise<void> {
  if (!/^(\d{1,15}|hl_(live|test)_\w{8,})$/.test(which)) {
    throw new CommandError(`"${which}" is neither the number nor the beginning of a key.`, 2);
  }
  const id = await withAdmin(options, (admin) => admin.revokeKey(which));
  print(`Key ${id} is revoked.`);
}
