import type { Catchment } from '@hinterland/engine/catchment';
import { SNAP_HARD_LIMIT_METERS } from '@hinterland/engine/snap';
import { z } from 'zod';
import type { ActionContext } from '../action/action.ts';
import type { OwnData } from '../input/ownData.ts';
import * as figure from '../output/figure.ts';
import { own } from '../ownership/marks.ts';
import { bandsOfPlaces, partsOfPlaces } from '../subject/partsOfPlaces.ts';
import { partHeading } from '../subject/schema.ts';
import type { Subject, SubjectPart } from '../subject/subject.ts';

/** Rows with a figure from which on their sum tells strangers nothing of one of them. */
const LEAST_OF_SUM = 3;

interface Part {
  readonly figures: readonly { readonly column: string; readonly sum?: number; readonly values: number }[];
}

/**
 * The parts as strangers see them. A column has its sums where each part has none or several figures of it. Where a part has one or
 * two, the difference of two others may be theirs: then the part with the most figures has its sum, and no other.
 */
function sumsOfSeveral(parts: readonly Part[]): readonly Part[] {
  return parts.map((part) => ({
    ...part,
    figures: part.figures.map(({ sum, ...figure }, column) => {
      const counts = parts.map(({ figures }) => figures[column]?.values ?? 0);
      const isSafe = counts.every((count) => count === 0 || count >= LEAST_OF_SUM);
      const isMost = figure.values >= LEAST_OF_SUM && counts.indexOf(Math.max(...counts)) === parts.indexOf(part);
      return sum !== undefined && (isSafe || isMost) ? { column: figure.column, sum, values: figure.values } : figure;
    }),
  }));
}

export const ownFigures = z
  .object({
    rows: figure.count('rows').describe('Rows that were given'),
    outside: figure
      .count('rows')
      .describe(
        `Rows that lie in no part: beyond the last limit, in none of the areas, or more than ${SNAP_HARD_LIMIT_METERS} m from any road of the mode`,
      ),
    parts: own(
      z.array(
        z.object({
          ...partHeading,
          rows: figure.count('rows').describe('Rows that lie in it'),
          figures: z
            .array(
              z.object({
                column: z.string(),
                sum: figure.plain({ unit: 'own' }).describe('Sum of the figures of these rows, to 15 digits'),
                values: figure.count('rows').describe('Rows that have a figure in this column'),
              }),
            )
            .describe('One per column')
            .meta(figure.group()),
        }),
      ),
      sumsOfSeveral,
    )
      .describe('One per band and cumulative band, area or polygon')
      .meta(figure.list('id')),
  })
  .optional()
  .describe('Own rows, counted and added up in every part; absent without ownData')
  .meta({ id: 'OwnFigures' });
export type OwnFigures = NonNullable<z.output<typeof ownFigures>>;

/** Parts that rows may lie in. `places`: within the one band of any of these catchments, each looked at once. */
interface Parts {
  readonly origin: Subject['origin'] | { readonly kind: 'places'; readonly catchments: Iterable<Catchment> };
  readonly parts: readonly Pick<SubjectPart, 'heading'>[];
}

/** Returns the member of a result that has the own rows of a call; no member where it gave none. */
export const ownMember = (
  context: ActionContext,
  subject: Parts,
  given: OwnData | undefined,
): { ownData?: OwnFigures } => (given === undefined ? {} : { ownData: ownFiguresOf(context, subject, given) });

/** Counts and adds up own rows in every part of a subject. In: the subject without its tables. */
function ownFiguresOf(context: ActionContext, { origin, parts }: Parts, { columns, rows }: OwnData): OwnFigures {
  const partsOfRow =
    origin.kind === 'places'
      ? partsOfReach(context, origin.catchments, parts.length, rows)
      : partsOfPlaces(context, { origin, parts }, rows);
  return {
    rows: rows.length,
    outside: partsOfRow.filter((found) => found.size === 0).length,
    parts: parts.map(({ heading }, part) => {
      const within = rows.filter((_, row) => partsOfRow[row]!.has(part));
      return {
        ...heading,
        rows: within.length,
        figures: columns.map((column, at) => {
          const values = within.flatMap((row) => row.values[at] ?? []);
          const sum = values.reduce((before, value) => before + value, 0);
          return { column, sum: Number(sum.toPrecision(15)), values: values.length };
        }),
      };
    }),
  };
}

/** Rows within the one band of any of the catchments lie in all parts. */
function partsOfReach(
  context: ActionContext,
  catchments: Iterable<Catchment>,
  parts: number,
  rows: OwnData['rows'],
): ReadonlySet<number>[] {
  const all = new Set(Array.from({ length: parts }, (_, part) => part));
  const found = rows.map(() => new Set<number>() as ReadonlySet<number>);
  for (const catchment of catchments) {
    bandsOfPlaces(context, catchment, rows).forEach((band, row) => {
      if (band === 0) found[row] = all;
    });
  }
  return found;
}
