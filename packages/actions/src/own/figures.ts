import type { Catchment } from '@hinterland/engine/catchment';
import { nearestPole, placesInBands } from '@hinterland/engine/market';
import { SNAP_HARD_LIMIT_METERS, snapPlace } from '@hinterland/engine/snap';
import { areaColumn } from '@hinterland/engine/tables';
import { pointInMultiPolygon } from '@hinterland/geo';
import { z } from 'zod';
import type { ActionContext } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import type { OwnData } from '../input/ownData.ts';
import * as figure from '../output/figure.ts';
import { own } from '../ownership/marks.ts';
import { partHeading } from '../subject/schema.ts';
import type { Subject, SubjectPart } from '../subject/subject.ts';

/** Rows between two looks whether the call was cancelled. */
const ROWS_AT_ONCE = 250;

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
  const partsOfRow = rows.map(() => new Set<number>());
  const put = (row: number, part: number) => partsOfRow[row]!.add(part);
  if (origin.kind === 'catchment') {
    bandsOf(context, origin.catchment, rows).forEach((band, row) => {
      if (band < 0) return;
      // Parts are band 1, cumulative 1, band 2, cumulative 2, and so on.
      put(row, 2 * band);
      for (let cumulative = 2 * band + 1; cumulative < parts.length; cumulative += 2) put(row, cumulative);
    });
  } else if (origin.kind === 'places') {
    for (const catchment of origin.catchments) {
      bandsOf(context, catchment, rows).forEach((band, row) => {
        if (band === 0) for (const part of parts.keys()) put(row, part);
      });
    }
  } else if (origin.kind === 'polygon') {
    rows.forEach(({ lat, lng }, row) => {
      if (pointInMultiPolygon(lng, lat, origin.coordinates)) put(row, 0);
    });
  } else {
    putInAreas(context, origin.rows, rows, put);
    if (parts.length > origin.rows.length) {
      for (const [row, found] of partsOfRow.entries()) if (found.size > 0) put(row, parts.length - 1);
    }
  }
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

/** The band in which each row's own travel lies, by the rule of addresses; -1 outside. */
function bandsOf(context: ActionContext, catchment: Catchment, rows: OwnData['rows']): number[] {
  const { measure, mode } = catchment.query;
  const bands: number[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    stopIfCancelled(context);
    const places = rows.slice(from, from + ROWS_AT_ONCE).map(({ lat, lng }) => {
      const place = { lat, lng };
      return { place, snap: measure === 'radius' ? null : snapPlace(context.territory, mode, place) };
    });
    bands.push(...placesInBands(catchment, places).map(({ band }) => band));
  }
  return bands;
}

/** A row lies in the areas of the address nearest to it, as stores do. */
function putInAreas(
  context: ActionContext,
  areas: readonly number[],
  rows: OwnData['rows'],
  put: (row: number, part: number) => void,
): void {
  const { territory } = context;
  const columns = areas.map((area) => territory.poleAreas[areaColumn(territory, area)!]);
  rows.forEach((place, row) => {
    if (row % ROWS_AT_ONCE === 0) stopIfCancelled(context);
    const pole = nearestPole(territory, place);
    if (pole < 0) return;
    areas.forEach((area, part) => {
      if (columns[part]![pole] === area) put(row, part);
    });
  });
}
