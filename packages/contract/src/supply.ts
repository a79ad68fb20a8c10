import { z } from 'zod';
import { instant } from './instant.ts';

const whole = z.int().min(0);

/** Changes between two lists of stores by kind. */
const counts = {
  openings: whole.describe('Stores that the earlier list lacks'),
  closings: whole.describe('Stores that closed: the later list says so, or lacks them'),
  moves: whole.describe('Stores that moved by 25 m or more'),
  renamings: whole.describe('Stores that have another name or brand'),
};

const between = {
  since: z.string().describe('Version of the earlier list'),
  until: z.string().describe('Version of the list that came into force'),
};

/** Languages of mails about changes. */
const SUPPLY_LANGUAGES = ['en', 'de', 'fr', 'es', 'it'] as const;

/** Body of POST /api/v1/supply/subscriptions. */
export const newSupplySubscription = z
  .object({
    name: z.string().trim().min(1).max(120).describe('What it is about, for mails and events'),
    territory: z.string().optional().describe('Id of the territory; may be left out where the service has only one'),
    question: z
      .record(z.string(), z.unknown())
      .describe('Where, and of which sectors: the input of markets.changes without `since`'),
    mail: z
      .boolean()
      .default(true)
      .describe('Whether its maker gets a mail about changes; webhooks hear of them anyway'),
    language: z.enum(SUPPLY_LANGUAGES).default('en').describe('Language of the mail'),
  })
  .describe('Changes of stores to be told of')
  .meta({ id: 'NewSupplySubscription' });
export type NewSupplySubscription = z.output<typeof newSupplySubscription>;

export const supplySubscription = z
  .object({
    id: z.int(),
    name: z.string(),
    territoryId: z.string(),
    question: z.record(z.string(), z.unknown()),
    mail: z.boolean(),
    language: z.enum(SUPPLY_LANGUAGES),
    author: z.object({ id: z.int(), name: z.string() }),
    createdAt: instant,
    seen: z.string().describe('Version of the list up to which changes were told'),
    last: z
      .object({ ...between, ...counts, at: instant })
      .nullable()
      .describe('The last changes that were told; null before the first'),
    untold: z
      .object(between)
      .nullable()
      .describe(
        'Lists between which nothing could be told, since the earlier one was no longer kept, or the place is no longer there; null for none',
      ),
  })
  .meta({ id: 'SupplySubscription' });
export type SupplySubscription = z.infer<typeof supplySubscription>;

export const supplySubscriptionList = z
  .object({ data: z.array(supplySubscription) })
  .meta({ id: 'SupplySubscriptionList' });

/** Answer of GET /api/v1/analyses/{code}/versions/{no}/store-changes. */
export const versionStoreChanges = z
  .object({
    since: z
      .string()
      .nullable()
      .describe('Version of the list of stores that the run counted; null where it counted none'),
    until: z
      .string()
      .nullable()
      .describe(
        'Version of the list in force in its territory; null where that is no longer installed, or has no stores',
      ),
    totals: z
      .object(counts)
      .nullable()
      .describe(
        'Changes at its place and of its sectors. Null where both lists are the same, the one of the run is no longer kept, or its place is no catchment, area or polygon',
      ),
    question: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Input of markets.changes that lists them; null without `totals`'),
  })
  .describe('What changed among the stores that a stored run counted')
  .meta({ id: 'VersionStoreChanges' });
export type VersionStoreChanges = z.infer<typeof versionStoreChanges>;

/** Changes that an event lists. */
export const EVENT_CHANGES_MAX = 100;

/** Data of the event supply.changed. */
export const supplyChanged = z.object({
  subscription: z.object({ id: z.int(), name: z.string() }),
  territoryId: z.string(),
  ...between,
  totals: z.object(counts),
  changes: z
    .array(
      z.object({
        kind: z.enum(['opened', 'closed', 'moved', 'renamed']),
        certainty: z.number().min(0).max(1),
        id: z.string(),
        name: z.string(),
        sectorCode: z.string(),
        lat: z.number(),
        lng: z.number(),
        address: z.string(),
      }),
    )
    .max(EVENT_CHANGES_MAX)
    .describe(`The surest of each kind, at most ${EVENT_CHANGES_MAX}; markets.changes has all`),
  changesLeftOut: whole,
});
