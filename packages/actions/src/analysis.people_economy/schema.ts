import { BENCHMARK_LEVELS } from '@hinterland/engine';
import { TOPIC_CODES } from '@hinterland/territory';
import { z } from 'zod';
import { catchmentMethod, originsUsed } from '../catchment.ts';
import { catchmentFields, reachRule } from '../input/catchment.ts';
import { choiceMessage, listMessage } from '../input/numbers.ts';
import { polygon } from '../input/polygon.ts';
import { dataVersion } from '../output.ts';

/** Areas of one call. */
export const AREAS_MAX = 50;

/** The ways to say which territory is meant; a call gives exactly one of them. */
const PLACES = ['origins', 'areas', 'polygon'] as const;

export const input = z
  .object({
    ...catchmentFields,
    origins: catchmentFields.origins.optional(),
    areas: z
      .array(z.string({ error: 'A code of an area is a text; areas.list gives the codes.' }).min(1).max(200), {
        error: listMessage('areas', 'codes', 1, AREAS_MAX),
      })
      .min(1)
      .max(AREAS_MAX)
      .optional()
      .describe(
        `Instead of origins: codes of areas as areas.list gives them, 1 to ${AREAS_MAX}. Each gets its own figures, and several get a total that counts everyone once.`,
      )
      .meta({ examples: [['XM-101']] }),
    polygon: polygon.optional().describe('Instead of origins: a drawn GeoJSON Polygon or MultiPolygon'),
    topics: z
      .array(z.enum(TOPIC_CODES, { error: choiceMessage('A topic', TOPIC_CODES) }), {
        error: listMessage('topics', 'topics', 1, 100),
      })
      .min(1)
      .max(100)
      .default([...TOPIC_CODES])
      .describe('Topics, each priced once however often it stands here; all ten when left out')
      .meta({ examples: [['residents', 'age_classes']] }),
  })
  .superRefine((given, context) => {
    const places = PLACES.filter((name) => given[name] !== undefined);
    const [first, ...others] = places;
    const issue = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (first === undefined) issue('origins', 'Say which territory is meant: give origins, areas or polygon.');
    for (const name of others)
      issue(name, `${first} already says which territory is meant: leave out ${name}, or ${first}.`);
    if (first === 'origins') reachRule(given, context);
  })
  .meta({ oneOf: PLACES.map((name) => ({ required: [name] })) })
  .describe('A territory (a catchment, areas by code, or a drawn polygon) and the topics to tell of it');
export type Input = z.output<typeof input>;

const share = z.number().describe('0..1');

const part = z
  .object({
    id: z.string().describe('Name of the part in `figures` of every topic, e.g. "band_1"'),
    kind: z
      .enum(['band', 'cumulative', 'area', 'polygon', 'total'])
      .describe(
        'band: above the previous limit and within its own. cumulative: everyone within the limit. total: all areas together, everyone once.',
      ),
    limitSeconds: z.int().optional().describe('Limit of a band in seconds of travel'),
    limitMeters: z.int().optional().describe('Limit of a band in metres'),
    code: z.string().optional().describe('Code of an area'),
    name: z.string().optional().describe('Name of an area'),
    cut: z.boolean().optional().describe('Whether the map holds only a part of the area'),
    residents: z.number().nullable().describe('Usual residents; null where the territory has no census'),
    poles: z.int().describe('Address poles'),
    standInPoles: z.int().describe('Of these, poles that no address register names'),
    areaSquareKm: z
      .number()
      .nullable()
      .describe(
        'Square kilometres behind densities: the true area of areas and polygons; of bands that of the census units in proportion to the residents reached',
      ),
    areaMethod: z.enum(['true_area', 'units_in_proportion']),
    cutShare: share.describe("Share of the residents, 0..1, in census units that the map's edge cuts"),
  })
  .describe('A part of the territory that every table has figures for');

const benchmark = z
  .object({
    level: z.enum(BENCHMARK_LEVELS),
    available: z.boolean(),
    reason: z.string().describe('Why there is none; empty where there is'),
    code: z.string(),
    name: z.string(),
    areaLevel: z.int().nullable().describe('Administrative level of the area'),
    residentsShare: share.describe('Share of the residents, 0..1, who live in it; it was chosen because most do'),
  })
  .describe('An area whose published figures stand beside');

