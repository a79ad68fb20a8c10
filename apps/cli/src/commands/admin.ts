import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { CommandError, noFile, note, parseAmount, print, twoColumns } from '../terminal.ts';
import { auditCommand, usersCommand } from './admin/accounts.ts';
import { keysCommand } from './admin/keys.ts';
import { limitsCommand } from './admin/limits.ts';
import { organizationsCommand } from './admin/organizations.ts';
import { secretsCommand } from './admin/secrets.ts';
import { type HomeOption, numberOf, withAdmin } from './admin/withAdmin.ts';
import { correctionsCommand, deliveriesCommand, holdsCommand, jobsCommand, ledgerCommand } from './admin/work.ts';

export function adminCommand(): Command {
  const admin = new Command('admin').description('operations of the operator, also while the service runs');
  admin
    .command('apply')
    .description('create everything in FILE that does not exist yet; prints ids, and the secrets of new keys once')
    .argument('<file>', 'JSON: {"organizations":[{"name","credits","teams":[…],"users":[…],"keys":[…]}]}')
    .option('--json', 'print as JSON')
    .option('--home <dir>', 'folder of the embedded database (HINTERLAND_HOME; ./var)')
    .action(apply);
  admin.addCommand(organizationsCommand());
  admin.addCommand(limitsCommand());
  admin.addCommand(keysCommand());
  admin.addCommand(auditCommand());
  admin.addCommand(usersCommand());
  admin.addCommand(jobsCommand());
  admin.addCommand(holdsCommand());
  admin.addCommand(correctionsCommand());
  admin.addCommand(deliveriesCommand());
  admin.addCommand(ledgerCommand());
  admin.addCommand(secretsCommand());
  // An organization's own server has no credits to grant, and no orders.
  if (process.env.HINTERLAND_HOUSE !== '1') addPayments(admin);
  return admin;
}

/** Commands of an operator who sells credits. */
function addPayments(admin: Command): void {
  admin
    .command('credits')
    .description('credits of an organization')
    .command('grant')
    .description('add credits to the balance of an organization')
    .argument('<organization>', 'number of the organization')
    .argument('<amount>', 'credits, thousandths allowed')
    .option('--home <dir>', 'folder of the embedded database (HINTERLAND_HOME; ./var)')
    .action(grant);
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
}

async function apply(path: string, options: HomeOption & { json?: boolean }): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw noFile(path);
  });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${path} is not JSON: ${(error as Error).message}`, 2);
  }
  const applied = await withAdmin({ ...options, makesHome: true }, (admin) => admin.apply(parsed));
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

async function grant(organization: string, amount: string, options: HomeOption): Promise<void> {
  const credits = parseAmount(amount, 'credits');
  const id = numberOf(organization, 'an organization');
  if (!(credits > 0 && Number.isFinite(credits)) || Math.abs(Math.round(credits * 1000) - credits * 1000) > 1e-3) {
    throw new CommandError(`"${amount}" is not an amount of credits: a number above 0, at most three decimals.`, 2);
  }
  const balance = await withAdmin(options, (admin) => admin.grantCredits(id, credits));
  print(`Organization ${organization} now has ${balance} credits.`);
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
  const number = numberOf(id, 'an order');
  const { order, again } = await withAdmin(options, (admin) => admin.confirmOrder(number));
  print(
    again
      ? `Order ${id} was confirmed before, as ${order.invoice_number}: nothing was changed.`
      : `Order ${id} is confirmed as ${order.invoice_number}: ${order.amount / 1000} credits for ${order.organization_name}.`,
  );
}
