import { asMessage, said } from '@hinterland/answers/said';
import { TRAFFICS } from '@hinterland/catalogue';
import { saidMembers } from '@hinterland/contract';
import { AREA_KINDS } from '@hinterland/territory';
import { z } from 'zod';
import { timeOfDayMethod } from '../catchments/timeOfDay.ts';
import { JOURNEY_MODES, journeyFields, journeyRule } from '../input/journey.ts';
import { ownDataField } from '../input/ownData.ts';
import { storeHeading, storeList } from '../input/stores.ts';
import { minutesField, travelFields } from '../input/travel.ts';
import { sectorCode } from '../markets/sectors.ts';
import { speedFields } from '../networks/atSpeeds.ts';
import { areaLevel, closingSteps, networkFigures, openingSteps, people, storeFigures } from '../networks/fields.ts';
import { dataVersion } from '../output/common.ts';
import { demandErrorShare } from '../output/demandError.ts';
import * as figure from '../output/figure.ts';
import { ownFigures } from '../own/figures.ts';
import { territoryAnswering } from '../subject/schema.ts';

export const OWN_POINTS_MAX = 200;
const PLANNED_POINTS_MAX = 100;
/** Areas that a result lists. */
export const AREAS_SHOWN = 1000;

export const input = z
  .object({
    brand: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Takes the open stores of this brand as own points, in addition to ownPoints. The exact name, as search.brands gives it',
      )
      .meta({ examples: ['Gull & Crumb'] }),
    ownPoints: storeList('ownPoints', 0, OWN_POINTS_MAX)
      .default([])
      .describe(`Points that are open, up to ${OWN_POINTS_MAX} with those of the brand: adds closingOrder`),
    plannedPoints: storeList('plannedPoints', 0, PLANNED_POINTS_MAX)
      .default([])
      .describe(`Points that could open, up to ${PLANNED_POINTS_MAX}: adds openingOrder`),
    minutes: minutesField('a point'),
    ...travelFields,
    ...journeyFields,
    areaLevel: areaLevel('areaLevel', 'Areas that the coverage is told by'),
    sectorCode: sectorCode
      .optional()
      .describe(
        'A code that markets.sectors lists. Adds the yearly spend on this sector that the points cover. Default: the sector of the brand',
      ),
    ...ownDataField,
  })
  .superRefine(({ brand, ownPoints, plannedPoints }, context) => {
    if (brand !== undefined || ownPoints.length + plannedPoints.length > 0) return;
    const message = asMessage(said('nothing_to_cover'));
    context.addIssue({ code: 'custom', path: ['ownPoints'], message });
  })
  .superRefine(journeyRule)
  .describe('The points of a brand, open and planned, and how far people go for them');
export type Input = z.output<typeof input>;

const share = (what: string, base: string) => figure.share({ base }).nullable().describe(`${what} ÷ ${base}, 0..1`);
const spend = z
  .object({
    sector: z.string().describe('Code of the sector'),
    unit: z.enum(['currency_per_year', 'residents']).describe('residents where the territory has no tables of spend'),
    demandErrorShare,
    covered: figure.spend('unit').describe('Demand of the people covered'),
    territory: figure.spend('unit').describe('Demand of all people in the territory'),
    share: share('covered', 'territory'),
  })
  .describe('Spend on a sector within reach');

const position = { position: figure.plain.whole().describe('Place in the order, from 1') } as const;

export const output = z
  .object({
    territory: territoryAnswering,
    coverage: z
      .object({
        ...networkFigures,
        shareOfTerritory: share('covered', 'residents of the territory'),
        spend: spend.nullable().describe('null without a sector'),
        speeds: z
          .array(z.object({ ...speedFields, shareOfTerritory: share('covered', 'residents of the territory') }))
          .optional()
          .describe(
            'The same where people travel a tenth slower or faster; absent by public transport and from answers given before 2026-11-29',
          ),
      })
      .describe('Coverage of all own points together')
      .meta(figure.suffix()),
    ownPoints: z
      .array(
        z.object({
          ...storeHeading,
          lat: figure.degrees(),
          lng: figure.degrees(),
          ofBrand: z.boolean().describe('true for a store of the brand, false for a point of the request'),
          ...storeFigures,
        }),
      )
      .describe('Own points, those of the request first'),
    plannedPoints: z
      .array(
        z.object({
          ...storeHeading,
          reached: people('People whom it would reach'),
          added: people('Of these, whom no own point reaches'),
          sharedWithOwn: people('Of these, whom an own point reaches already'),
        }),
      )
      .describe('Planned points, each by itself, in the order of the request'),
    levelUsed: z
      .union([z.literal('postcode'), figure.plain.whole()])
      .nullable()
      .describe('The areas below; null where the territory has none'),
    areas: z
      .array(
        z.object({
          code: z.string().meta(figure.key()),
          name: z.string().meta(figure.name()),
          kind: z.enum(AREA_KINDS).meta(figure.kind()),
          people: people('People of the area: covered + unreached'),
          covered: people('Whom an own point reaches'),
          unreached: people('Whom none reaches'),
          coveredShare: share('covered', 'people'),
        }),
      )
      .describe(`Areas in which an own point reaches people, most covered people first, at most ${AREAS_SHOWN}`)
      .meta(figure.list('kind')),
    areaCount: figure.count('areas').describe('How many such areas there are'),
    closingOrder: z
      .array(closingSteps.element.extend(position))
      .optional()
      .describe(
        'With two own points or more: the order in which they can close. Each step closes the point that leaves the fewest people without one. The last remaining point is not listed.',
      ),
    openingOrder: z
      .array(openingSteps.element.extend(position))
      .optional()
      .describe(
        'With planned points: the order in which to open them. Each step opens the point that adds the most people who are not reached yet',
      ),
    ownData: ownFigures,
    notes: z.array(z.string()).meta(figure.note()).describe('Notes on how to read the figures; often empty'),
    said: saidMembers,
    method: z
      .object({
        minutes: figure.minutes(),
        mode: z.enum(JOURNEY_MODES),
        traffic: z.enum(TRAFFICS).describe('The traffic that was used'),
        direction: z.literal('inbound').describe('People travel to the points'),
        ...timeOfDayMethod,
        measure: z.literal('population').describe('The people counted: usual residents'),
        orders: z.string().describe('How the orders are made, and how ties are broken'),
        said: saidMembers,
      })
      .describe('Method and parameters, see docs/methods/network-coverage.md')
      .meta(figure.background()),
    dataVersion,
  })
  .describe(
    'Coverage of a brand, the order in which its points can close, and the order in which to open planned ones',
  );
export type Output = z.output<typeof output>;
