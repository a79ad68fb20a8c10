import { z } from 'zod';

/** Data families, each versioned on its own. */
export const DATA_FAMILIES = ['territory', 'sociodemo', 'realestate', 'players', 'transit'] as const;

/** Answer of GET /api/v1/data: the version of each family available now. */
export const data = z
  .object({
    territory: z.string().optional().describe('Road graph, address poles and areas'),
    sociodemo: z.string().optional().describe('Census tables'),
    realestate: z.string().optional().describe('Listings and transactions'),
    players: z.string().optional().describe('Stores, brands and sectors'),
    transit: z.string().optional().describe('Timetables of public transport'),
  })
  .describe('Data versions; a family that is not installed is absent')
  .meta({ id: 'Data' });
export type Data = z.infer<typeof data>;
