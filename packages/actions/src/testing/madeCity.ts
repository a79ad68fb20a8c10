import { COICOP_DIVISIONS, sectorOf } from '@hinterland/catalogue';
import { type GridTown, gridTown } from '@hinterland/engine/testing';
import { SeededRandom } from '@hinterland/geo';
import { inMemoryTerritory, SPENDERS, type Territory } from '@hinterland/territory';

/** Crossings each way from the middle. */
const HALF = 8;
const SIDE = 2 * HALF + 1;
/** Yearly expenditure per resident, all divisions. */
const SPEND = 12_000;

/** A town whose every crossing, shop and worker is known, and of which data show a part. */
export interface MadeCity {
  readonly sector: string;
  readonly blockSeconds: number;
  readonly shops: readonly { readonly right: number; readonly up: number; readonly squareMeters: number }[];
  /** Per crossing what its residents spend on the sector, and what workers and visitors spend there beside. */
  readonly residents: Float64Array;
  readonly others: Float64Array;
}

/** What the data show of a made city. */
export interface Shown {
  /** Share of the shops. */
  readonly share: number;
  readonly others: boolean;
  /** Crossings to the east of this one are not on the map; HALF for none. */
  readonly cutAt: number;
  /** What the data say of their completeness. */
  readonly completeness: { readonly low: number; readonly high: number } | null;
  readonly seed: number;
}

/** All of it. */
export const WHOLE: Shown = { share: 1, others: true, cutAt: HALF, completeness: { low: 1, high: 1 }, seed: 1 };

const at = (i: number) => ({ right: (i % SIDE) - HALF, up: Math.floor(i / SIDE) - HALF });
const share = (sector: string) =>
  Object.values(sectorOf(sector)!.coicop).reduce((sum, one) => sum + one, 0) / COICOP_DIVISIONS.length;

/**
 * Draws a city: one of a single center (even seeds) or of three, with as many shops as its people feed, give or take two fifths, more of them
 * near the middle; workers and visitors spend in the centers up to so much as the sector's mark has it.
 */
export function madeCity(seed: number, sector: string, othersAtMost: number): MadeCity {
  const random = new SeededRandom(seed);
  const centers =
    seed % 2 === 0
      ? [{ right: 0, up: 0 }]
      : Array.from({ length: 3 }, () => ({ right: random.int(SIDE) - HALF, up: random.int(SIDE) - HALF }));
  const near = (i: number, reach: number) => {
    const { right, up } = at(i);
    return centers.reduce((sum, one) => sum + Math.exp(-Math.hypot(right - one.right, up - one.up) / reach), 0);
  };
  const spend = share(sector) * SPEND;
  const residents = Float64Array.from(
    { length: SIDE ** 2 },
    (_, i) => spend * (40 + 400 * near(i, 4) * random.between(0.5, 1.5)),
  );
  const all = residents.reduce((sum, one) => sum + one, 0);
  const weights = Float64Array.from(residents, (_, i) => near(i, 2));
  const total = weights.reduce((sum, one) => sum + one, 0);
  const more = random.next() * othersAtMost;
  const others = weights.map((weight) => (more * all * weight) / total);
  const { medianFloorAreaSquareMeters: median, salesDensity } = sectorOf(sector)!;
  const usual = salesDensity! * SPEND;
  const supply = ((1 + more) * all) / random.between(0.7, 1.4);
  const shops: MadeCity['shops'][number][] = [];
  for (let sold = 0; sold < supply && shops.length < 400; ) {
    const squareMeters = Math.round(median * Math.exp(0.5 * random.normal()));
    let crossing = random.int(SIDE ** 2);
    while (random.next() > 0.15 + near(crossing, 3)) crossing = random.int(SIDE ** 2);
    shops.push({ ...at(crossing), squareMeters });
    sold += squareMeters * usual;
  }
  return { sector, blockSeconds: 60 + random.int(200), shops, residents, others };
}

