import { Command } from 'commander';
import { note } from '../terminal.ts';

/** Settings that a command line may give instead of the environment. */
export interface ServeOptions {
  host?: string;
  port?: string;
  home?: string;
  role?: string;
}

export const withServeOptions = (command: Command): Command =>
  command
    .option('--host <address>', 'address to listen on (HOST; 127.0.0.1)')
    .option('--port <number>', 'port (PORT; 8080)')
    .option('--home <dir>', 'folder of the embedded database, territories and secrets (HINTERLAND_HOME; ./var)');

/** The environment with what the command line says on top. */
export function environmentWith(options: ServeOptions): Record<string, string | undefined> {
  return {
    ...process.env,
    ...(options.host === undefined ? {} : { HOST: options.host }),
    ...(options.port === undefined ? {} : { PORT: options.port }),
    ...(options.home === undefined ? {} : { HINTERLAND_HOME: options.home }),
    ...(options.role === undefined ? {} : { HINTERLAND_ROLE: options.role }),
  };
}

export function serveCommand(): Command {
  return withServeOptions(new Command('serve'))
    .description('serve the installed territories over HTTP, and work on background jobs')
    .option('--role <role>', 'all, api (answers calls) or worker (works on jobs); the last two need DATABASE_URL')
    .action(async (options: ServeOptions) => {
      const { readConfig, startService } = await import('@hinterland/service/start');
      const service = await startService(readConfig(environmentWith(options)));
      note(service.url === '' ? 'Hinterland works on jobs' : `Hinterland listens on ${service.url}`);
      await service.stopped;
    });
}
