import { AREA_KINDS } from '@hinterland/territory';
import { z } from 'zod';
import { LEVELS } from '../areas/levels.ts';
import { choiceMessage, integerIn, numberIn } from '../input/numbers.ts';
import { box, place } from '../input/place.ts';
import { dataVersion, multiPolygon } from '../output/common.ts';
import * as figure from '../output/figure.ts';

const PAGE_DEFAULT = 100;
const PAGE_MAX = 500;

export const input = z
  .object({
    level: z
      .literal(LEVELS, { error: choiceMessage('level', LEVELS) })
      .optional()
      .describe('Only areas of this administrative level: 2 is the country, 4 to 9 are as in OpenStreetMap'),
    kind: z
      .enum(AREA_KINDS, { error: choiceMessage('kind', AREA_KINDS) })
      .optional()
      .describe('Only areas of this kind'),
    parent: z.string().min(1).max(200).optional().describe('Only direct children of the area with this code'),
    query: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Only areas whose code, or a word of whose name, begins with this text; case and accents do not matter',
      ),
    bbox: box.optional().describe('Only areas whose bounding box intersects this box'),
    contains: place('A place').optional().describe('Only areas whose polygon contains this place'),
    geometry: z.boolean().default(false).describe('Whether to return polygons'),
    simplifyMeters: numberIn({ name: 'simplifyMeters', unit: 'meters', min: 1, max: 10_000 })
      .optional()
      .describe('With geometry: drops points as long as the outline moves by at most this many meters'),
    limit: integerIn({ name: 'limit', unit: 'areas', min: 1, max: PAGE_MAX })
      .default(PAGE_DEFAULT)
      .describe(`Areas per answer, 1 to ${PAGE_MAX}`),
    offset: integerIn({ name: 'offset', unit: 'areas', min: 0, max: 10_000_000 })
      .default(0)
      .describe('Areas to skip, for the next page'),
  })
  .superRefine(({ bbox }, context) => {
    if (bbox === undefined) return;
    const swapped = [
      ['west', 'east'],
      ['south', 'north'],
    ] as const;
    for (const [low, high] of swapped) {
      if (bbox[low] <= bbox[high]) continue;
      const message = `${low} must not lie beyond ${high}; ${bbox[low]} does, beyond ${bbox[high]}.`;
      context.addIssue({ code: 'custom', path: ['bbox', low], message });
    }
  })
  .describe('Filters; an area must meet all of them');
export type Input = z.output<typeof input>;

const area = z
  .object({
    code: z.string().meta(figure.key()).describe('Code within the territory, for analysis.people_economy'),
    name: z.string().meta(figure.name()),
    kind: z.enum(AREA_KINDS).meta(figure.kind()),
    level: z
      .literal(LEVELS)
      .meta(figure.kind())
      .nullable()
      .describe('Administrative level; null for postcodes and statistical areas'),
    localType: z.string().describe('Name of the kind in its country, e.g. "Local Government Area"; empty if unknown'),
    parentCode: z.string().nullable().describe('Code of the area that contains this one'),
    country: z.string().describe('Two-letter country code'),
    areaSquareKm: figure.squareKm().nullable().describe('Square kilometers; null if unknown'),
    bbox: z
      .object({ west: figure.degrees(), south: figure.degrees(), east: figure.degrees(), north: figure.degrees() })
      .nullable()
      .describe('Bounding box in degrees; null if unknown')
      .meta(figure.shape()),
    cut: z.boolean().describe('Whether the map has only a part of the area; the figures are then those of the part'),
    residents: figure
      .people()
      .nullable()
      .describe('Usual residents at its address points; null without a census, and for statistical areas'),
    poles: figure.count('addresses').nullable().describe('Address poles in it; null for statistical areas'),
    geometry: multiPolygon.nullable().optional().describe('Polygon, if asked for; null if the territory has none'),
  })
  .describe('One area');

export const output = z
  .object({
    total: figure.count('areas').describe('Number of areas that meet the filters'),
    limit: figure.plain.whole().describe('As in the request, or its default'),
    offset: figure.plain.whole().describe('As in the request, or its default'),
    hasMore: z.boolean().describe('Whether another page follows'),
    areas: z
      .array(area)
      .describe('From large to small, by name within a level; with query, best match first')
      .meta(figure.list('kind')),
    dataVersion,
  })
  .describe('A page of areas');
export type Output = z.output<typeof output>;
export type Area = z.output<typeof area>;
