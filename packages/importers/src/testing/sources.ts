import type { z } from 'zod';
import { OsmBuilder } from '../map/osmBuilder.ts';
import { Report } from '../report/report.ts';
import type { SourceContext } from '../source/context.ts';
import { type AnyKind, entrySchema, openSource, type SourceKind } from '../source/kind.ts';

const BOX = { west: -180, south: -90, east: 180, north: 90 };

/** A context without a map, in which file names are paths. */
export function testContext(more: Partial<SourceContext> = {}): SourceContext {
  return {
    countries: ['DE'],
    resolve: (name) => name,
    map: new OsmBuilder().build(),
    mapBox: undefined,
    dataBox: BOX,
    isNearMap: () => true,
    report: new Report('Test'),
    ...more,
  };
}

/** An entry as a recipe's author writes it. */
export interface WrittenEntry {
  readonly from: string;
  readonly [key: string]: unknown;
}

/** Opens an entry the way that the recipe would: read by the schema of its list first. */
export function openEntry<C extends SourceContext, R>(
  kinds: readonly SourceKind<string, z.ZodRawShape, C, R>[],
  entry: WrittenEntry,
  context: C,
): R {
  const parsed = entrySchema(kinds as unknown as readonly [AnyKind, ...AnyKind[]]).parse(entry);
  return openSource(kinds, parsed as { from: string }, context);
}
