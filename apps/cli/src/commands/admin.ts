import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { CommandError, note, print, twoColumns } from '../terminal.ts';
import { environmentWith } from './serve.ts';

export function adminCommand(): Command {
  const admin = new Command('admin').description('organizations, users, keys and credits');
  admin
    .command('apply')
    .description('create what FILE describes and does not exist yet; prints ids, and the secrets of new keys once')
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
