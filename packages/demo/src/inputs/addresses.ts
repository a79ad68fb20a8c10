import type { AddressPoint, PoleSource } from '@hinterland/importers';
import { latMicrodegrees, lngMicrodegrees } from '../geometry/plane.ts';
import { STATES } from '../plan/country.ts';
import { LOCALITIES } from '../plan/localities.ts';
import type { SettledHouse, World } from '../world.ts';

/** Households of a hall of residence count as rooms: its students are no private household, but they live there. */
const ROOMS_PER_HALL = 80;

/** The demo's address register: one row per door, flats as unit and number ("3" of "17"), like a national register has it. */
export function addressSource(world: World): PoleSource {
  return {
    kind: 'address',
    async each(push) {
      for (const [row, house] of world.houses.entries())
        for (const address of addressesOf(world, house, row)) push(address);
    },
  };
}

/** The addresses of one house, one per door. */
export function* addressesOf(world: World, house: SettledHouse, row: number): Generator<AddressPoint> {
  const { locality, postcode } = world.units[house.unit]!;
  const { name, government } = LOCALITIES[locality]!;
  const address = {
    lng: lngMicrodegrees(house.x) / 1e6,
    lat: latMicrodegrees(house.y) / 1e6,
    number: house.number,
    numberLast: house.numberLast,
    unit: '',
    street: world.streetNames.get(house.street) ?? '',
    locality: name,
    region: STATES.find(({ code }) => code === government.state)!.short,
    postcode,
    dwellings: house.kind === 'hall' ? ROOMS_PER_HALL : house.dwellings,
    ref: `house ${row + 1}`,
  };
  if (house.dwellings < 2) {
    yield address;
    return;
  }
  for (let unit = 0; unit < house.dwellings; unit++) yield { ...address, unit: unitName(house, unit), dwellings: 1 };
}

/** Flats are counted from 1; in towers the number begins with the floor: 101, 102, … 1204. */
function unitName(house: SettledHouse, unit: number): string {
  if (house.kind !== 'tower') return `${unit + 1}`;
  const perFloor = 4;
  return `${Math.floor(unit / perFloor) + 1}${String((unit % perFloor) + 1).padStart(2, '0')}`;
}
