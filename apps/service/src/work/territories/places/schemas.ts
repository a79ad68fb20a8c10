import { instant } from '@hinterland/contract';
import { z } from 'zod';
import { namedRow } from '../../../kit/http/fields.ts';
import { textFault } from '../../../kit/json.ts';
import { roughReason } from '../data/schemas.ts';

const LARGEST_RADIUS_KM = 300;

/** What is asked for. It reaches a command line, so it has no line breaks and no control characters. */
export const wantedPlace = z.object({
  place: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine((text) => textFault(text) === null && !/\p{Cc}/u.test(text), 'The place must be one line of text.')
    .describe('A town, a country or its code, a region, a box west,south,east,north or a point lat,lng'),
  radiusKm: z
    .number()
    .min(1)
    .max(LARGEST_RADIUS_KM)
    .default(25)
    .describe('Half the side of the box of a town or point'),
});
export type WantedPlace = z.infer<typeof wantedPlace>;

const placeSource = z
  .object({
    name: z.string(),
    vintage: z.string(),
    isOfficial: z.boolean().describe('Figures of an office rather than of a model'),
    isChosen: z.boolean().describe('What the plan takes; else what could stand in its place'),
    countries: z.array(z.string()).describe('ISO 3166-1: whose people it counts'),
    topics: z.array(z.string()).describe('Topics of People & Economy that it fills'),
    megabytes: z.number().describe('About'),
    spend: z
      .object({ of: z.string().describe('ISO 3166-1'), year: z.int(), publisher: z.string() })
      .nullable()
      .describe('Whose spend per head its people have; null where nobody publishes any'),
    incomes: z
      .object({ name: z.string(), vintage: z.string(), megabytes: z.number().describe('About') })
      .nullable()
      .describe('Incomes of small areas that bend it; null where everybody spends the national mean'),
  })
  .describe('A source of people and of money, to compare with another')
  .meta({ id: 'PlaceSource' });

export const placePlan = z
  .object({
    territory: z.string().describe('Id that the territory will have'),
    name: z.string(),
    countries: z.array(z.string()).describe('ISO 3166-1'),
    isWhole: z.boolean().describe('A whole country or region rather than a box'),
    box: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
    people: z
      .object({ name: z.string(), isOfficial: z.boolean().describe('Figures of an office rather than of a model') })
      .nullable()
      .describe('Where people come from; null where nobody lives there'),
    sources: z
      .array(placeSource)
      .optional()
      .describe('Sources of people and money, side by side; absent of plans of earlier releases'),
    files: z.array(
      z.object({
        name: z.string(),
        host: z.string(),
        use: z.enum(['list', 'map', 'people']),
        source: z.string(),
        licence: z.string(),
        vintage: z.string().nullable(),
        megabytes: z.number().nullable().describe('About; null where nobody knows'),
      }),
    ),
    estimate: z.object({
      people: z.number(),
      downloadMegabytes: z.number(),
      diskMegabytes: z.number(),
      memoryMegabytes: z.number(),
      buildSeconds: z.number(),
    }),
    notes: z.array(z.string()).describe('What was decided on the way'),
  })
  .describe('What comes from where for a place, and what it takes')
  .meta({ id: 'PlacePlan' });
export type PlacePlan = z.infer<typeof placePlan>;

export const planned = z.object({
  plan: placePlan.nullable().describe('Null where the name is that of several places'),
  candidates: z.array(
    z.object({
      name: z.string().describe('A text that means this place alone'),
      population: z.int().describe('0 where that is not known'),
    }),
  ),
  machine: z
    .object({ freeDiskMegabytes: z.number(), memoryMegabytes: z.number() })
    .describe('What the machine of the service has'),
});
export type Planned = z.infer<typeof planned>;

export const progress = z
  .object({
    phase: z.enum(['planning', 'fetching', 'building']),
    what: z.string().describe('The file that is fetched, or the step of the build'),
    bytes: z.number(),
    totalBytes: z.number(),
    fraction: z.number().describe('Of the step of the build, 0 to 1'),
    secondsLeft: z.number().nullable().describe('About; null where nobody knows'),
  })
  .meta({ id: 'PlaceProgress' });
export type Progress = z.infer<typeof progress>;

export const result = z.object({
  verdict: z.object({
    verdict: z.enum(['good', 'rough']),
    reasons: z.array(z.string()),
    roughReasons: z
      .array(roughReason)
      .optional()
      .describe('The reasons by code with their values, in the same order; absent of places of earlier releases'),
    facts: z.array(z.tuple([z.string(), z.string()])),
  }),
  center: z.object({ lat: z.number(), lng: z.number() }),
});
export type Result = z.infer<typeof result>;

export const STATES = ['running', 'done', 'failed', 'stopped', 'interrupted'] as const;

export const placeJob = z
  .object({
    id: z.string(),
    place: z.string(),
    radiusKm: z.number(),
    askedBy: namedRow.nullable().describe('Null where it was nobody of your organization'),
    mayStop: z
      .boolean()
      .describe('Whether the reader may stop it: it is of their organization, or they are the operator'),
    plan: placePlan,
    state: z.enum(STATES).describe('interrupted: the process that worked on it is gone; it goes on where it stopped'),
    progress: progress.nullable(),
    isStopping: z.boolean(),
    result: result.nullable(),
    fault: z.string().nullable().describe('Why it failed, and the next step'),
    isInForce: z.boolean().describe('Whether this process answers on the territory'),
    startedAt: instant,
    finishedAt: instant.nullable(),
  })
  .describe('A place that is added, or was')
  .meta({ id: 'PlaceJob' });
export type PlaceJob = z.infer<typeof placeJob>;

export const placeList = z.object({
  mayAdd: z.boolean().describe('Whether the reader may add places; who may not sees none'),
  data: z.array(placeJob).describe('Newest first'),
});
