import { AREA_KINDS } from '@hinterland/territory';
import { z } from 'zod';

/** Fields that entries of several subjects have in common. */

export const file = z
  .string()
  .min(1)
  .describe(`File name, relative to the recipe; \${DATA} is the folder given by --data`);
const entry = z
  .string()
  .optional()
  .describe('Which file of a zip archive, by the end of its name, in which * stands for any letters');

/** A file, plain or in an archive. */
export const fileFields = { file, entry };

/** A CSV file or a workbook. */
export const tableFields = {
  ...fileFields,
  encoding: z
    .string()
    .optional()
    .describe('Encoding of a text file, such as windows-1252; by its bytes and words where absent'),
  delimiter: z
    .string()
    .length(1)
    .optional()
    .describe('Separator of fields; the commonest of comma, semicolon, tab and bar in the header where absent'),
  skipLines: z.int().nonnegative().optional().describe('Lines of titles before the header'),
  endsAt: z
    .string()
    .min(1)
    .optional()
    .describe('Text of the first cell of the row with which the rows end, where notes follow them'),
  header: z.array(z.string()).min(1).optional().describe('Column names of a file that has no header'),
  sheet: z.string().optional().describe('Sheet of a workbook; the first where absent'),
};

/** How a table writes numbers. */
export const numberFields = {
  decimal: z.enum(['.', ',']).default('.').describe('Decimal sign'),
  thousands: z.string().length(1).optional().describe('Sign between thousands'),
};

export const crs = z
  .string()
  .optional()
  .describe("Projection of the coordinates, such as EPSG:25832 or a proj4 string; the file's own where absent");

/** A file of outlines. */
export const outlineFields = { ...fileFields, layer: z.string().optional().describe('Layer of a GeoPackage'), crs };

export const lng = z.number().min(-180).max(180);
export const lat = z.number().min(-90).max(90);

export const areaKind = z.enum(AREA_KINDS).describe('Neutral kind of the area');
export const areaLevel = z
  .int()
  .describe('2 for the country, 4 to 9 as in the admin_level of OpenStreetMap, -1 for postcodes');
export const localType = z.string().default('').describe('Name of such areas there: "Borough", "Commune"');

/** How the text of a code is made like that of other files. */
export const keySteps = {
  strip: z
    .union([z.string(), z.array(z.string()).min(1)])
    .optional()
    .describe('Text, or several, taken away wherever it occurs'),
  drop: z.int().positive().optional().describe('So many last characters are taken away'),
  take: z.int().positive().optional().describe('Only so many first characters are kept'),
  padTo: z.int().positive().optional().describe('Zeros are put before it up to this length'),
  prefix: z.string().optional().describe('Text put before it'),
};

/** A column whose text names a unit or an area; a name alone is taken as it is. */
export const key = z
  .union([
    z.string().transform((column) => ({ column })),
    z.strictObject({ column: z.string().describe('Column or property'), ...keySteps }),
  ])
  .describe('Column with the code, and how its text is made like that of the other files');

/** A property of each feature, or the same text for all of them. */
export const keyOrText = z
  .union([key, z.strictObject({ value: z.string().min(1).describe('The same text for all features') })])
  .describe('Property, or one text for all features');

export const where = z
  .array(
    z.strictObject({
      column: z.string().describe('Column or property that is looked at'),
      equals: z
        .union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))])
        .transform((value) => (Array.isArray(value) ? value : [value]).map(String))
        .describe('The text, or one of the texts, that it must have'),
      not: z.boolean().optional().describe('true: the rows that do not have it'),
    }),
  )
  .optional()
  .describe('Which rows or features are read; all conditions must hold');

/** The columns of a place in a table. */
export const placeColumns = {
  lng: z.string().describe('Column with the longitude, or the easting in crs'),
  lat: z.string().describe('Column with the latitude, or the northing in crs'),
};