const figures = z
  .object({
    values: z
      .record(z.string(), z.number().nullable())
      .describe(
        'By field; null where not published, covered for less than half of the people, or nobody stands behind it',
      ),
    shares: z.record(z.string(), z.number().nullable()).describe('Percent of the base, for fields with a base'),
    coverage: z
      .record(z.string(), z.number())
      .describe(
        'Share of the people, 0..1, whose census units publish the field; fields that all publish are left out',
      ),
    atLeast: z
      .record(z.string(), z.number())
      .optional()
      .describe('Medians in an open top class: they are at least this, and null in values'),
    atMost: z.record(z.string(), z.number()).optional().describe('Medians in an open bottom class'),
    estimatedShare: share.describe('Share of the people, 0..1, whose figures were split from larger units or classes'),
    imputedShare: share.describe('Share of the people, 0..1, whose withheld figures were taken from the parent area'),
    distributions: z
      .record(z.string(), z.array(z.number().nullable()))
      .describe("Counts per class, in the order of the topic's `distributions`"),
    lists: z
      .record(
        z.string(),
        z.object({
          items: z.array(z.object({ key: z.string(), title: z.string(), value: z.number() })),
          others: z.number().describe('Sum of what the list leaves out'),
        }),
      )
      .describe('Labelled counts, greatest first'),
    marginsOfError: z
      .record(z.string(), z.number())
      .optional()
      .describe('Margins of error of counts, where the census publishes margins'),
  })
  .describe('Figures of one topic for one part or benchmark');

const field = z.object({
  unit: z.string().describe('What one unit of the value is, e.g. persons, percent, currency_per_year'),
  method: z
    .enum(['sum', 'from_sums', 'grouped_median', 'median_of_medians', 'index_country_100'])
    .describe('How the figure comes about, see docs/methods/people-economy.md'),
  meaning: z.string(),
  base: z.string().optional().describe('The field that `shares` relates this one to'),
  available: z.boolean().describe('Whether the census of the territory holds it'),
});

const heading = {
  code: z.enum(TOPIC_CODES),
  section: z.enum(['people', 'economy']),
  title: z.string(),
} as const;

const topic = z.discriminatedUnion('available', [
  z
    .object({
      ...heading,
      available: z.literal(true),
      vintage: z.string().describe('Date or edition of the source'),
      comparability: z.enum(['full', 'partial', 'none']).describe('Whether the figures mean the same as elsewhere'),
      note: z.string().describe('What the figures mean in this territory'),
      fields: z.record(z.string(), field).describe('What every value is; said once for all parts'),
      distributions: z.array(
        z.object({
          name: z.string(),
          unit: z.string(),
          meaning: z.string(),
          limits: z
            .array(z.array(z.number().nullable()).length(2))
            .describe('[lower, upper] of each class, lower inclusive, null for an open end'),
        }),
      ),
      lists: z.array(z.object({ name: z.string(), unit: z.string(), meaning: z.string() })),
      figures: z
        .record(z.string(), figures)
        .describe(
          'By part id ("band_1", "area_2") and by benchmark level ("local_government_area", "state", "country")',
        ),
    })
    .describe('A topic with its tables'),
  z
    .object({ ...heading, available: z.literal(false), reason: z.string() })
    .describe('A topic that the territory does not hold; it is not charged'),
]);

export const territoryAnswering = z
  .object({
    id: z.string(),
    name: z.string(),
    currency: z.string().nullable().describe('ISO 4217 code of all amounts of money'),
  })
  .describe('The installed territory that answered');

/** Tables of topics with what is needed to read them. */
export const tables = {
  parts: z.array(part).describe('What every table has figures for: bands, areas or the polygon'),
  benchmarks: z.array(benchmark).describe('Local government area, state and country in which most residents live'),
  topics: z.array(topic).describe('The topics asked for, in the order of the catalogue'),
} as const;

export const output = z
  .object({
    territory: territoryAnswering,
    ...tables,
    origins: originsUsed.optional(),
    method: catchmentMethod.optional(),
    dataVersion,
  })
  .describe('Tables of People & Economy');
export type Output = z.output<typeof output>;
