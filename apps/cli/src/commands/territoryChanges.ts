import type { StoreChange } from '@hinterland/engine/storeChanges';
import type { Command } from 'commander';
import { CommandError, print } from '../terminal.ts';

/** Adds the command that says what changed between two releases of the stores of a bundle. */
export function addChangesCommand(territory: Command): void {
  territory
    .command('changes')
    .description('tell which stores opened, closed, moved or were renamed between two versions of the players family')
    .argument('<dir>', 'folder of a bundle')
    .option('--from <version>', 'the earlier version; the one before that in force where absent')
    .option('--json', 'print them as JSON')
    .action(changes);
}

async function changes(dir: string, options: { from?: string; json?: boolean }): Promise<void> {
  const { listVersions, loadTerritory } = await import('@hinterland/territory');
  const { releasedStores, storeChanges } = await import('@hinterland/engine/storeChanges');
  const present = await loadTerritory(dir);
  const to = present.dataVersion.players;
  if (to === undefined) throw new CommandError(`${dir} holds no stores (family players).`, 2);
  const earlier = (await listVersions(dir, 'players')).filter((version) => version < to);
  const from = options.from ?? earlier.at(-1);
  if (from === undefined)
    throw new CommandError(`${dir} has one release of its stores, ${to}: there is nothing to compare it with.`, 2);
  if (!earlier.includes(from)) {
    const known = earlier.length === 0 ? 'it has no earlier one' : `earlier ones are ${earlier.join(', ')}`;
    throw new CommandError(`${dir} has no version ${from} of its stores before ${to}: ${known}.`, 2);
  }
  const before = await loadTerritory(dir, { versions: { players: from } });
  const difference = storeChanges(releasedStores(before.players), releasedStores(present.players));
  if (options.json) {
    print(JSON.stringify({ from, to, ...difference }, null, 2));
    return;
  }
  print(`Stores of ${present.manifest.name}, ${from} to ${to}`);
  for (const change of difference.changes) print(lineOf(change));
  for (const { kind, source, stores, west, south, east, north } of difference.gaps) {
    const box = [west, south, east, north].map((degrees) => degrees.toFixed(4)).join(', ');
    print(
      `${kind === 'lost' ? 'The list lost' : 'The list gained'} ${stores} stores of ${source} within ${box}: no closings or openings.`,
    );
  }
  const count = (kind: StoreChange['kind']) => difference.changes.filter((one) => one.kind === kind).length;
  print(
    `${count('opened')} opened, ${count('closed')} closed, ${count('moved')} moved, ${count('renamed')} were renamed.`,
  );
}

function lineOf({ kind, before, after, meters, confidence }: StoreChange): string {
  const store = (after ?? before)!;
  const name = (before?.name ?? '') || store.name || (store.brand ?? store.id);
  const more =
    kind === 'renamed' ? ` to ${after?.name ?? ''}` : kind === 'moved' ? ` ${Math.round(meters ?? 0)} m` : '';
  const place = `${store.lat.toFixed(5)},${store.lng.toFixed(5)}`;
  return `${kind}${more}: ${name} (${store.sector}, ${place}), confidence ${confidence.toFixed(2)}`;
}
