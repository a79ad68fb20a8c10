import { z } from 'zod';
import { instant } from './instant.ts';
import { LIMITS } from './limits.ts';

/** What can be said of a store in place of the lists. */
export const CORRECTION_KINDS = {
  closed: 'It is closed',
  opened: 'It is open',
  not_competitor: 'It is there, and no competitor: no answer counts it',
  brand: 'It has another brand, or none',
  sector: 'It is of another sector',
  floor_area: 'It has another floor area',
  moved: 'It is elsewhere',
  added: 'No list has it',
} as const;
export type CorrectionKind = keyof typeof CORRECTION_KINDS;
const KINDS = Object.keys(CORRECTION_KINDS) as [CorrectionKind, ...CorrectionKind[]];

const text = (max: number) => z.string().trim().min(1).max(max);
const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);

const said = {
  since: z.iso
    .date()
    .optional()
    .describe('closed, opened, moved, added: the day since which it is so, at the latest today'),
  name: text(200).optional().describe('added: name of the store'),
  brand: text(120).nullable().optional().describe('brand, added: its brand; null for none'),
  sectorCode: text(60).optional().describe('sector, added: code of its sector'),
  squareMeters: z.number().positive().max(1_000_000).optional().describe('floor_area, added: gross floor area, m²'),
  lat: latitude.optional().describe('moved, added: where it is'),
  lng: longitude.optional(),
  address: text(300).optional().describe('moved, added: address for display'),
};

/** Members that each kind must have, and may have beside them. */
const MEMBERS: Readonly<
  Record<CorrectionKind, { readonly needs: readonly string[]; readonly may: readonly string[] }>
> = {
  closed: { needs: ['storeId'], may: ['since'] },
  opened: { needs: ['storeId'], may: ['since'] },
  not_competitor: { needs: ['storeId'], may: [] },
  brand: { needs: ['storeId', 'brand'], may: [] },
  sector: { needs: ['storeId', 'sectorCode'], may: [] },
  floor_area: { needs: ['storeId', 'squareMeters'], may: [] },
  moved: { needs: ['storeId', 'lat', 'lng'], may: ['since', 'address'] },
  added: { needs: ['name', 'sectorCode', 'lat', 'lng'], may: ['since', 'brand', 'squareMeters', 'address'] },
};
const ALWAYS = ['territory', 'kind', 'reason'];

const territory = z.string().optional().describe('Id of the territory; may be left out where the service has only one');

/** Body of POST /api/v1/corrections. */
export const newCorrection = z
  .object({
    territory,
    storeId: text(300).optional().describe('Id of the store, as GET /stores gives it; all kinds but added'),
    kind: z.enum(KINDS, { error: `kind is one of ${KINDS.join(', ')}.` }),
    ...said,
    reason: text(500).optional().describe('How you know'),
  })
  .superRefine((correction, context) => {
    const { needs, may } = MEMBERS[correction.kind];
    const given = Object.entries(correction).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    for (const name of needs) {
      if (!given.includes(name))
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `A correction of the kind ${correction.kind} needs ${name}.`,
        });
    }
    for (const name of given) {
      if (![...needs, ...may, ...ALWAYS].includes(name))
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `A correction of the kind ${correction.kind} has no ${name}. Leave it out, or make a second correction.`,
        });
    }
  })
  .describe('What is said of a store in place of the lists')
  .meta({ id: 'NewCorrection' });
export type NewCorrection = z.output<typeof newCorrection>;

export const listedStore = z
  .object({
    name: z.string(),
    brand: z.string().nullable(),
    sector: z.string().describe('Code of its sector'),
    lat: z.number(),
    lng: z.number(),
  })
  .meta({ id: 'ListedStore' });

const author = z.object({ id: z.int(), name: z.string() });

export const correction = z
  .object({
    id: z.int(),
    territoryId: z.string(),
    storeId: z.string(),
    kind: z.enum(KINDS),
    ...said,
    reason: z.string().nullable(),
    listed: listedStore.nullable().describe('The store as the lists had it; null where none has it'),
    of: z.enum(['organization', 'operator']).describe('operator: taken over for everybody'),
    author: author.nullable().describe('Null where the operator took it over'),
    createdAt: instant,
    undoneAt: instant.nullable(),
    undoneBy: author.nullable(),
    inForce: z
      .boolean()
      .describe('Whether answers see it: it is not undone, and no later one says the same of the store'),
  })
  .describe('What is said of a store in place of the lists')
  .meta({ id: 'Correction' });
export type Correction = z.output<typeof correction>;

export const correctionList = z
  .object({
    data: z.array(correction),
    total: z.int(),
    revision: z.string().nullable().describe('What answers name under corrections; null without a territory'),
  })
  .meta({ id: 'CorrectionList' });
export type CorrectionList = z.output<typeof correctionList>;

/** Body of POST /api/v1/corrections/csv. */
export const correctionTable = z
  .object({
    territory,
    csv: z
      .string()
      .min(1)
      .max(LIMITS.correctionTableCharacters)
      .describe(
        'A table with a header: kind, storeId, since, name, brand, sectorCode, squareMeters, lat, lng, address, reason',
      ),
  })
  .meta({ id: 'CorrectionTable' });
export type CorrectionTable = z.output<typeof correctionTable>;

export const correctionsStored = z
  .object({ stored: z.int(), unchanged: z.int().describe('Rows that say what is in force already') })
  .meta({ id: 'CorrectionsStored' });

export const foundStore = z
  .object({
    id: z.string(),
    name: z.string(),
    brand: z.string().nullable(),
    sectorCode: z.string(),
    lat: z.number(),
    lng: z.number(),
    address: z.string(),
    squareMeters: z.number().nullable().describe('Gross floor area; null where not even the sector tells it'),
    floorAreaSource: z.string().describe('known, footprint, sector_median'),
    state: z.enum(['open', 'closed', 'unknown']),
    source: z.string().describe('Kind of the list that it is from'),
    meters: z.number().nullable().describe('Straight distance from the place asked for'),
  })
  .describe('A store of a territory')
  .meta({ id: 'FoundStore' });

export const storeList = z
  .object({ data: z.array(foundStore.extend({ corrections: z.array(correction) })), total: z.int() })
  .describe('Stores as your organization sees them, with its corrections in force')
  .meta({ id: 'StoreList' });
