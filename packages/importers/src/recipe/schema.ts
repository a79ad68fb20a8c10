import { SECTOR_CODES, type SectorCode, sectorOf, TOPIC_CODES, type TopicCode } from '@hinterland/catalogue';
import { AREA_KINDS } from '@hinterland/territory';
import { z } from 'zod';
import { EXPENDITURE_SURVEYS, type SurveyName } from '../census/expenditure.ts';
import { unknownField } from '../census/topicFields.ts';
import { didYouMean } from '../nearestName.ts';
import { PLAYERS_PARAMETERS } from '../players/parameters.ts';
import { type Expression, expression, tablesOf } from './expressionSchema.ts';
import { realestateSchema } from './realestateSchema.ts';

/**
 * A recipe: which files become a territory, and how. Unknown keys are refused. Files are named relative to the recipe;
 * `${DATA}` in a name is the folder given by --data. recipes/README.md explains it by example.
 */

const file = z.string().min(1).describe(`File name, relative to the recipe; \${DATA} is the folder given by --data`);
const entry = z.string().optional().describe('Which file of a zip archive, by the end of its name');
const encoding = z.string().optional().describe('Encoding of a text file, such as windows-1252; utf-8 where absent');
const delimiter = z
  .string()
  .length(1)
  .optional()
  .describe('Separator of fields; the commonest of comma, semicolon, tab and bar in the header where absent');
const skipLines = z.int().nonnegative().optional().describe('Lines of titles before the header');
const header = z.array(z.string()).min(1).optional().describe('Column names of a file that has no header');
const crs = z
  .string()
  .optional()
  .describe("Projection of the coordinates, such as EPSG:25832 or a proj4 string; the file's own where absent");
const lng = z.number().min(-180).max(180);
const lat = z.number().min(-90).max(90);
const level = z.int().describe('2 for the country, 4 to 9 as in the admin_level of OpenStreetMap, -1 for postcodes');
const kind = z.enum(AREA_KINDS).describe('Neutral kind of the area');
const localType = z.string().default('').describe('What such an area is called there: "Borough", "Commune"');
const country = z.string().length(2).optional().describe("Two-letter code; the recipe's only country where absent");

const keySteps = {
  strip: z.string().optional().describe('Text taken away wherever it occurs'),
  take: z.int().positive().optional().describe('Only so many first characters are kept'),
  padTo: z.int().positive().optional().describe('Zeros are put before it up to this length'),
  prefix: z.string().optional().describe('Text put before it'),
};
/** A column whose text names a unit or an area; a name alone is taken as it is. */
const key = z
  .union([
    z.string().transform((column) => ({ column })),
    z.strictObject({ column: z.string().describe('Column or property'), ...keySteps }),
  ])
  .describe('Column with the code, and how its text is made like that of the other files');

/** A property of each feature, or the same text for all of them. */
const keyOrText = z
  .union([key, z.strictObject({ value: z.string().min(1).describe('The same text for all features') })])
  .describe('Property, or one text for all features');

const rowConditions = z
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

const map = z.strictObject({
  osm: file.describe('OpenStreetMap extract (.osm.pbf)'),
  box: z
    .strictObject({ west: lng, south: lat, east: lng, north: lat })
    .refine(({ west, south, east, north }) => west < east && south < north, 'west < east and south < north must hold')
    .optional()
    .describe("Where the extract is complete; the box in the file's header, else the box of its roads, where absent"),
  wholeUnits: z
    .boolean()
    .default(false)
    .describe('true: the extract holds every census unit in full, so that none is cut by its edge (a whole country)'),
});

const addressColumns = z.strictObject({
  lng: z.string().describe('Column with the longitude, or the easting in crs'),
  lat: z.string().describe('Column with the latitude, or the northing in crs'),
  number: z.string().describe('Column with the house number: "12", "12A", "3/12", "10-14"'),
  street: z.string().describe('Column with the name of the street'),
  numberSuffix: z.string().optional().describe('Column with what follows the number: "A", "bis"'),
  numberLast: z.string().optional().describe('Column with the last number of a range'),
  unit: z.string().optional().describe('Column with the flat or unit'),
  locality: z.string().optional().describe('Column with the town or suburb'),
  region: z.string().optional().describe('Column with the state or region'),
  postcode: z.string().optional().describe('Column with the postcode'),
  dwellings: z.string().optional().describe('Column with the number of dwellings; 1 each where absent'),
  id: z.string().optional().describe("Column with the source's own id, for the report"),
});

