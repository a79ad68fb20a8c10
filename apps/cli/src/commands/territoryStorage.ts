import type { Family } from '@hinterland/territory';
import type { Command } from 'commander';
import { CommandError, figure, print, progressBar } from '../terminal.ts';

const ADDRESS =
  's3://bucket/name, file:///folder or https://host/name; @version at its end names one that is not the newest';

/** Adds the commands that put territories into object storage and fetch them from there. */
export function addStorageCommands(territory: Command): void {
  territory
    .command('publish')
    .description('write a bundle to object storage or a folder: files by checksum, the manifest last')
    .argument('<dir>', 'folder of a bundle')
    .argument('<address>', ADDRESS)
    .action(publish);
  territory
    .command('pull')
    .description('fetch a territory from its address: only what is not there, verified, the manifest last')
    .argument('<address>', ADDRESS)
    .requiredOption('--out <dir>', 'folder of the bundle; versions that it has stay')
    .option('--families <list>', 'take these alone beside the territory itself, such as sociodemo,players')
    .action(pull);
}

async function publish(dir: string, address: string): Promise<void> {
  const { publishTerritory } = await import('@hinterland/storage');
  const bar = progressBar();
  const { version, bytes, writtenBytes } = await publishTerritory(dir, address, { progress: bar.update }).finally(
    bar.stop,
  );
  print(
    `${dir} is published as version ${version}: ${megabytes(writtenBytes)} of ${megabytes(bytes)} MB were new there.`,
  );
}

async function pull(address: string, options: { out: string; families?: string }): Promise<void> {
  const { pullTerritory } = await import('@hinterland/storage');
  const bar = progressBar();
  const { manifest, fetchedBytes } = await pullTerritory(address, options.out, {
    families: await familiesOf(options.families),
    progress: bar.update,
  }).finally(bar.stop);
  print(`${manifest.name} is in force in ${options.out}: ${megabytes(fetchedBytes)} MB were fetched.`);
}

async function familiesOf(list: string | undefined): Promise<Family[] | undefined> {
  if (list === undefined) return undefined;
  const { FAMILIES } = await import('@hinterland/territory');
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(FAMILIES as readonly string[]).includes(name));
  if (unknown === undefined) return names as Family[];
  throw new CommandError(`There is no family "${unknown}"; there are ${FAMILIES.join(', ')}.`, 2);
}

const megabytes = (bytes: number): string => figure(bytes / 1e6, 1);
