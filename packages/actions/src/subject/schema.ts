import { asMessage, type Sentence, said } from '@hinterland/answers/said';
import { BENCHMARK_LEVELS } from '@hinterland/engine/tables';
import { z } from 'zod';
import { grainField } from '../catchments/grain.ts';
import { type CatchmentInput, catchmentFields, reachRule, WAY_FIELDS } from '../input/catchment.ts';
import { type JourneyInput, journeyRule, noJourneyRule, TRANSIT_FIELDS } from '../input/journey.ts';
import { listMessage } from '../input/numbers.ts';
import { polygon } from '../input/polygon.ts';
import * as figure from '../output/figure.ts';

/** Areas of one call. */
const AREAS_MAX = 50;

/** The ways to say which territory is meant; a call gives exactly one of them. */
const PLACES = ['origins', 'areas', 'polygon'] as const;

/** Fields of every action on a catchment, on areas or on a drawn polygon. `subjectRule` must be added. */
export const subjectFields = {
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
      `Instead of origins: codes of areas as areas.list gives them, 1 to ${AREAS_MAX}. Each gets its own figures; several also get a total that counts everyone once.`,
    )
    .meta({ examples: [['XM-101']], ...figure.area() }),
  polygon: polygon
    .optional()
    .describe('Instead of origins: a drawn GeoJSON Polygon or MultiPolygon')
    .meta(figure.area()),
} as const;

/** The fields after parsing; actions that know journeys by public transport include those fields, too. */
export type SubjectInput = Omit<z.output<z.ZodObject<typeof subjectFields>>, 'mode'> & JourneyInput;

/** Says where a call names no territory, or more than one, where a catchment has no reach, and where journeys have no effect. */
export function subjectRule(given: Partial<SubjectInput>, context: z.RefinementCtx): void {
  placeRule(given, context);
  if (placesOf(given)[0] === 'origins') journeyRule(given, context);
  else noJourneyRule(given, context);
}

/** The same for actions in which people travel beyond the territory of the call, so that it may be areas or a polygon. */
export function travelSubjectRule(given: Partial<SubjectInput>, context: z.RefinementCtx): void {
  placeRule(given, context);
  journeyRule(given, context);
}

const placesOf = (given: Partial<SubjectInput>) => PLACES.filter((name) => given[name] !== undefined);

function placeRule(given: Partial<SubjectInput>, context: z.RefinementCtx): void {
  const [first, ...others] = placesOf(given);
  const issue = (name: string, sentence: Sentence) =>
    context.addIssue({ code: 'custom', path: [name], message: asMessage(sentence) });
  if (first === undefined) issue('origins', said('give_where'));
  for (const name of others) issue(name, said('already_where', { first: first ?? '', name, first2: first ?? '' }));
  if (first === 'origins') reachRule(given as Partial<CatchmentInput>, context);
}

/** JSON Schema form of `travelSubjectRule`. */
export const travelSubjectMeta = { oneOf: PLACES.map((name) => ({ required: [name] })) };

/** JSON Schema form of `subjectRule`: with members that have an effect with origins alone, for forms. */
export const subjectMeta = { ...travelSubjectMeta, 'x-service-of-origins': [...WAY_FIELDS, ...TRANSIT_FIELDS] };

/** Fields that name a part of the territory of a call. */
export const partHeading = {
  id: z.string().meta(figure.key()).describe('Id of the part in `figures` of every topic, e.g. "band_1"'),
  kind: z
    .enum(['band', 'cumulative', 'area', 'polygon', 'total'])
    .meta(figure.kind())
    .describe(
      'band: above the previous limit and within its own. cumulative: everyone within the limit. total: all areas together, everyone once.',
    ),
  limitSeconds: figure.seconds.whole({ role: 'echo' }).optional().describe('Limit of a band in seconds of travel time'),
  limitMeters: figure.meters.whole({ role: 'echo' }).optional().describe('Limit of a band in meters'),
  code: z.string().meta(figure.key()).optional().describe('Code of an area'),
  name: z.string().meta(figure.name()).optional().describe('Name of an area'),
  cut: z.boolean().optional().describe('Whether the map has only a part of the area'),
} as const;

export const partDescription = z
  .object({
    ...partHeading,
    residents: figure.people().nullable().describe('Usual residents; null if the territory has no census'),
    poles: figure.count('addresses').describe('Address poles'),
    standInPoles: figure.count('addresses').describe('Of these, poles that no address register has'),
    areaSquareKm: figure
      .squareKm()
      .nullable()
      .describe(
        'Square kilometers that densities are based on: the true area of areas and polygons; for bands the area of the census units, in proportion to the residents reached',
      ),
    areaMethod: z.enum(['true_area', 'units_in_proportion']),
    ...grainField,
    cutShare: figure
      .share({ base: 'residents' })
      .describe("Share of the residents, 0..1, in census units that the map's edge cuts"),
  })
  .describe('A part of the territory that every table has figures for')
  .meta({ id: 'TerritoryPart' });

export const benchmarkDescription = z
  .object({
    level: z.enum(BENCHMARK_LEVELS).meta(figure.kind()),
    available: z.boolean().meta(figure.aside()),
    reason: z.string().describe('Why there is none; empty if there is one'),
    code: z.string().meta(figure.key()),
    name: z.string().meta(figure.name()),
    areaLevel: figure.plain.whole().nullable().describe('Administrative level of the area'),
    residentsShare: figure
      .share({ base: 'residents of the area' })
      .describe('Share of the residents, 0..1, who live in it; the area with most of them is chosen'),
  })
  .describe('A surrounding area with its published figures, for comparison')
  .meta({ id: 'Benchmark' });

export const territoryAnswering = z
  .object({
    id: z.string().meta(figure.key()),
    name: z.string().meta(figure.name()),
    currency: z.string().nullable().describe('ISO 4217 code of all amounts of money'),
  })
  .describe('The installed territory that was used')
  .meta({ id: 'AnsweringTerritory', ...figure.background() });