const beyondMap = z
  .boolean()
  .default(false)
  .describe('true: the source is as complete outside the map, so that units cut by its edge are split by addresses');

const poleSource = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('osm-addresses').describe('Addresses of the extract') }),
  z.strictObject({
    from: z.literal('openaddresses').describe('Output of OpenAddresses: CSV with LON,LAT or GEOM, or GeoJSON lines'),
    file,
    entry,
    beyondMap,
  }),
  z.strictObject({
    from: z.literal('gnaf').describe("Australia's G-NAF as pipe-separated files"),
    folder: z.string().min(1).describe('Folder with the "Standard" files of the states'),
    states: z.array(z.string()).min(1).describe('States to read: [NSW, ACT]'),
    beyondMap,
  }),
  z.strictObject({
    from: z.literal('ban').describe("France's Base Adresse Nationale, CSV of one or more departments"),
    file,
    entry,
    beyondMap,
  }),
  z.strictObject({
    from: z.literal('anncsu').describe("Italy's ANNCSU, file of addresses (INDIR_*.csv)"),
    file,
    entry,
    beyondMap,
  }),
  z.strictObject({
    from: z.literal('bag').describe('The Dutch BAG, CSV of addresses made by NLExtract'),
    file,
    entry,
    beyondMap,
  }),
  z.strictObject({
    from: z.literal('overture-addresses').describe('Addresses theme of Overture Maps as GeoJSON, a feature per line'),
    file,
    entry,
    beyondMap,
  }),
  z.strictObject({
    from: z.literal('address-table').describe('Any table of addresses with coordinates'),
    file,
    entry,
    encoding,
    delimiter,
    skipLines,
    header,
    sheet: z.string().optional().describe('Sheet of a workbook; the first where absent'),
    crs,
    columns: addressColumns.describe('Which column holds what'),
    where: rowConditions,
    beyondMap,
  }),
  z.strictObject({
    from: z
      .literal('osm-buildings')
      .describe('Residential buildings of the extract, for census units that addresses leave nearly empty'),
  }),
  z.strictObject({
    from: z.literal('streets').describe('Points along residential streets, where nothing better is known'),
    spacingMeters: z.number().min(10).max(1000).default(50).describe('Distance between two points'),
  }),
]);

const boundarySource = z.discriminatedUnion('from', [
  z.strictObject({
    from: z.literal('osm').describe('Boundary relations of the extract'),
    levels: z
      .record(z.string().regex(/^([24-9])$/, 'levels are 2 and 4 to 9'), z.strictObject({ kind, localType }))
      .default({})
      .describe('Which values of admin_level become areas, and what they are'),
    postcodes: z.boolean().default(false).describe('true: boundary=postal_code too'),
    country,
  }),
  z.strictObject({
    from: z.literal('file').describe('GeoJSON, GeoPackage or Shapefile'),
    file,
    entry,
    layer: z.string().optional().describe('Layer of a GeoPackage'),
    crs,
    level,
    kind,
    localType,
    country,
    code: keyOrText.describe('Property with the code of the area; features with the same code are one area'),
    name: keyOrText.describe('Property with its name'),
    where: rowConditions,
    cut: z.boolean().default(false).describe('true: the file holds only a part of each area'),
  }),
  z.strictObject({
    from: z.literal('whole-map').describe('An area that holds the whole map and whose outline is not known'),
    level,
    kind,
    localType,
    country,
    code: z.string().min(1).describe('Its code'),
    name: z.string().min(1).describe('Its name'),
  }),
]);

const table = z.strictObject({
  file,
  entry,
  encoding,
  delimiter,
  skipLines,
  header,
  sheet: z.string().optional().describe('Sheet of a workbook; the first where absent'),
  key: key.describe('Column with the code of the unit'),
  where: rowConditions,
  missing: z.array(z.string()).default([]).describe('Cells that mean "not published", beside empty ones'),
  missingBelow: z.number().optional().describe('Numbers below this mean "not published"'),
  decimal: z.enum(['.', ',']).default('.').describe('Decimal sign'),
  thousands: z.string().length(1).optional().describe('Sign between thousands'),
});

