import { asMessage, type Sentence, said } from '@hinterland/answers/said';
import { z } from 'zod';
import { catchmentMethod, originsUsed } from '../catchments/catchment.ts';
import { timeOfDayMethod } from '../catchments/timeOfDay.ts';
import { journeyFields } from '../input/journey.ts';
import { ownDataField } from '../input/ownData.ts';
import { mixOutput } from '../markets/mixFields.ts';
import { sectorsFields } from '../markets/sectorFields.ts';
import { sectorCodes } from '../markets/sectors.ts';
import { dataVersion } from '../output/common.ts';
import * as figure from '../output/figure.ts';
import { ownFigures } from '../own/figures.ts';
import { forecastMembers } from '../sales/forecastAt.ts';
import { modelField } from '../sales/model.ts';
import { subjectFields, territoryAnswering, travelSubjectMeta, travelSubjectRule } from '../subject/schema.ts';

/** Sectors of one call. */
const SECTORS_MAX = 20;
/** Categories that a mix may add. */
const MIX_SECTORS_MAX = 60;
export const input = z
  .object({
    ...subjectFields,
    ...journeyFields,
    sectors: sectorCodes('sectors', SECTORS_MAX)
      .describe(`Codes of sectors, 1 to ${SECTORS_MAX}; each is priced once, however often it is listed`)
      .meta({ examples: [['food.supermarket']] }),
    mixNeighbours: z
      .boolean()
      .default(false)
      .describe(
        'Adds `mix`: the number of stores in the sectors usually found near those asked for; 2 credits per sector',
      ),
    mixSectors: sectorCodes('mixSectors', MIX_SECTORS_MAX)
      .optional()
      .describe('Adds `mix`: the number of stores in these sectors, counted in the same run; 1 credit each')
      .meta({ examples: [['food.bakery', 'food.butcher']] }),
    ...ownDataField,
    ...modelField,
  })
  .superRefine(travelSubjectRule)
  .superRefine(({ model, origins, sectors }, context) => {
    const issue = (sentence: Sentence) =>
      context.addIssue({ code: 'custom', path: ['model'], message: asMessage(sentence) });
    if (model === undefined) return;
    if (origins?.length !== 1) issue(said('model_one_place'));
    else if (!sectors.includes(model.sectorCode)) issue(said('model_sector', { sector: model.sectorCode }));
  })
  .meta(travelSubjectMeta)
  .describe('A territory (a catchment, areas by code, or a drawn polygon) and the sectors to analyze in it');
export type Input = z.output<typeof input>;

export const output = z
  .object({
    territory: territoryAnswering,
    ...sectorsFields,
    mix: mixOutput.optional().describe('The category mix of the same run, with mixNeighbours or mixSectors'),
    ownData: ownFigures,
    ...forecastMembers,
    origins: originsUsed.optional(),
    method: catchmentMethod.optional(),
    travel: z
      .object({ mode: z.string(), traffic: z.string(), ...timeOfDayMethod })
      .describe('How people travel to the stores, within and beyond the catchment')
      .meta(figure.background()),
    dataVersion,
  })
  .describe('Demand, supply and opportunity by sector');
export type Output = z.output<typeof output>;
