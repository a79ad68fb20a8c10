import type { SourceNote } from '../../inputs/territory.ts';

/** The sources of one family, as its file notes them. */
export function sourcesOf(sources: readonly SourceNote[], family: SourceNote['family']) {
  return sources.filter((source) => source.family === family).map(({ family: _, ...source }) => source);
}