const ageSplit = z.strictObject({
  classes: z
    .array(
      z.strictObject({
        from: z.int().nonnegative().describe('First year of age'),
        to: z.int().nonnegative().nullable().describe('Last year of age, null for an open class'),
        total: expression.optional(),
        male: expression.optional(),
        female: expression.optional(),
      }),
    )
    .min(1)
    .describe('The age classes that the source has'),
  profile: z
    .array(
      z.strictObject({
        from: z.int().nonnegative().describe('First year of age'),
        to: z.int().nonnegative().nullable().describe('Last year of age, null for an open class'),
        persons: z.number().nonnegative().describe('People of this age in the larger area'),
      }),
    )
    .optional()
    .describe('Ages in a larger area that classes are split like; each year of age alike where absent'),
  openClassYears: z
    .int()
    .positive()
    .default(15)
    .describe('Years that an open class is taken to span where years of age are taken alike'),
});

const topic = z.strictObject({
  table: z.string().optional().describe('Table whose columns are meant by a name alone'),
  vintage: z.string().default('').describe('Date or period of the figures'),
  note: z.string().default('').describe('What the figures mean in this country'),
  comparability: z
    .enum(['full', 'partial', 'none'])
    .default('full')
    .describe('Whether they mean the same as elsewhere'),
  estimated: z.boolean().default(false).describe('true: all figures of the topic are estimates; they are flagged'),
  fields: z.record(z.string(), expression).default({}).describe("Figures by the topic's field names"),
  ageClasses: ageSplit.optional().describe('Topic age_classes only: other classes, split into five years, flagged'),
  distributions: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(/^[a-z][a-z0-9_]*$/, 'snake_case')
          .describe('Column prefix: classes are <name>_0, …'),
        unit: z.string().describe('What is counted: households, persons, dwellings'),
        meaning: z.string().describe('One sentence'),
        classes: z
          .array(
            z.strictObject({
              from: z.number().nullable().describe('Lower limit, inclusive; null for open'),
              to: z.number().nullable().describe('Upper limit, exclusive; null for open'),
              count: expression,
            }),
          )
          .min(1),
      }),
    )
    .default([])
    .describe('Counts by class, with the limits of the classes; medians are computed from them'),
  lists: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(/^[a-z][a-z0-9_]*$/, 'snake_case')
          .describe('Column prefix: <name>__<key>'),
        unit: z.string().describe('What is counted'),
        meaning: z.string().describe('One sentence'),
        keys: z
          .record(
            z.string().regex(/^[a-z0-9_]+$/, 'snake_case'),
            z.strictObject({ title: z.string().describe('As shown'), count: expression }),
          )
          .describe('Labelled counts, such as countries of birth'),
      }),
    )
    .default([]),
  expenditure: z
    .strictObject({
      survey: z
        .enum(Object.keys(EXPENDITURE_SURVEYS) as [SurveyName, ...SurveyName[]])
        .describe('A published survey of household expenditure'),
    })
    .optional()
    .describe('Topic consumption only, where no table has it: a national survey, bent by the incomes of the units'),
  imputeFrom: z
    .strictObject({
      table: z.string().describe("Table of the larger areas, with the same columns as the topic's table"),
      parentCode: z.strictObject(keySteps).describe("How the larger area's code is made from the unit's"),
    })
    .optional()
    .describe('Where suppressed counts are taken from: what the parent has beyond its known units, by residents'),
});

const unitRows = z
  .union([
    z.literal('all'),
    z.strictObject({
      prefix: z
        .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
        .transform((value) => (Array.isArray(value) ? value : [value]))
        .describe('Units whose code begins so, or in one of these ways'),
    }),
    z.strictObject({
      table: z.string().describe('A table under census.tables'),
      column: z.string().describe('Its column'),
      equals: z.union([z.string(), z.number()]).transform(String).describe('The text that it must have'),
    }),
    z.strictObject({
      inside: z
        .string()
        .describe('Code of a boundary; units whose inner point (middle of their widest part) lies in it'),
    }),
  ])
  .describe('Which units make the benchmark');

