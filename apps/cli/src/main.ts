import { Command, CommanderError } from 'commander';
import { adminCommand } from './commands/admin.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { batchCommand } from './commands/batch.ts';
import { calibrateCommand } from './commands/calibrate.ts';
import { callCommand } from './commands/call.ts';
import { demoCommand } from './commands/demo.ts';
import { geocodeCommand } from './commands/geocode.ts';
import { serveCommand } from './commands/serve.ts';
import { territoryCommand } from './commands/territory.ts';
import { workCommand } from './commands/work.ts';
import { CommandError, note } from './terminal.ts';

const COMMANDS: readonly (() => Command)[] = [
  demoCommand,
  serveCommand,
  territoryCommand,
  adminCommand,
  backupCommand,
  restoreCommand,
  callCommand,
  workCommand,
  batchCommand,
  geocodeCommand,
  calibrateCommand,
];

/**
 * A place south of the equator begins with a minus and is no option: "-33.45,-70.66". The parser takes what begins with a space for an
 * operand; those who read coordinates pass over the space.
 */
const withPlaces = (args: readonly string[]): string[] =>
  args.map((arg) => (/^[-−]\.?\d[-−\d.,;\s°'"′″NSEWO]*$/i.test(arg) ? ` ${arg}` : arg));

/** Runs one command line and returns its exit code: 0 done, 1 the work failed, 2 the call was wrong. */
export async function main(args: readonly string[]): Promise<number> {
  // The reader of the answer may close early, as in "hinterland territory info DIR | head".
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // What the system did not say is the error of the input that a pipeline ended with: the command says that itself.
    if (error.syscall === undefined) return;
    if (error.code === 'EPIPE') process.exit(0);
    note(`hinterland: the output cannot be written: ${error.message}`);
    process.exit(1);
  });
  const program = new Command('hinterland')
    .description('Who lives within reach, what they spend, where to open next: exact answers from open data.')
    .version('0.1.0')
    .showHelpAfterError('(see hinterland help COMMAND)')
    .exitOverride();
  for (const command of COMMANDS) program.addCommand(quiet(command()));
  try {
    if (args.length === 0) {
      program.outputHelp();
      return 0;
    }
    await program.parseAsync(withPlaces(args), { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof CommandError) {
      note(`hinterland: ${error.message}`);
      return error.exitCode;
    }
    note(`hinterland: ${error instanceof Error ? error.message : String(error)}`);
    if (process.env.HINTERLAND_DEBUG !== undefined && error instanceof Error) note(error.stack ?? '');
    return 1;
  }
}

/** Lets errors of sub-commands come back as exceptions too, instead of ending the process. */
function quiet(command: Command): Command {
  command.exitOverride();
  for (const child of command.commands) quiet(child);
  return command;
}
