import { type Plan, planOf, type Schema } from '@hinterland/answers/plan';
import { z } from 'zod';
import { bandPolygons, bands } from '../catchments/bands.ts';
import { catchmentMethod, originsUsed } from '../catchments/catchment.ts';
import { reachMeta, reachRule } from '../input/catchment.ts';
import { journeyRule } from '../input/journey.ts';
import { lat, lng } from '../input/place.ts';
import { dataVersion } from '../output/common.ts';
import * as figure from '../output/figure.ts';
import { forecastMembers } from '../sales/forecastAt.ts';
import { territoryAnswering } from '../subject/schema.ts';
import { modelRule, pointOptions } from './options.ts';
import { SECTION_NAMES } from './section.ts';
import { SECTIONS } from './sections.ts';

/** A point, and what is asked of it. */
export const pointInput = z
  .object({ lat: lat(), lng: lng(), ...pointOptions })
  .superRefine(reachRule)
  .superRefine(journeyRule)
  .superRefine(modelRule)
  .meta(reachMeta)
  .describe('A point, the reach of its catchment, and the sections wanted');
export type PointInput = z.output<typeof pointInput>;

export const pointOutput = z
  .object({
    point: z.object({ lat: figure.degrees(), lng: figure.degrees() }).describe('As asked').meta(figure.echo()),
    territory: territoryAnswering,
    catchment: z
      .object({
        bands,
        residents: figure.people().nullable().describe('Usual residents within the last band; null without a census'),
        poles: figure.count('addresses').describe('Address poles within the last band'),
        geojson: bandPolygons('Only with detail full.'),
        snapped: originsUsed.element.shape.snapped,
        method: catchmentMethod,
      })
      .describe('The catchment that every section describes')
      .meta(figure.group()),
    people: SECTIONS.people.output
      .optional()
      .describe('Section people: tables of the five topics of people')
      .meta(figure.group()),
    economy: SECTIONS.economy.output
      .optional()
      .describe('Section economy: tables of the five topics of the economy')
      .meta(figure.group()),
    realestate: SECTIONS.realestate.output.optional().describe('Section realestate: indicators of listings'),
    brands: SECTIONS.brands.output.optional().describe('Section brands: competitors by brand').meta(figure.group()),
    sectors: SECTIONS.sectors.output
      .optional()
      .describe('Section sectors: markets, with the codes that were chosen')
      .meta(figure.group()),
    ...forecastMembers,
    skipped: z
      .array(
        z.object({
          section: z.enum(SECTION_NAMES),
          reason: z
            .enum(['no_data', 'no_brands'])
            .describe('no_data: the territory has no such data. no_brands: no brand was named'),
          detail: z.string().describe('The reason in words'),
        }),
      )
      .describe('Sections that were requested but left out; they are not charged')
      .meta(figure.note()),
    dataVersion,
  })
  .describe('Figures of a point and its catchment');
/** The plan of a point's answer, compiled when the first table of points is written. */
export function pointPlan(): Plan {
  compiled ??= planOf(z.toJSONSchema(pointOutput, { io: 'input' }) as Schema);
  return compiled;
}
let compiled: Plan | undefined;
export type PointOutput = z.output<typeof pointOutput>;