const benchmark = z.union([
  z.strictObject({
    code: z.string().min(1).describe('Code of the area'),
    name: z.string().min(1).describe('Its name'),
    kind,
    units: unitRows,
    areaSquareKm: z.number().positive().optional().describe("The boundary's or the units' area where absent"),
    population: z
      .number()
      .positive()
      .optional()
      .describe('Published population of the area at the same date; coverage is what the units hold of it'),
  }),
  z.strictObject({
    eachLevel: z.int().describe('One benchmark per boundary of this level, of the units whose inner point lies in it'),
  }),
]);

const census = z.strictObject({
  currency: z.string().length(3).describe('ISO 4217; all amounts of money are in it'),
  units: z
    .discriminatedUnion('from', [
      z.strictObject({
        from: z.literal('file').describe('Outlines of the census units'),
        file,
        entry,
        layer: z.string().optional().describe('Layer of a GeoPackage'),
        crs,
        code: key.describe("Property with the unit's code"),
        where: rowConditions,
        alsoFrom: z
          .string()
          .optional()
          .describe('A table whose further rows are units outside the map without outline; they feed benchmarks'),
      }),
      z.strictObject({
        from: z.literal('osm').describe('Boundary relations of the extract'),
        level: z.int().min(2).max(9).describe('Value of admin_level'),
      }),
      z.strictObject({
        from: z.literal('whole-map').describe('One unit: the whole map'),
        code: z.string().min(1).describe('Its code'),
        areaSquareKm: z
          .number()
          .positive()
          .optional()
          .describe('Land area of the unit, where the map box holds only a part of it'),
      }),
    ])
    .describe('The smallest areas that have figures'),
  tables: z.record(z.string(), table).default({}).describe('Files with figures, by a name of your choice'),
  topics: z.partialRecord(z.enum(TOPIC_CODES), topic).describe('How the figures of each topic are made'),
  unavailable: z
    .partialRecord(z.enum(TOPIC_CODES), z.string().min(1))
    .default({})
    .describe('Topics that the sources do not have, with the reason'),
  benchmarks: z.array(benchmark).default([]).describe('Areas to compare with'),
});

const sector = z
  .string()
  .transform((code, context): SectorCode => {
    const known = sectorOf(code);
    if (known !== undefined) return known.code;
    context.addIssue({
      code: 'custom',
      message: `there is no sector "${code}"${didYouMean(code, SECTOR_CODES) || '; docs/methods/sectors.md lists them'}`,
    });
    return z.NEVER;
  })
  .describe('Code of a sector, such as food.supermarket');

const storeColumns = {
  id: z.string().optional().describe("The source's own id; the row's number where absent"),
  name: z.string().optional().describe('Name of the store'),
  brand: z.string().optional().describe('Brand, in any spelling'),
  wikidata: z.string().optional().describe('Wikidata id of the brand'),
  sector: z.string().optional().describe('Sector: a code, or a text that is explained under sectors'),
  floorAreaSquareMeters: z.string().optional().describe('Gross floor area in square metres'),
  state: z.string().optional().describe('Whether it is open; see closed'),
  address: z.string().optional().describe('Address for display'),
};
const storeFile = {
  sector: sector.optional().describe('The sector of every store of the file'),
  sectors: z.record(z.string(), sector).optional().describe('What the texts of the sector column mean'),
  closed: z.array(z.string()).optional().describe('Texts of the state column that mean closed'),
};

const storeSource = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('osm').describe('Shops and other places of business of the extract') }),
  z.strictObject({
    from: z.literal('table').describe('A table of stores with coordinates, CSV or workbook'),
    file,
    entry,
    encoding,
    delimiter,
    skipLines,
    header,
    sheet: z.string().optional().describe('Sheet of a workbook; the first where absent'),
    crs,
    columns: z
      .strictObject({
        lng: z.string().describe('Column with the longitude, or the easting in crs'),
        lat: z.string().describe('Column with the latitude, or the northing in crs'),
        ...storeColumns,
      })
      .describe('Which column holds what'),
    where: rowConditions,
    ...storeFile,
  }),
  z.strictObject({
    from: z.literal('geojson').describe('A GeoJSON file of points'),
    file,
    entry,
    properties: z.strictObject(storeColumns).describe('Which property holds what'),
    ...storeFile,
  }),
  z.strictObject({ from: z.literal('alltheplaces').describe('GeoJSON of AllThePlaces'), file, entry }),
  z.strictObject({
    from: z.literal('overture').describe('Places of Overture as GeoJSON'),
    file,
    entry,
    leastConfidence: z
      .number()
      .min(0)
      .max(1)
      .default(PLAYERS_PARAMETERS.overtureConfidence)
      .describe('Places of which Overture is less sure are left out'),
  }),
]);

