import { Command } from 'commander';
import { CommandError, print, table } from '../../terminal.ts';
import { type HomeOption, type ListOptions, numberOf, withAdmin, withHome } from './withAdmin.ts';

export function limitsCommand(): Command {
  const limits = new Command('limits').description('limits of an organization: what it may take of what all share');
  withHome(limits.command('show').option('--json', 'print as JSON'))
    .description('every limit of an organization, with its default')
    .argument('<organization>', 'number of the organization')
    .action(async (text: string, options: ListOptions) => {
      const organization = numberOf(text, 'an organization');
      const rows = await withAdmin(options, (admin) => admin.showLimits(organization));
      print(options.json ? JSON.stringify(rows, null, 2) : table(rows));
    });
  withHome(limits.command('set'))
    .description('set a limit of an organization; what it has beyond stays')
    .argument('<organization>', 'number of the organization')
    .argument('<name>', 'name of the limit, as "limits show" has it')
    .argument('<value>', 'a whole number, or "default"')
    .action(async (text: string, name: string, value: string, options: HomeOption) => {
      const organization = numberOf(text, 'an organization');
      if (value !== 'default' && !/^\d{1,15}$/.test(value)) {
        throw new CommandError(`"${value}" is no value of a limit: give a whole number, or "default".`, 2);
      }
      const wanted = value === 'default' ? null : Number(value);
      await withAdmin(options, (admin) => admin.setLimit(organization, name, wanted));
      print(`Organization ${organization}: ${name} is ${wanted ?? 'the default'}.`);
    });
  return limits;
}
