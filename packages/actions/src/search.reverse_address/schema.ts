import { POLE_KINDS } from '@hinterland/territory';
import { z } from 'zod';
import { addressFields, area } from '../addresses/schema.ts';
import { integerIn, numberIn } from '../input/numbers.ts';
import { lat, lng } from '../input/place.ts';
import { dataVersion } from '../output/common.ts';
import * as figure from '../output/figure.ts';

const POLES_MAX = 20;
const DISTANCE_DEFAULT_METERS = 1000;

export const input = z
  .object({
    lat: lat(),
    lng: lng(),
    limit: integerIn({ name: 'limit', unit: 'poles', min: 1, max: POLES_MAX })
      .default(1)
      .describe(`At most this many poles, 1 to ${POLES_MAX}, nearest first`),
    maxDistanceMeters: numberIn({ name: 'maxDistanceMeters', unit: 'meters', min: 0, max: 100_000 })
      .default(DISTANCE_DEFAULT_METERS)
      .describe('Poles farther away are left out'),
  })
  .describe('A place');
export type Input = z.output<typeof input>;

export const output = z
  .object({
    poles: z
      .array(
        z.object({
          kind: z
            .enum(POLE_KINDS)
            .describe(
              'address; or, where addresses are unknown, a building, a street or a whole census unit in their place',
            ),
          lat: figure.degrees().describe('Latitude in degrees, WGS 84'),
          lng: figure.degrees().describe('Longitude in degrees, WGS 84'),
          distanceMeters: figure.meters().describe('Straight distance from the place'),
          addresses: z
            .array(z.object(addressFields))
            .describe('Addresses at the pole, at most 20; none for a building or a street'),
          addressCount: figure.count('addresses').describe('Number of addresses at the pole'),
        }),
      )
      .describe('The nearest poles, nearest first; empty if none is within maxDistanceMeters'),
    areas: z.array(area).describe('Areas that contain the place, from large to small').meta(figure.list('kind')),
    dataVersion,
  })
  .describe('Poles and areas at a place');
export type Output = z.output<typeof output>;