const players = z.strictObject({
  stores: z.array(storeSource).min(1).describe('Where stores come from, the best source first'),
  completeness: z
    .strictObject({
      estimate: z
        .number()
        .min(0)
        .max(1)
        .nullable()
        .describe('Share of all stores that the sources hold; null: not known'),
      note: z.string().min(1).describe('How that is known'),
    })
    .optional()
    .describe('How complete the stores are thought to be'),
});

const source = z.strictObject({
  name: z.string().min(1).describe('The source as its publisher names it'),
  licence: z.string().min(1).describe('SPDX identifier or the name of the licence'),
  attribution: z.string().min(1).describe('What must be shown'),
  url: z.string().optional().describe('Where it is published'),
  vintage: z.string().optional().describe('Date or period'),
  family: z
    .enum(['territory', 'sociodemo', 'players', 'realestate'])
    .describe('Which part of the territory it went into'),
});

const realestate = realestateSchema({
  file,
  entry,
  common: {
    encoding,
    delimiter,
    skipLines,
    header,
    sheet: z.string().optional().describe('Sheet of a workbook; the first where absent'),
    crs,
  },
  where: rowConditions,
});

const versionName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'letters, digits, dot, dash and underscore')
  .describe('Name of the version, such as a date; a later build with another name stands beside it');

/** Adds an issue for each field that the topic does not have and each table that the census does not name. */
function checkTopic(
  code: TopicCode,
  recipe: z.output<typeof topic>,
  tables: readonly string[],
  context: z.RefinementCtx,
) {
  const path = ['census', 'topics', code];
  const add = (at: readonly (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path: [...path, ...at], message });
  const checkTable = (name: string, at: readonly (string | number)[]) => {
    if (!tables.includes(name))
      add(at, `there is no table "${name}" under census.tables; it names ${tables.join(', ')}`);
  };
  const checkFigure = (figure: Expression, at: readonly (string | number)[]) => {
    for (const name of tablesOf(figure)) {
      if (name !== undefined) checkTable(name, at);
      else if (recipe.table === undefined)
        add(at, 'a column without a table; give the topic a table, or write { column, table }');
    }
  };
  if (recipe.table !== undefined) checkTable(recipe.table, ['table']);
  if (recipe.imputeFrom !== undefined) checkTable(recipe.imputeFrom.table, ['imputeFrom', 'table']);
  for (const [field, figure] of Object.entries(recipe.fields)) {
    const problem = unknownField(code, field);
    if (problem !== null) add(['fields', field], problem);
    checkFigure(figure, ['fields', field]);
  }
  recipe.distributions.forEach(({ classes }, i) => {
    classes.forEach(({ count }, j) => {
      checkFigure(count, ['distributions', i, 'classes', j, 'count']);
    });
  });
  recipe.ageClasses?.classes.forEach((ageClass, i) => {
    for (const sex of ['total', 'male', 'female'] as const) {
      if (ageClass[sex] !== undefined) checkFigure(ageClass[sex], ['ageClasses', 'classes', i, sex]);
    }
  });
  recipe.lists.forEach(({ keys }, i) => {
    for (const [name, { count }] of Object.entries(keys)) checkFigure(count, ['lists', i, 'keys', name, 'count']);
  });
  if (recipe.expenditure !== undefined && code !== 'consumption') {
    add(['expenditure'], 'only topic consumption is made from a survey of expenditure');
  }
  if (recipe.expenditure !== undefined && Object.keys(recipe.fields).length > 0) {
    add(['fields'], 'the topic has fields and expenditure; leave out one');
  }
  if (recipe.ageClasses !== undefined && code !== 'age_classes') {
    add(['ageClasses'], 'only topic age_classes has age classes');
  }
}