/** The territory that data on a made city are. */
export function shownOf(
  city: MadeCity,
  { share: held, others, cutAt, completeness, seed }: Shown,
): { territory: Territory; town: GridTown } {
  const random = new SeededRandom(seed);
  const town = gridTown({
    blocks: 2 * HALF,
    blockMeters: 500,
    speedKph: (500 / city.blockSeconds) * 3.6,
    center: { lat: -36.2, lng: -151.7 },
  });
  const crossings = Array.from({ length: SIDE ** 2 }, (_, i) => i);
  const isOn = (i: number) => at(i).right <= cutAt;
  const known = city.shops.filter((shop) => random.next() < held && shop.right <= cutAt);
  const shops = known.length > 0 ? known : city.shops.slice(0, 1);
  const people = Float64Array.from(crossings, (i) =>
    isOn(i) ? city.residents[i]! + (others ? city.others[i]! : 0) : 0,
  );
  const residents = people.map((spend) => spend / (share(city.sector) * SPEND));
  const unit: number[] = Array.from({ length: SIDE ** 2 });
  crossings.forEach((i) => {
    unit[town.poleRow[i]!] = i;
  });
  const column = residents.map((count) => (count * SPEND) / COICOP_DIVISIONS.length);
  const places = shops.map(({ right, up }) => town.at(right, up));
  const made = inMemoryTerritory({
    poles: { ...town.territory.poles, rows: undefined } as never,
    sociodemo: {
      currency: 'XDD',
      units: {
        code: crossings.map(String),
        areaSquareKm: crossings.map(() => 1),
        insideShare: crossings.map(() => 1),
        synthetic: crossings.map(() => 0),
      },
      poleUnits: { unit, share: crossings.map(() => 1) },
      topics: {
        residents: { columns: { total: [...residents] } },
        consumption: { columns: Object.fromEntries(COICOP_DIVISIONS.map(([code]) => [code, [...column]])) },
      },
    },
    players: {
      sectors: [city.sector],
      stores: {
        sector: shops.map(() => 0),
        name: shops.map((_, i) => `Shop ${i + 1}`),
        lngMicrodegrees: places.map(({ lng }) => Math.round(lng * 1e6)),
        latMicrodegrees: places.map(({ lat }) => Math.round(lat * 1e6)),
        floorAreaSquareMeters: shops.map(({ squareMeters }) => squareMeters),
      },
      supply: {
        stores: { osm: shops.length },
        floorAreas: { known: shops.length },
        completeness: {
          estimate: completeness === null ? null : Math.sqrt(completeness.low * completeness.high),
          note: '',
        },
      },
    },
  });
  const [low, high] = [town.at(-HALF, -HALF), town.at(cutAt, HALF)];
  const margin = 0.05;
  const bbox = {
    west: low.lng - margin,
    south: low.lat - margin,
    east: high.lng + (cutAt < HALF ? 0 : margin),
    north: high.lat + margin,
  };
  const territory: Territory = {
    ...town.territory,
    manifest: { ...town.territory.manifest, name: 'Made City', bbox },
    sociodemo: made.sociodemo,
    players: made.players,
    descriptors: {
      ...made.descriptors,
      territory: town.territory.descriptors.territory,
      // What workers and visitors spend is in the figures where it is shown.
      sociodemo: {
        ...made.descriptors.sociodemo!,
        topics: made.descriptors.sociodemo!.topics!.map((entry) =>
          others && entry.code === 'consumption' ? { ...entry, spenders: [...SPENDERS] } : entry,
        ),
      },
    },
    dataVersion: { ...made.dataVersion, ...town.territory.dataVersion },
  };
  return { territory, town };
}

/**
 * What is true of a place, from all shops and all people by the formula alone: what one more shop of median size takes, what it usually sells, and how many
 * more the place's people feed.
 */
export function truthAt(city: MadeCity, place: { readonly right: number; readonly up: number }) {
  const { huff, medianFloorAreaSquareMeters: median, salesDensity } = sectorOf(city.sector)!;
  const usual = salesDensity! * SPEND;
  const minutes = (a: { right: number; up: number }, b: { right: number; up: number }) =>
    ((Math.abs(a.right - b.right) + Math.abs(a.up - b.up)) * city.blockSeconds) / 60;
  const utility = (squareMeters: number, time: number) =>
    time > huff.tmaxMinutes ? 0 : squareMeters ** huff.alpha * Math.max(time, huff.floorMinutes) ** -huff.beta;
  const outside = utility(median, huff.tmaxMinutes);
  let [takes, demand] = [0, 0];
  for (let i = 0; i < SIDE ** 2; i++) {
    const own = utility(median, minutes(at(i), place));
    if (own === 0) continue;
    const spend = city.residents[i]! + city.others[i]!;
    const there = city.shops.reduce((sum, shop) => sum + utility(shop.squareMeters, minutes(at(i), shop)), 0);
    takes += (spend * own) / (outside + there + own);
    demand += spend;
  }
  const supply = city.shops.reduce(
    (sum, shop) => sum + (minutes(shop, place) <= huff.tmaxMinutes ? shop.squareMeters * usual : 0),
    0,
  );
  return { takes, usualSales: median * usual, more: (demand - supply) / (median * usual) };
}
