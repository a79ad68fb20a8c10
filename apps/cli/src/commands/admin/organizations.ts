import { Command } from 'commander';
import { print, table, twoColumns } from '../../terminal.ts';
import { type HomeOption, type ListOptions, numberOf, printList, withAdmin, withHome } from './withAdmin.ts';

export function organizationsCommand(): Command {
  const organizations = new Command('organizations').description('organizations');
  withHome(organizations.command('list').option('--json', 'print as JSON'))
    .description('balance, members, keys and open jobs of every organization')
    .action(list);
  withHome(organizations.command('show').option('--json', 'print as JSON'))
    .description('an organization with its members, keys and webhooks')
    .argument('<id>', 'number of the organization')
    .action(show);
  withHome(organizations.command('suspend'))
    .description('refuse its keys and all changes by its members, and stop its jobs, until it is resumed')
    .argument('<id>', 'number of the organization')
    .action(suspend);
  withHome(organizations.command('resume'))
    .description('end the suspension of an organization')
    .argument('<id>', 'number of the organization')
    .action(resume);
  withHome(organizations.command('delete'))
    .description('delete an organization for good: keys, jobs, analyses, datasets and webhooks; the ledger stays')
    .argument('<id>', 'number of the organization')
    .requiredOption('--name <name>', 'its name, to be sure')
    .action(remove);
  return organizations;
}

async function list(options: ListOptions): Promise<void> {
  const rows = await withAdmin(options, (admin) => admin.listOrganizations());
  printList(rows, options, 'There are no organizations.');
}

async function show(text: string, options: ListOptions): Promise<void> {
  const id = numberOf(text, 'an organization');
  const organization = await withAdmin(options, (admin) => admin.showOrganization(id));
  if (options.json) {
    print(JSON.stringify(organization, null, 2));
    return;
  }
  const { memberList, keyList, endpointList, ...facts } = organization;
  print(twoColumns(Object.entries(facts).map(([name, value]): [string, string] => [name, `${value}`])));
  for (const [title, rows] of Object.entries({ members: memberList, keys: keyList, webhooks: endpointList })) {
    if (rows.length > 0) print(`\n${title}\n${table(rows)}`);
  }
}

async function suspend(text: string, options: HomeOption): Promise<void> {
  const id = numberOf(text, 'an organization');
  await withAdmin(options, (admin) => admin.suspendOrganization(id));
  print(`Organization ${id} is suspended.`);
}

async function resume(text: string, options: HomeOption): Promise<void> {
  const id = numberOf(text, 'an organization');
  await withAdmin(options, (admin) => admin.resumeOrganization(id));
  print(`Organization ${id} is not suspended.`);
}

async function remove(text: string, options: HomeOption & { name: string }): Promise<void> {
  const id = numberOf(text, 'an organization');
  await withAdmin(options, (admin) => admin.deleteOrganization(id, options.name));
  print(`Organization ${id} (${options.name}) is deleted. Its ledger stays.`);
}
