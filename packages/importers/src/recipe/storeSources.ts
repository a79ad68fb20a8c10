import type { OsmData } from '../osm/data.ts';
import { osmStores } from '../players/osmStores.ts';
import { allThePlaces, geoJsonStores, overturePlaces } from '../players/placeFiles.ts';
import type { StoreSource } from '../players/store.ts';
import { tableStores } from '../players/tableStores.ts';
import type { Recipe } from './read.ts';
import type { StoreSourceRecipe } from './schema.ts';

/** The sources of stores that a recipe names, in its order. Nothing is read before the pipeline asks. */
export function storeSources(recipe: Recipe, map: OsmData): StoreSource[] {
  return (recipe.text.players?.stores ?? []).map((source) => storeSource(source, recipe, map));
}

function storeSource(source: StoreSourceRecipe, recipe: Recipe, map: OsmData): StoreSource {
  if (source.from === 'osm') {
    return {
      name: 'stores of OpenStreetMap',
      kind: 'osm',
      async each(push, drop) {
        osmStores(map, push, drop);
      },
    };
  }
  const name = `stores of ${source.file.split('/').at(-1)}`;
  const file = { path: recipe.resolve(source.file), entry: source.entry };
  switch (source.from) {
    case 'table':
      return tableStores(name, file, source);
    case 'geojson':
      return geoJsonStores(name, file, { ...source, columns: source.properties });
    case 'alltheplaces':
      return allThePlaces(name, file);
    case 'overture':
      return overturePlaces(name, file, source.leastConfidence);
  }
}
