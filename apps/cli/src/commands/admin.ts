import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { CommandError, note, print, twoColumns } from '../terminal.ts';
import { environmentWith } from './serve.ts';

export function adminCommand(): Command {
  const admin = new Command('admin').description('organizations, users, keys and credits');
  admin
    .command('apply')
    .description('create everything in FILE that does not exist yet; prints ids, and the secrets of new keys once')
    .argument('<file>', 'JSON: {"organizations":[{"name","credits","teams":[…],"users":[…],"keys":[…]}]}')
    .option('--json', 'print as JSON')
    .option('--home <dir>', 'folder of the embedded database (HINTERLAND_HOME; ./var)')
    .action(apply);
  admin
    .command('keys')
    .description('API keys')
    .command('revoke')
    .description('revoke a key: it stops working with its next request')
    .argument('<id>', 'number of the key')
    .option('--home <dir>', 'folder of the embedded database (HINTERLAND_HOME; ./var)')
    .action(revoke);
  admin
    .command('credits')
    .description('credits of an organization')
    .command('grant')
    .description('add credits to the balance of an organization')
    .argument('<organization>', 'number of the organization')
    .argument('<amount>', 'credits, thousandths allowed')
    .option('--home <dir>', 'folder of the embedded database (HINTERLAND_HOME; ./var)')
    .action(grant);
  admin
    .command('organizations')
    .description('organizations')
    .command('delete')
    .description('delete an organization for good: keys, jobs, analyses, datasets and webhooks; the ledger stays')
    .argument('<id>', 'number of the organization')
    .requiredOption('--name <name>', 'its name, to be sure')
    .option('--home <dir>', 'folder of the embedded database (HINTERLAND_HOME; ./var)')
    .action(deleteOrganization);
  const orders = admin.command('orders').description('orders of credits');
  orders
    .command('list')
    .description('open orders, newest first')
    .option('--all', 'confirmed and cancelled ones too')
    .option('--json', 'print as JSON')
    .option('--home <dir>', 'folder of the embedded database (HINTERLAND_HOME; ./var)')
    .action(listOrders);
  orders
    .command('confirm')
    .description(
      'add the credits of a paid order, number its invoice and notify the organization; a repeat has no effect',
    )
    .argument('<id>', 'number of the order')
    .option('--home <dir>', 'folder of the embedded database (HINTERLAND_HOME; ./var)')
    .action(confirm);
  return admin;
}

interface HomeOption {
  home?: string;
}

/** Opens the database for one operation and closes it again. */
async function withAdmin<T>(
  options: HomeOption,
  work: (admin: Awaited<ReturnType<typeof import('@hinterland/service')['openAdmin']>>) => Promise<T>,
): Promise<T> {
  const { openAdmin, readConfig } = await import('@hinterland/service');
  const admin = await openAdmin(readConfig(environmentWith(options)));
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}

async function apply(path: string, options: HomeOption & { json?: boolean }): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`There is no file ${path}.`, 2);
  });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${path} is not JSON: ${(error as Error).message}`, 2);
  }
  const applied = await withAdmin(options, (admin) => admin.apply(parsed));
  if (options.json) {
    print(JSON.stringify(applied, null, 2));
    return;
  }
  for (const organization of applied.organizations) {
    print(`organization ${organization.id}  ${organization.name}`);
    const rows: [string, string][] = [
      ...organization.teams.map((team): [string, string] => [`  team ${team.id}`, team.name]),
      ...organization.users.map((user): [string, string] => [`  user ${user.id}`, `${user.email} (${user.role})`]),
      ...organization.keys.map((key): [string, string] => [
        `  key ${key.id}`,
        key.secret === null ? `${key.name} (exists)` : `${key.name}: ${key.secret}`,
      ]),
    ];
    if (rows.length > 0) print(twoColumns(rows));
  }
  for (const sentence of applied.notes) note(sentence);
}

async function revoke(id: string, options: HomeOption): Promise<void> {
  if (!/^\d{1,15}$/.test(id)) throw new CommandError(`"${id}" is not the number of a key.`, 2);
  await withAdmin(options, (admin) => admin.revokeKey(Number(id)));
  print(`Key ${id} is revoked.`);
}

async function grant(organization: string, amount: string, options: HomeOption): Promise<void> {
  const credits = Number(amount);
  if (!/^\d{1,15}$/.test(organization)) {
    throw new CommandError(`"${organization}" is not the number of an organization.`, 2);
  }
  if (!(credits > 0 && Number.isFinite(credits)) || Math.round(credits * 1000) !== credits * 1000) {
    throw new CommandError(`"${amount}" is not an amount of credits: a number above 0, at most three decimals.`, 2);
  }
  const balance = await withAdmin(options, (admin) => admin.grantCredits(Number(organization), credits));
  print(`Organization ${organization} now has ${balance} credits.`);
}

async function deleteOrganization(id: string, options: HomeOption & { name: string }): Promise<void> {
  if (!/^\d{1,15}$/.test(id)) throw new CommandError(`"${id}" is not the number of an organization.`, 2);
  await withAdmin(options, (admin) => admin.deleteOrganization(Number(id), options.name));
  print(`Organization ${id} (${options.name}) is deleted. Its ledger stays.`);
}

async function listOrders(options: HomeOption & { all?: boolean; json?: boolean }): Promise<void> {
  const orders = await withAdmin(options, (admin) => admin.listOrders(options.all === true));
  if (options.json) {
    print(JSON.stringify(orders, null, 2));
    return;
  }
  if (orders.length === 0) note(options.all ? 'There are no orders.' : 'There are no open orders.');
  const rows = orders.map((order): [string, string] => [
    `order ${order.id}  ${order.status}`,
    `${order.amount / 1000} credits for ${order.organization_name} (organization ${order.organization_id}), ` +
      `by ${order.buyer_email}` +
      (order.reference === null ? '' : `, reference ${order.reference}`) +
      (order.invoice_number === null ? '' : `, ${order.invoice_number}`),
  ]);
  if (rows.length > 0) print(twoColumns(rows));
}

async function confirm(id: string, options: HomeOption): Promise<void> {
  if (!/^\d{1,15}$/.test(id)) throw new CommandError(`"${id}" is not the number of an order.`, 2);
  const { order, again } = await withAdmin(options, (admin) => admin.confirmOrder(Number(id)));
  print(
    again
      ? `Order ${id} was confirmed before, as ${order.invoice_number}: nothing was changed.`
      : `Order ${id} is confirmed as ${order.invoice_number}: ${order.amount / 1000} credits for ${order.organization_name}.`,
  );
}
