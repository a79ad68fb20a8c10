import { Command } from 'commander';
import { print } from '../../terminal.ts';
import {
  type HomeOption,
  type ListOptions,
  organizationOf,
  printList,
  withAdmin,
  withHome,
  withListOptions,
} from './withAdmin.ts';

export function auditCommand(): Command {
  return withListOptions(new Command('audit'))
    .description('who did what, from where and when: the newest lines of the audit log')
    .action(async (options: ListOptions) => {
      const organization = organizationOf(options);
      const rows = await withAdmin(options, (admin) => admin.listAudit(organization));
      printList(rows, options, 'The audit log is empty.');
    });
}

export function usersCommand(): Command {
  const users = new Command('users').description('users and their ways to sign in');
  withHome(users.command('remove-second-factor'))
    .description('turn off the second factor of a user who has lost it, and end their sessions')
    .argument('<email>', 'address of the user')
    .action(async (email: string, options: HomeOption) => {
      await withAdmin(options, (admin) => admin.removeSecondFactor(email));
      print(`${email} signs in with the password alone. Their sessions have ended.`);
    });
  return users;
}
