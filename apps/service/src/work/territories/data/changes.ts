import type { FamilyDescriptor } from '@hinterland/territory';
import type { Changes } from './schemas.ts';

type Described = Pick<FamilyDescriptor, 'version' | 'sources' | 'counts'>;

/** Returns what a version has that the one before had not, and the reverse: sources, their vintages, rows. */
export function changesBetween(before: Described, after: Described): Changes {
  const [old, present] = [namesOf(before), namesOf(after)];
  return {
    version: before.version,
    added: present.filter((name) => !old.includes(name)),
    removed: old.filter((name) => !present.includes(name)),
    renewed: present
      .filter((name) => old.includes(name))
      .map((name) => ({ name, before: vintageOf(before, name), after: vintageOf(after, name) }))
      .filter((vintages) => vintages.before !== vintages.after),
    counts: [...new Set([...Object.keys(after.counts), ...Object.keys(before.counts)])]
      .map((name) => ({ name, before: before.counts[name] ?? 0, after: after.counts[name] ?? 0 }))
      .filter((counts) => counts.before !== counts.after),
  };
}

const namesOf = ({ sources }: Described): string[] => [...new Set(sources.map(({ name }) => name))];

const vintageOf = ({ sources }: Described, name: string): string | null =>
  sources.find((source) => source.name === name)?.vintage ?? null;
