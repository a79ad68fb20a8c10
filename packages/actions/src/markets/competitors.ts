import { said, spoken } from '@hinterland/answers/said';
import { type Mode, sectorOf } from '@hinterland/catalogue';
import { floorAreaOf, perTenThousand, placeOfStore, storesBySector } from '@hinterland/engine/market';
import { rounded } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { type ActionContext, ActionProblem } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { describePart, type Subject } from '../subject/subject.ts';
import { type BrandResults, COMPETITORS_SHOWN, STORES_SHOWN } from './brandFields.ts';
import { requireBrand, storesOfBrands } from './brands.ts';
import { countIn, membersOf, type PartMembers, reachOfStores, wholeOf } from './shops.ts';
import { supplyOf } from './supply.ts';

type BrandResult = BrandResults['brands'][number];
type Available = Extract<BrandResult, { available: true }>;

/** Returns the brands section of a subject; brands without an open store are not charged. */
export function brandsOf(
  context: ActionContext,
  subject: Subject,
  mode: Mode,
  names: readonly string[],
  withStores: boolean,
): { result: BrandResults; computed: number } {
  const { territory } = context;
  const brands = names.map((name, i) => {
    stopIfCancelled(context);
    return brandResult(territory, subject, mode, name, i, withStores);
  });
  return {
    result: {
      parts: subject.parts.map((part) => describePart(territory, part)),
      brands,
      supplyData: supplyOf(
        territory,
        brands.flatMap((brand) => (brand.available ? [brand.sector.code] : [])),
      ),
    },
    computed: brands.filter(({ available }) => available).length,
  };
}

function brandResult(
  territory: Territory,
  subject: Subject,
  mode: Mode,
  name: string,
  index: number,
  withStores: boolean,
): BrandResult {
  const rows = requireBrand(territory, name, `#/brands/${index}`);
  const own = storesOfBrands(territory, rows);
  if (own.length === 0) {
    return {
      name,
      available: false,
      ...spoken({ reason: said('brand_closed', { brand: name, territory: territory.manifest.name }) }),
    };
  }
  const { brands, sectors } = territory.players!;
  const sector = sectorOf(sectors.code.at(brands.sector[rows[0]!]!));
  if (sector === undefined) {
    const detail = said('brand_sector_unknown', { brand: name });
    throw new ActionProblem('validation_error', detail, { errors: [{ pointer: `#/brands/${index}`, detail }] });
  }
  const isOwn = new Set(own);
  const others = storesBySector(territory)
    .get(sector.code)!
    .filter((row) => !isOwn.has(row));
  const members = membersOf(territory, subject, mode);
  const whole = members[wholeOf(subject)]!;
  const figures = subject.parts.map(({ heading, holdings }, i) => [
    heading.id,
    figuresOf(territory, members[i]!, own, others, holdings.residents),
  ]);
  return {
    name,
    available: true,
    wikidata: rows.map((row) => brands.wikidata.at(row)).find((id) => id !== '') ?? null,
    sector: { code: sector.code, name: sector.names.en },
    figures: Object.fromEntries(figures) as Available['figures'],
    competitors: competitorsOf(territory, subject, mode, members, own, others),
    stores: withStores ? storesOf(territory, whole, own, others) : [],
  };
}

const areaIn = (territory: Territory, { holdsStore }: PartMembers, rows: Uint32Array): number =>
  rows.reduce((sum, row) => (holdsStore[row] === 1 ? sum + floorAreaOf(territory, row).squareMeters : sum), 0);

const ratio = (part: number, all: number): number | null => (all > 0 ? rounded(part / all) : null);

function figuresOf(
  territory: Territory,
  part: PartMembers,
  own: Uint32Array,
  others: Uint32Array,
  residents: number | null,
): Available['figures'][string] {
  const [stores, competitors] = [countIn(part, own), countIn(part, others)];
  const [area, otherArea] = [areaIn(territory, part, own), areaIn(territory, part, others)];
  const rate = perTenThousand(stores, residents);
  return {
    stores,
    competitors,
    shareOfStores: ratio(stores, stores + competitors),
    floorAreaSquareMeters: rounded(area),
    competitorsFloorAreaSquareMeters: rounded(otherArea),
    shareOfFloorArea: ratio(area, area + otherArea),
    storesPer10000: rate === null ? null : rounded(rate),
  };
}

function competitorsOf(
  territory: Territory,
  subject: Subject,
  mode: Mode,
  members: readonly PartMembers[],
  own: Uint32Array,
  others: Uint32Array,
): Available['competitors'] {
  const { brand } = territory.players!.stores;
  const whole = members[wholeOf(subject)]!;
  const inside = others.filter((row) => whole.holdsStore[row] === 1);
  const byBrand = new Map<number, number[]>();
  for (const row of inside) byBrand.set(brand[row]!, [...(byBrand.get(brand[row]!) ?? []), row]);
  const all = inside.length + countIn(whole, own);
  const nameOf = (row: number) => (row < 0 ? null : territory.players!.brands.name.at(row));
  const sorted = [...byBrand].map(([row, list]) => ({ name: nameOf(row), rows: Uint32Array.from(list) }));
  // Independent stores are no competitor by a name: they stand last.
  sorted.sort(
    (a, b) =>
      Number(a.name === null) - Number(b.name === null) ||
      b.rows.length - a.rows.length ||
      ((a.name ?? '') < (b.name ?? '') ? -1 : 1),
  );
  return sorted.slice(0, COMPETITORS_SHOWN).map(({ name, rows }) => ({
    brand: name,
    stores: Object.fromEntries(subject.parts.map(({ heading }, i) => [heading.id, countIn(members[i]!, rows)])),
    floorAreaSquareMeters: rounded(areaIn(territory, whole, rows)),
    shareOfStores: ratio(rows.length, all),
    nearest: nearestOf(territory, subject, mode, rows),
  }));
}

function nearestOf(territory: Territory, { origin }: Subject, mode: Mode, rows: Uint32Array) {
  if (origin.kind !== 'catchment') return null;
  const { costs } = reachOfStores(territory, origin.catchment, mode);
  const least = Math.min(...Array.from(rows, (row) => costs[row]!));
  if (least === Infinity) return null;
  return origin.catchment.query.measure === 'time' ? { seconds: least / 1000 } : { meters: least / 1000 };
}

function storesOf(
  territory: Territory,
  whole: PartMembers,
  own: Uint32Array,
  others: Uint32Array,
): Available['stores'] {
  const { stores, brands } = territory.players!;
  const describe = (row: number, isOfBrand: boolean) => ({
    id: stores.id.at(row),
    name: stores.name.at(row),
    brand: stores.brand[row]! < 0 ? null : brands.name.at(stores.brand[row]!),
    isOfBrand,
    ...placeOfStore(territory, row),
    squareMeters: rounded(floorAreaOf(territory, row).squareMeters),
    address: stores.address.at(row),
  });
  const inside = (rows: Uint32Array) => [...rows].filter((row) => whole.holdsStore[row] === 1);
  return [...inside(own).map((row) => describe(row, true)), ...inside(others).map((row) => describe(row, false))].slice(
    0,
    STORES_SHOWN,
  );
}
