import { countryHabits } from '@hinterland/catalogue';
import type { Box } from '@hinterland/geo';
import { boxContains, expandBoxMeters } from '@hinterland/geo';
import { readAnncsu } from '../addresses/anncsu.ts';
import { readBag } from '../addresses/bag.ts';
import { readBan } from '../addresses/ban.ts';
import { readGnaf } from '../addresses/gnaf.ts';
import { readOpenAddresses } from '../addresses/openAddresses.ts';
import { readOverture } from '../addresses/overture.ts';
import { readAddressTable } from '../addresses/table.ts';
import type { AddressPoint, PoleSource } from '../inputs.ts';
import { osmAddresses } from '../osm/addresses.ts';
import { osmBuildings } from '../osm/buildings.ts';
import type { OsmData } from '../osm/data.ts';
import { POLE_PARAMETERS } from '../poles/parameters.ts';
import type { Report, SubjectCounter } from '../report.ts';
import type { Recipe } from './read.ts';
import type { PoleSourceRecipe } from './schema.ts';

const SUBURB_KEYS = ['addr:suburb', 'addr:city', 'addr:town', 'addr:village', 'addr:hamlet'];

interface Context {
  readonly recipe: Recipe;
  readonly map: OsmData;
  readonly mapBox: Box | undefined;
  readonly report: Report;
}

/** The sources of poles that a recipe names, in its order. Nothing is read before the pipeline asks. */
export function poleSources(context: Context): PoleSource[] {
  return context.recipe.text.poles.map((source) => poleSource(source, context));
}

function poleSource(source: PoleSourceRecipe, context: Context): PoleSource {
  const { recipe, map, mapBox, report } = context;
  const isUnitFirst = recipe.text.countries.some((country) => countryHabits(country).unitBeforeNumber === '/');
  const fromFile = (
    name: string,
    beyondMap: boolean,
    read: (counter: SubjectCounter, push: (address: AddressPoint) => void) => Promise<void>,
  ): PoleSource => ({ kind: 'address', name, beyondMap, each: (push) => read(report.subject(name), push) });

  switch (source.from) {
    case 'osm-addresses': {
      const name = 'addresses of OpenStreetMap';
      const drop = (reason: string, ref: string) => report.subject(name).dropped(reason, ref);
      const isSuburbFirst = recipe.text.countries.some((country) => countryHabits(country).suburbIsLocality);
      return {
        kind: 'address',
        name,
        async each(push) {
          osmAddresses(map, {
            push,
            drop,
            style: { slash: isUnitFirst ? 'unit' : 'number' },
            ...(isSuburbFirst ? { localityKeys: SUBURB_KEYS } : {}),
          });
        },
      };
    }
    case 'osm-buildings': {
      const name = 'buildings of OpenStreetMap';
      const drop = (reason: string, ref: string) => report.subject(name).dropped(reason, ref);
      return {
        kind: 'building',
        name,
        async each(push) {
          osmBuildings(map, { push, drop });
        },
      };
    }
    case 'streets':
      return { kind: 'street', spacingMeters: source.spacingMeters };
    case 'openaddresses': {
      const file = { path: recipe.resolve(source.file), entry: source.entry };
      return fromFile(`addresses of ${baseName(source.file)}`, source.beyondMap, (counter, push) =>
        readOpenAddresses(file, isUnitFirst, counter, push),
      );
    }
    case 'ban':
    case 'anncsu':
    case 'bag':
    case 'overture-addresses': {
      const file = { path: recipe.resolve(source.file), entry: source.entry };
      const read = {
        ban: readBan,
        anncsu: readAnncsu,
        bag: readBag,
        'overture-addresses': (...[from, counter, push]: Parameters<typeof readBan>) =>
          readOverture(from, isUnitFirst, counter, push),
      }[source.from];
      return fromFile(`addresses of ${baseName(source.file)}`, source.beyondMap, (counter, push) =>
        read(file, counter, push),
      );
    }
    case 'gnaf': {
      const edge = mapBox === undefined ? undefined : expandBoxMeters(mapBox, POLE_PARAMETERS.edgeToleranceMeters);
      const isWanted = (lng: number, lat: number) =>
        source.beyondMap || edge === undefined || boxContains(edge, lng, lat);
      return fromFile('addresses of G-NAF', source.beyondMap, (counter, push) =>
        readGnaf(recipe.resolve(source.folder), source.states, isWanted, counter, push),
      );
    }
    case 'address-table': {
      const { file, entry, columns, where, beyondMap, ...options } = source;
      return fromFile(`addresses of ${baseName(file)}`, beyondMap, (counter, push) =>
        readAddressTable(
          { path: recipe.resolve(file), entry },
          { ...options, mapping: () => ({ columns, where }), unitFirst: isUnitFirst },
          counter,
          push,
        ),
      );
    }
  }
}

function baseName(file: string): string {
  return file.split('/').at(-1)!;
}
