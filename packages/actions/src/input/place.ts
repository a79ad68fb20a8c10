import { asMessage, said } from '@hinterland/answers/said';
import { z } from 'zod';
import * as figure from '../output/figure.ts';
import { kindOf, numberIn } from './numbers.ts';

export const lat = () =>
  numberIn({
    name: 'lat',
    unit: 'degrees',
    min: -90,
    max: 90,
    hint: (value) => (Math.abs(value) <= 180 ? said('maybe_longitude') : null),
  })
    .describe('Latitude in degrees, WGS 84, -90 to 90')
    .meta(figure.place({ unit: 'degrees' }));

export const lng = () =>
  numberIn({ name: 'lng', unit: 'degrees', min: -180, max: 180 })
    .describe('Longitude in degrees, WGS 84, -180 to 180')
    .meta(figure.place({ unit: 'degrees' }));

const anyPlace = z
  .object(
    { lat: lat(), lng: lng() },
    {
      error: ({ input }) =>
        asMessage(input === undefined ? said('place_missing') : said('place_not', { given: kindOf(input) })),
    },
  )
  .describe('A place')
  .meta({ id: 'Place' });

/** A place as callers give it. */
export const place = (what: string) => anyPlace.describe(what);

/** A box around a part of the earth; boxes across the 180th meridian are not supported. */
export const box = z
  .object({
    west: lng().describe('Western edge, degrees of longitude'),
    south: lat().describe('Southern edge, degrees of latitude'),
    east: lng().describe('Eastern edge, degrees of longitude'),
    north: lat().describe('Northern edge, degrees of latitude'),
  })
  .describe('Box in degrees, WGS 84');
