import type { Boundary } from '@hinterland/importers';
import type { MultiPolygonCoordinates } from '@hinterland/territory';
import { COUNTRY, LOCAL_GOVERNMENTS, STATES } from '../plan/country.ts';
import { LOCALITIES } from '../plan/localities.ts';
import type { World } from '../world.ts';

/** Country, states, local government areas, localities and postcodes: the same units merged in five ways. */
export function boundaries(world: World): Boundary[] {
  const { units } = world;
  const postcodes = [...new Set(units.map(({ postcode }) => postcode))].sort();
  const governments = LOCALITIES.map(({ government }) => LOCAL_GOVERNMENTS.indexOf(government));
  const states = LOCAL_GOVERNMENTS.map(({ state }) => STATES.findIndex(({ code }) => code === state));
  const govern = (unit: number) => governments[units[unit]!.locality]!;

  const layer = (
    areaOfUnit: (unit: number) => number,
    describe: (area: number) => Pick<Boundary, 'code' | 'name' | 'kind' | 'level' | 'localType'>,
  ): Boundary[] => {
    const outlines = world.mesh.outlines(areaOfUnit);
    return [...outlines]
      .sort((a, b) => a[0] - b[0])
      .map(([area, polygon]: [number, MultiPolygonCoordinates]) => ({
        ...describe(area),
        country: COUNTRY.code,
        polygon,
        cut: false,
      }));
  };
  return [
    ...layer(
      () => 0,
      () => ({ code: COUNTRY.code, name: COUNTRY.name, kind: 'country', level: 2, localType: 'Country' }),
    ),
    ...layer(
      (unit) => states[govern(unit)]!,
      (area) => ({ code: STATES[area]!.code, name: STATES[area]!.name, kind: 'region', level: 4, localType: 'State' }),
    ),
    ...layer(govern, (area) => ({
      code: LOCAL_GOVERNMENTS[area]!.code,
      name: LOCAL_GOVERNMENTS[area]!.name,
      kind: 'county',
      level: 6,
      localType: 'Local government area',
    })),
    ...layer(
      (unit) => units[unit]!.locality,
      (area) => ({
        code: LOCALITIES[area]!.code,
        name: LOCALITIES[area]!.name,
        kind: 'locality',
        level: 9,
        localType: 'Locality',
      }),
    ),
    ...layer(
      (unit) => postcodes.indexOf(units[unit]!.postcode),
      (area) => ({
        code: postcodes[area]!,
        name: postcodes[area]!,
        kind: 'postcode',
        level: -1,
        localType: 'Postcode',
      }),
    ),
  ];
}
