import type { Territory } from '@hinterland/territory';
import { z } from 'zod';

/** People who may spend money in stores. */
const PEOPLE = ['residents', 'workers', 'visitors'] as const;
/** No family of the bundle holds the others. */
const COUNTED: readonly (typeof PEOPLE)[number][] = ['residents'];

/** Whose spend a result's demand is, and whose it lacks. */
export const demandData = z
  .object({
    people: z.array(z.enum(PEOPLE)).describe('People whose spend the demand is'),
    missing: z
      .array(z.enum(PEOPLE))
      .describe('People who spend there too, of whom the territory has no data; their spend is not in the demand'),
    note: z.string().describe('What that means for the figures; empty if nobody is missing'),
  })
  .describe('Origin and completeness of the demand')
  .meta({ id: 'DemandData' });

/** Returns whose spend the model of a territory holds. */
export function demandOf({ manifest }: Territory): z.output<typeof demandData> {
  return {
    people: [...COUNTED],
    missing: PEOPLE.filter((people) => !COUNTED.includes(people)),
    note: `Demand is the spend of residents, from their homes. The data on ${manifest.name} count neither people at their workplaces nor visitors: near offices, stations and hotels, demand and captured spend are higher than these figures.`,
  };
}
