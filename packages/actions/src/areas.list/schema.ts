import { AREA_KINDS } from '@hinterland/territory';
import { z } from 'zod';
import { LEVELS } from '../areas/levels.ts';
import { choiceMessage, integerIn, numberIn } from '../input/numbers.ts';
import { box, place } from '../input/place.ts';
import { dataVersion, multiPolygon } from '../output/common.ts';

export const PAGE_DEFAULT = 100;
export const PAGE_MAX = 500;

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
        'Only areas of whose name a word, or whose code, begins with this text; case and accents do not matter',
      ),
    bbox: box.optional().describe('Only areas whose bounding box meets this box'),
    contains: place('A place').optional().describe('Only areas whose polygon holds this place'),
    geometry: z.boolean().default(false).describe('Whether to give the polygons'),
    simplifyMeters: numberIn({ name: 'simplifyMeters', unit: 'metres', min: 1, max: 10_000 })
      .optional()
      .describe('With geometry: leave out points as long as the outline moves by at most this many metres'),
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
  .describe('Which areas to list; all filters together');
export type Input = z.output<typeof input>;

const area = z
  .object({
    code: z.string().describe('Code within the territory, as analysis.people_economy takes it'),
    name: z.string(),
    kind: z.enum(AREA_KINDS),
    level: z.literal(LEVELS).nullable().describe('Administrative level; null for postcodes and statistical areas'),
    localType: z.string().describe('What the country calls it, e.g. "Local Government Area"; empty where not known'),
    parentCode: z.string().nullable().describe('Code of the area that this one is a part of'),
    country: z.string().describe('Two-letter country code'),
    areaSquareKm: z.number().nullable().describe('Square kilometres; null where not known'),
    bbox: z
      .object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })
      .nullable()
      .describe('Bounding box in degrees; null where not known'),
    cut: z.boolean().describe('Whether the map holds only a part of the area: its figures are those of the part'),
    residents: z
      .number()
      .nullable()
      .describe(
        'Usual residents on its poles; null without a census, and for statistical areas, which poles do not name',
      ),
    poles: z.int().nullable().describe('Address poles in it; null for statistical areas'),
    geometry: multiPolygon
      .nullable()
      .optional()
      .describe('Polygon, where asked for; null where the territory has none'),
  })
  .describe('One area');

export const output = z
  .object({
    total: z.int().describe('Areas that meet the filters'),
    limit: z.int().describe('As asked, or its default'),
    offset: z.int().describe('As asked, or its default'),
    hasMore: z.boolean().describe('Whether another page follows'),
    areas: z.array(area).describe('From large to small, within a level by name; with query, best match first'),
    dataVersion,
  })
  .describe('A page of areas');
export type Output = z.output<typeof output>;
export type Area = z.output<typeof area>;
