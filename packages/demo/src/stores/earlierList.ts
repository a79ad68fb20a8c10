import { SeededRandom } from '@hinterland/geo';
import type { FamilyContent, Territory } from '@hinterland/territory';

/** Version of the list from before. */
const EARLIER_VERSION = '2026-07';
/** Shares of the stores that a summer changes. */
const [OPENED, CLOSED, MOVED, RENAMED] = [0.012, 0.01, 0.003, 0.004];
const MOVED_METERS = 120;
const METERS_PER_MICRODEGREE = 0.111195;
const EARLIER_OWNERS = ['Abernathy', 'Bellamy', 'Corrigan', 'Duvall', 'Ellery'];

/**
 * The stores of the demo as a list of the summer before had them: some had not opened yet, others have closed, moved or changed hands since.
 * It is made from the list in force with chance of its own, so that nothing else of the demo changes with it.
 */
export function earlierList({ players, descriptors, manifest }: Territory, seed: number): FamilyContent {
  const { stores, brands, sectors } = players!;
  const random = new SeededRandom(seed + 70_001);
  const rows: number[] = [];
  const closed: number[] = [];
  const changes = new Map<number, 'moved' | 'renamed'>();
  for (let row = 0; row < stores.rows; row++) {
    const chance = random.next();
    if (chance < OPENED) continue;
    rows.push(row);
    if (chance < OPENED + CLOSED) closed.push(row);
    else if (chance < OPENED + CLOSED + MOVED) changes.set(row, 'moved');
    // A chain keeps its name.
    else if (chance < OPENED + CLOSED + MOVED + RENAMED && stores.brand[row]! < 0) changes.set(row, 'renamed');
  }
  // Those that closed stood a street away from others of their kind.
  const all = [...rows.map((row) => ({ row, isGone: false })), ...closed.map((row) => ({ row, isGone: true }))];
  const each = <T>(value: (of: (typeof all)[number], at: number) => T): T[] => all.map(value);
  const owner = () => random.pick(EARLIER_OWNERS);
  const turns = each(() => 2 * Math.PI * random.next());
  const away = ({ row, isGone }: (typeof all)[number]) =>
    isGone ? 4 * MOVED_METERS : changes.get(row) === 'moved' ? MOVED_METERS : 0;
  const isOther = ({ row, isGone }: (typeof all)[number]) => isGone || changes.get(row) === 'renamed';
  return {
    family: 'players',
    version: EARLIER_VERSION,
    territoryVersion: manifest.families.territory!.version,
    sources: descriptors.players!.sources.map((source) => ({ ...source, vintage: EARLIER_VERSION })),
    parameters: descriptors.players!.parameters,
    supply: players!.supply,
    tables: {
      sectors: { code: Array.from({ length: sectors.rows }, (_, row) => sectors.code.at(row)) },
      brands: {
        name: Array.from({ length: brands.rows }, (_, row) => brands.name.at(row)),
        wikidata: Array.from({ length: brands.rows }, (_, row) => brands.wikidata.at(row)),
        sector: [...brands.sector],
      },
      stores: {
        id: each(({ row, isGone }) => (isGone ? `${stores.id.at(row)}/before` : stores.id.at(row))),
        name: each((one) =>
          isOther(one) ? `${owner()} ${stores.name.at(one.row).split(' ').at(-1)}` : stores.name.at(one.row),
        ),
        brand: each((one) => (isOther(one) ? -1 : stores.brand[one.row]!)),
        sector: each(({ row }) => stores.sector[row]!),
        lngMicrodegrees: each((one, at) =>
          Math.round(
            stores.lngMicrodegrees[one.row]! +
              (Math.sin(turns[at]!) * away(one)) /
                METERS_PER_MICRODEGREE /
                Math.cos((stores.latMicrodegrees[one.row]! / 1e6) * (Math.PI / 180)),
          ),
        ),
        latMicrodegrees: each((one, at) =>
          Math.round(stores.latMicrodegrees[one.row]! + (Math.cos(turns[at]!) * away(one)) / METERS_PER_MICRODEGREE),
        ),
        floorAreaSquareMeters: each(({ row }) => stores.floorAreaSquareMeters[row]!),
        floorAreaSource: each(({ row }) => stores.floorAreaSource[row]!),
        source: each(({ row }) => stores.source[row]!),
        state: each(({ row }) => stores.state[row]!),
        // The address of one that moved or closed was another, which the list does not have.
        address: each((one) => (away(one) > 0 ? '' : stores.address.at(one.row))),
      },
    },
  };
}
