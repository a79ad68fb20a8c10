import { createHash } from 'node:crypto';
import { inFolder } from './recipeMap.ts';
import type { FetchedFeed } from './timetables.ts';

interface TransitFacts {
  readonly timetables?: readonly FetchedFeed[];
}

export function transitOf({ timetables = [] }: TransitFacts): object {
  if (timetables.length === 0) return {};
  return { transit: { timetables: timetables.map(({ feed, file }) => ({ id: feed.id, file: inFolder(file.name) })) } };
}

/** Timetables change more often than the map: their version follows from their contents. */
export function transitVersion({ day, timetables = [] }: TransitFacts & { readonly day: string }): object {
  if (timetables.length === 0) return {};
  const sum = createHash('sha256');
  for (const { file } of timetables) sum.update(file.sha256);
  return { transit: `${sum.digest('hex').slice(0, 8)}-on-${day}` };
}

/** The timetables under sources. */
export const transitSources = (timetables: readonly FetchedFeed[]): object[] =>
  timetables.map(({ feed, file: { source, licence, attribution } }) => ({
    name: `${source} (${feed.id})`,
    licence,
    attribution,
    url: feed.terms === '' ? 'https://mobilitydatabase.org' : feed.terms,
    // Nobody has read their terms.
    mayShare: false,
    family: 'transit',
  }));