export const recipeSchema = z
  .strictObject({
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
    center: z.strictObject({ lat, lng }).optional().describe('A good point to start from; the middle where absent'),
    versions: z.strictObject({
      territory: versionName,
      sociodemo: versionName.optional(),
      players: versionName.optional(),
      realestate: versionName.optional(),
    }),
    map: map.describe('The OpenStreetMap extract and where it is complete'),
    poles: z.array(poleSource).min(1).describe('Where people live, the best source first'),
    boundaries: z.array(boundarySource).default([]).describe('Administrative areas and postcodes'),
    census: census.optional().describe('Population and the other topics of People & Economy'),
    players: players.optional().describe('Shops and other places of business, with sectors and brands'),
    realestate: realestate.optional().describe('Listings, sales and rents, matched to poles by address or coordinates'),
    sources: z.array(source).min(1).describe('Where the data comes from, with licence and attribution'),
  })
  .superRefine((recipe, context) => {
    if (recipe.realestate !== undefined && recipe.versions.realestate === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['versions'],
        message: 'versions.realestate is missing; listings need a version name of their own, such as their date',
      });
    }
    (recipe.realestate?.listings ?? []).forEach(({ name }, i) => {
      if (recipe.sources.some((each) => each.family === 'realestate' && each.name === name)) return;
      context.addIssue({
        code: 'custom',
        path: ['realestate', 'listings', i, 'name'],
        message: `no entry of sources with family: realestate has the name "${name}"; its licence stands there`,
      });
    });
    if (recipe.players !== undefined && recipe.versions.players === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['versions'],
        message: 'versions.players is missing; stores need a version name of their own, such as their date',
      });
    }
    (recipe.players?.stores ?? []).forEach((store, i) => {
      const columns = store.from === 'table' ? store.columns : store.from === 'geojson' ? store.properties : null;
      if (columns === null || columns.sector !== undefined || ('sector' in store && store.sector !== undefined)) return;
      context.addIssue({
        code: 'custom',
        path: ['players', 'stores', i],
        message: 'nothing says which sector the stores are of; give sector for all of them, or a column with it',
      });
    });
    if (recipe.census === undefined) return;
    if (recipe.versions.sociodemo === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['versions'],
        message: 'versions.sociodemo is missing; a census needs a version name of its own, such as its year',
      });
    }
    for (const code of TOPIC_CODES) {
      const topicRecipe = recipe.census.topics[code];
      const isDenied = recipe.census.unavailable[code] !== undefined;
      if ((topicRecipe !== undefined) === isDenied) {
        context.addIssue({
          code: 'custom',
          path: ['census', isDenied ? 'unavailable' : 'topics'],
          message: isDenied
            ? `topic ${code} stands under topics and under unavailable; leave out one`
            : `topic ${code} is neither under topics nor under unavailable; say there why the sources do not have it`,
        });
      }
      const survey = topicRecipe?.expenditure && EXPENDITURE_SURVEYS[topicRecipe.expenditure.survey];
      if (survey !== undefined && survey.currency !== recipe.census.currency) {
        context.addIssue({
          code: 'custom',
          path: ['census', 'topics', code, 'expenditure', 'survey'],
          message: `the survey is in ${survey.currency} and the census in ${recipe.census.currency}; choose a survey of the country`,
        });
      }
      if (topicRecipe !== undefined) checkTopic(code, topicRecipe, Object.keys(recipe.census.tables), context);
    }
  });

/** A recipe as its file says it, defaults filled in. */
export type RecipeText = z.output<typeof recipeSchema>;
export type PoleSourceRecipe = RecipeText['poles'][number];
export type StoreSourceRecipe = NonNullable<RecipeText['players']>['stores'][number];
export type ListingSourceRecipe = NonNullable<RecipeText['realestate']>['listings'][number];
export type BoundaryRecipe = RecipeText['boundaries'][number];
export type CensusRecipe = NonNullable<RecipeText['census']>;
export type TopicRecipe = NonNullable<CensusRecipe['topics'][keyof CensusRecipe['topics']]>;
export type TableRecipe = CensusRecipe['tables'][string];
export type UnitRowsRecipe = Extract<CensusRecipe['benchmarks'][number], { code: string }>['units'];
