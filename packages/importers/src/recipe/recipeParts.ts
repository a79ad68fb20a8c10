import { z } from 'zod';
import { POLE_SOURCES } from '../addresses/poleSources.ts';
import { BOUNDARY_SOURCES } from '../boundaries/boundarySources.ts';
import { censusSchema } from '../census/schema.ts';
import { transitSchema } from '../gtfs/schema.ts';
import { playersSchema } from '../players/schema.ts';
import { realestateSchema } from '../realestate/schema.ts';
import { crs, file, lat, lng } from '../source/fields.ts';
import { entrySchema } from '../source/kind.ts';
import { speedsSchema } from '../speeds/schema.ts';

const outline = z
  .strictObject({
    boundary: z.string().min(1).optional().describe('Code of an area of `boundaries` that the map holds whole'),
    file: file.optional().describe('Outlines in a file; with `boundary` where the map does not hold that whole'),
  })
  .refine(({ boundary, file }) => boundary !== undefined || file !== undefined, 'boundary or file is missing');

const map = z.strictObject({
  osm: z
    .union([file, z.array(file).min(1)])
    .describe('OpenStreetMap extract (.osm.pbf), or several side by side; an object that two of them hold counts once'),
  box: z
    .strictObject({ west: lng, south: lat, east: lng, north: lat })
    .refine(({ west, south, east, north }) => west < east && south < north, 'west < east and south < north must hold')
    .optional()
    .describe("Where the extract is complete; the box in the file's header, else the box of its roads, where absent"),
  cut: z
    .boolean()
    .default(false)
    .describe('true: of the extract only what lies in the box is read, so that memory grows with the box'),
  outline: outline
    .optional()
    .describe(
      'Where people and roads are complete, where that is no box: answers near its edge say how much lies beyond. With cut: true only what lies in its file is read',
    ),
  wholeUnits: z
    .boolean()
    .default(false)
    .describe('true: the extract holds every census unit in full, so that none is cut by its edge (a whole country)'),
  heights: z
    .strictObject({
      file: z
        .union([file, z.array(file).min(1)])
        .describe(
          'GeoTIFF with the height of the ground in meters, or several; of those that overlap the first counts',
        ),
      crs,
    })
    .optional()
    .describe('Heights of the ground, by which walkers and cyclists are slowed. Absent: the ground is level'),
  speeds: speedsSchema
    .optional()
    .describe('Speeds of cars by hour of the day. Absent: travel times by car are the same at any time'),
});

const source = z.strictObject({
  name: z.string().min(1).describe('The source as its publisher names it'),
  licence: z.string().min(1).describe('SPDX identifier or the name of the licence'),
  attribution: z.string().min(1).describe('Attribution that must be shown'),
  url: z.string().optional().describe('Address of publication'),
  vintage: z.string().optional().describe('Date or period'),
  mayShare: z
    .boolean()
    .optional()
    .describe('false: the license does not let figures made of it be shown to everybody, so no link for anyone does'),
  family: z
    .enum(['territory', 'sociodemo', 'players', 'realestate', 'transit'])
    .describe('Which part of the territory it went into'),
});

const versionName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'letters, digits, dot, dash and underscore')
  .describe('Name of the version, such as a date; a later build with another name keeps this one');

/** The parts of a recipe, each alone. */
export const recipeParts = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,99}$/, 'small letters, digits and dashes')
    .describe('Id of the territory'),
  name: z.string().min(1).describe('Name of the territory'),
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'two capital letters'))
    .min(1)
    .describe('ISO 3166-1 codes'),
  continent: z.enum(['africa', 'antarctica', 'asia', 'europe', 'north_america', 'oceania', 'south_america']),
  timeZone: z.string().min(1).describe('IANA time zone of the main city'),
  center: z
    .strictObject({ lat, lng })
    .optional()
    .describe('A good point to start from. Default: the home nearest to the middle'),
  region: outline
    .optional()
    .describe('The part of the map that is the region; the rest is what lies around it. Absent: all of the map'),
  versions: z.strictObject({
    territory: versionName,
    sociodemo: versionName.optional(),
    players: versionName.optional(),
    realestate: versionName.optional(),
    transit: versionName.optional(),
  }),
  map: map.describe('The OpenStreetMap extract and its complete part'),
  poles: z.array(entrySchema(POLE_SOURCES)).min(1).describe('Sources of places where people live, the best first'),
  boundaries: z.array(entrySchema(BOUNDARY_SOURCES)).default([]).describe('Administrative areas and postcodes'),
  census: censusSchema.optional().describe('Population and the other topics of People & Economy'),
  players: playersSchema.optional().describe('Shops and other places of business, with sectors and brands'),
  realestate: realestateSchema
    .optional()
    .describe('Listings, sales and rents, matched to poles by address or coordinates'),
  transit: transitSchema.optional().describe('Timetables of public transport'),
  sources: z.array(source).min(1).describe('Sources of the data, with license and attribution'),
});

/** The parts of a recipe as its file has them, defaults filled in. */
export type RecipeText = z.output<typeof recipeParts>;
