import { sectorOf } from '@hinterland/catalogue';
import { SeededRandom } from '@hinterland/geo';
import type { KnownBrand, PlayersInput, StorePoint } from '@hinterland/importers';
import { latMicrodegrees, lngMicrodegrees } from '../geometry/plane.ts';
import { LOCALITIES } from '../plan/localities.ts';
import type { Town } from '../streets/town.ts';
import type { SettledHouse, World } from '../world.ts';
import { DEMO_SUPPLY, OWNERS, type Reach, type SectorSupply } from './supply.ts';

const PERSONS_PER_DWELLING = 2.4;
/** How fast stores thin out with the distance from the middle of their town, meters. */
const FADING_METERS: Readonly<Record<Reach, number>> = { local: 4_000, town: 1_400, center: 650, estate: 6_000 };
/** How much more than its residents' share a larger town gets of a sector: residents to this power. */
const TOWN_POWER: Readonly<Record<Reach, number>> = { local: 1, town: 1.1, center: 1.2, estate: 1.05 };
/** Stores that share a door, such as those of an arcade, count so much less for the next one. */
const TAKEN = 0.25;
const SIZE_SPREAD = 0.45;

interface Door {
  readonly house: SettledHouse;
  readonly meters: number;
  stores: number;
}

interface TownSupply {
  readonly residents: number;
  readonly doors: readonly Door[];
}

/**
 * The shops of the demo: as many per sector as its residents call for, in the towns' shops and works, more in larger
 * towns and towards their middle. Chains and independents, sizes known for most. It has a stream of chance of its own:
 * nothing else of the demo changes with it.
 */
export function demoPlayers(world: World, seed: number): PlayersInput {
  const random = new SeededRandom(seed + 40_111);
  const supplies = townSupplies(world);
  const residents = supplies.reduce((sum, town) => sum + town.residents, 0);
  const stores = DEMO_SUPPLY.flatMap((sector) => {
    const count = Math.round((sector.per10000 * residents) / 10_000);
    return Array.from({ length: count }, () => ({ sector, door: doorFor(sector, supplies, random) }));
  }).map(({ sector, door }, i) => storeAt(world, sector, door.house, i, random));
  return {
    sources: [
      {
        name: 'stores of the demo',
        kind: 'synthetic',
        async each(push) {
          for (const store of stores) push(store);
        },
      },
    ],
    brands: demoBrands(),
    completeness: { estimate: 1, note: 'The demo country has these stores and no others.' },
  };
}

/** The chains of the demo; they have no Wikidata ids because they do not exist. */
function demoBrands(): KnownBrand[] {
  return DEMO_SUPPLY.flatMap(({ code, chains }) =>
    chains.map((name) => ({ name, wikidata: '', sector: code, spellings: [] })),
  );
}

function townSupplies({ houses, towns }: World): TownSupply[] {
  const ofTown = new Map<Town, { residents: number; doors: Door[] }>();
  for (const house of houses) {
    const town = towns.find((candidate) => candidate.depth(house) > 0) ?? nearest(towns, house);
    const supply = ofTown.get(town) ?? { residents: 0, doors: [] };
    supply.residents += house.dwellings * PERSONS_PER_DWELLING;
    if (house.kind === 'shop' || house.kind === 'works') {
      supply.doors.push({ house, meters: town.fromCenter(house), stores: 0 });
    }
    ofTown.set(town, supply);
  }
  return [...ofTown.values()].filter(({ doors }) => doors.length > 0);
}

function nearest(towns: readonly Town[], house: SettledHouse): Town {
  return towns.reduce((best, town) => (town.fromCenter(house) < best.fromCenter(house) ? town : best));
}

function doorFor(sector: SectorSupply, supplies: readonly TownSupply[], random: SeededRandom): Door {
  const town = weighted(supplies, ({ residents }) => residents ** TOWN_POWER[sector.reach], random);
  const isEstate = sector.reach === 'estate';
  const door = weighted(
    town.doors,
    ({ house, meters, stores }) => {
      const fits = house.kind === 'works' ? (isEstate ? 1 : 0.01) : isEstate ? 0.15 : 1;
      return fits * (0.02 + Math.exp(-meters / FADING_METERS[sector.reach])) * TAKEN ** stores;
    },
    random,
  );
  door.stores++;
  return door;
}

function storeAt(
  world: World,
  sector: SectorSupply,
  house: SettledHouse,
  index: number,
  random: SeededRandom,
): StorePoint {
  const isChain = random.next() < sector.chainShare && sector.chains.length > 0;
  // The first chain is the largest: each one has half again as many stores as the next.
  const brand = isChain ? weighted(sector.chains, (name) => 1.5 ** -sector.chains.indexOf(name), random) : '';
  const name = isChain ? brand : `${random.pick(OWNERS)} ${random.pick(sector.words)}`;
  const median = sectorOf(sector.code)!.medianFloorAreaSquareMeters * (isChain ? 1.3 : 0.85);
  const size = Math.round(median * Math.exp(SIZE_SPREAD * random.normal()));
  const [known, closed] = [random.next(), random.next()];
  const { locality } = world.units[house.unit]!;
  const street = [house.number, world.streetNames.get(house.street) ?? ''].filter((part) => part !== '').join(' ');
  return {
    id: `demo/${index + 1}`,
    name,
    brand,
    wikidata: '',
    sector: sector.code,
    lng: lngMicrodegrees(house.x) / 1e6,
    lat: latMicrodegrees(house.y) / 1e6,
    floorAreaSquareMeters: known < 0.82 ? Math.max(15, size) : Number.NaN,
    floorAreaSource: known < 0.65 ? 'known' : 'footprint',
    state: closed < 0.02 ? 'closed' : closed < 0.03 ? 'unknown' : 'open',
    address: [street, LOCALITIES[locality]!.name].filter((part) => part !== '').join(', '),
    ref: `store ${index + 1}`,
  };
}

/** One of the items, each as likely as its weight says. */
function weighted<T>(items: readonly T[], weight: (item: T) => number, random: SeededRandom): T {
  const weights = items.map(weight);
  let left = random.next() * weights.reduce((sum, each) => sum + each, 0);
  for (let i = 0; i < items.length; i++) {
    left -= weights[i]!;
    if (left < 0) return items[i]!;
  }
  return items.at(-1)!;
}
