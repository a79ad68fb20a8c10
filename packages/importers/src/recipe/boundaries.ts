import { ImportError } from '../importError.ts';
import type { Boundary } from '../inputs.ts';
import { osmBoundaries } from '../osm/boundaries.ts';
import type { OsmData } from '../osm/data.ts';
import type { Report } from '../report.ts';
import { readOutlines } from '../shapes/read.ts';
import { propertyText, rowMatches } from './properties.ts';
import type { Recipe } from './read.ts';
import type { BoundaryRecipe } from './schema.ts';

/** Reads all boundaries of a recipe, in its order. */
export async function readBoundaries(recipe: Recipe, map: OsmData, report: Report): Promise<Boundary[]> {
  const boundaries: Boundary[] = [];
  for (const source of recipe.text.boundaries) {
    if (source.from === 'osm') boundaries.push(...fromMap(source, countryOf(source, recipe), map, report));
    else if (source.from === 'file') boundaries.push(...(await fromFile(source, recipe, report)));
    else {
      const { code, name, kind, level, localType } = source;
      const country = countryOf(source, recipe);
      boundaries.push({ code, name, country, kind, level, localType, polygon: [], cut: true });
    }
  }
  return boundaries;
}

function countryOf(source: BoundaryRecipe, { text }: Recipe): string {
  if (source.country !== undefined) return source.country;
  if (text.countries.length === 1) return text.countries[0]!;
  throw new ImportError(
    `The recipe names ${text.countries.length} countries, so each entry of boundaries must say its country.`,
  );
}

function fromMap(
  source: Extract<BoundaryRecipe, { from: 'osm' }>,
  country: string,
  map: OsmData,
  report: Report,
): Boundary[] {
  const counter = report.subject('boundaries of OpenStreetMap');
  const adminLevels = Object.fromEntries(
    Object.entries(source.levels).map(([level, { kind }]) => [level, { kind, level: Number(level) }]),
  );
  const found = osmBoundaries(map, {
    country,
    adminLevels,
    drop: (reason, ref) => counter.dropped(reason, ref),
  });
  const wanted = found.filter(({ kind }) => source.postcodes || kind !== 'postcode');
  counter.kept(wanted.length);
  return wanted.map((boundary) => ({
    ...boundary,
    localType: source.levels[String(boundary.level)]?.localType || boundary.localType,
  }));
}

async function fromFile(
  source: Extract<BoundaryRecipe, { from: 'file' }>,
  recipe: Recipe,
  report: Report,
): Promise<Boundary[]> {
  const path = recipe.resolve(source.file);
  const counter = report.subject(`boundaries of ${source.file.split('/').at(-1)}`);
  const outlines = await readOutlines(
    { path, entry: source.entry },
    { layer: source.layer, crs: source.crs, wanted: rowMatches(source.where) },
    counter,
  );
  const { kind, level, localType, cut } = source;
  const country = countryOf(source, recipe);
  const areas = new Map<string, Boundary>();
  for (const { properties, polygon, ref } of outlines) {
    const text = (from: typeof source.code) => ('value' in from ? from.value : propertyText(properties, from, path));
    const code = text(source.code);
    const before = areas.get(code);
    if (before === undefined) counter.kept();
    else counter.changed('a part of the area with the same code', `${ref} (${code})`);
    areas.set(code, {
      ...(before ?? { code, name: text(source.name), country, kind, level, localType, cut }),
      polygon: [...(before?.polygon ?? []), ...polygon],
    });
  }
  return [...areas.values()];
}
