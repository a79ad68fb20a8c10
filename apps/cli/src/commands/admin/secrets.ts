import { Command } from 'commander';
import { print } from '../../terminal.ts';
import { type HomeOption, withAdmin, withHome } from './withAdmin.ts';

export function secretsCommand(): Command {
  const secrets = new Command('secrets').description('keys that the service encrypts and signs with');
  withHome(secrets.command('rotate'))
    .description(
      'encrypt every secret anew: with the first key of HINTERLAND_SECRETS_KEY, or with a new file secrets.key',
    )
    .action(async (options: HomeOption) => {
      const count = await withAdmin(options, (admin) => admin.rotateSecrets());
      print(`${count} secrets were encrypted with the new key.`);
    });
  withHome(secrets.command('rotate-sessions'))
    .description('make another secret for cookies and end every session; start each process again afterwards')
    .action(async (options: HomeOption) => {
      const count = await withAdmin(options, (admin) => admin.rotateSessionSecret());
      print(`${count} sessions have ended. Start each process again.`);
    });
  return secrets;
}
