import { NearPlaces } from '@hinterland/geo';
import { osmBuildings, readOsmPbf, readRecipe } from '@hinterland/importers';
import { loadTerritory, NONE } from '@hinterland/territory';

export interface DwellingsSettings {
  /** A bundle whose census units are small beside the map. */
  readonly territory: string;
  /** Its recipe, whose extract holds the buildings. */
  readonly recipe: string;
  readonly dataDir: string;
}

/** Units of which the map holds less are cut by its edge. */
const WHOLE = 0.98;
/** An address this near stands at a building. */
const MATCH_METERS = 15;
const PERSONS_PER_HOUSEHOLD = 2.5;
/** Units with fewer dwellings at addresses per household take their buildings as poles. */
const SPARSE = 0.05;

/**
 * Asks how well weights of addresses tell where people live: all residents of the units are spread over the addresses by
 * weight, and counted again by unit. What lands in another unit than the census has it is misplaced. Within a unit, where
 * the weights are used, no figures are published. Returns a Markdown table.
 */
export async function dwellings({ territory: dir, recipe: path, dataDir }: DwellingsSettings): Promise<string> {
  const { poles, sociodemo } = await loadTerritory(dir);
  const { units, poleUnits, topics } = sociodemo!;
  const residents = topics.get('residents')!.columns.get('total')!;
  const recipe = await readRecipe(path, { dataDir });
  const { map } = await readOsmPbf(recipe.resolve([recipe.text.map.osm].flat()[0]!));
  const addresses = [...poles.kind.keys()].filter((pole) => poles.kind[pole] === 0 && poleUnits.unit[pole] !== NONE);
  const place = (column: 'lngMicrodegrees' | 'latMicrodegrees') => (i: number) => poles[column][addresses[i]!]! / 1e6;
  const near = new NearPlaces(addresses.length, place('lngMicrodegrees'), place('latMicrodegrees'));
  const floors = new Float64Array(addresses.length).fill(1);
  osmBuildings(map, {
    push: (building) => {
      const at = near.nearest(building.lng, building.lat, MATCH_METERS);
      if (at >= 0) floors[at] = Math.max(floors[at]!, building.dwellings);
    },
  });

  const sumByUnit = (weight: (address: number) => number) => {
    const sums = new Float64Array(units.rows);
    addresses.forEach((pole, address) => {
      sums[poleUnits.unit[pole]!]! += weight(address);
    });
    return sums;
  };
  const counts = sumByUnit(() => 1);
  const whole = [...counts.keys()].filter((unit) => units.insideShare[unit]! > WHOLE && counts[unit]! > 0);
  const perHousehold = (unit: number) => counts[unit]! / (residents[unit]! / PERSONS_PER_HOUSEHOLD);
  const groups = {
    all: whole,
    [`below ${SPARSE} addresses per household`]: whole.filter((unit) => perHousehold(unit) < SPARSE),
    'the others': whole.filter((unit) => perHousehold(unit) >= SPARSE),
  };
  const misplaced = (weights: Float64Array, group: readonly number[]) => {
    const [people, all] = [residents, weights].map((column) => group.reduce((sum, unit) => sum + column[unit]!, 0));
    const apart = (unit: number) => Math.abs((weights[unit]! / all!) * people! - residents[unit]!);
    return `${((50 * group.reduce((sum, unit) => sum + apart(unit), 0)) / people!).toFixed(1)}%`;
  };
  const powers = [1, 0.5, 0.3].map((power) => sumByUnit((address) => floors[address]! ** power));
  return [
    '| units | count | one dwelling each | floor area | its root | its power 0.3 |',
    '|---|--:|--:|--:|--:|--:|',
    ...Object.entries(groups).map(([name, group]) => {
      const cells = [counts, ...powers].map((weights) => misplaced(weights, group));
      return `| ${name} | ${group.length} | ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}
