import { fold } from '@hinterland/catalogue';
import { FLOOR_AREA_SOURCES, STORE_SOURCES, STORE_STATES } from '../format/tables.ts';
import { findRows, rowsOf } from './correctedRows.ts';
import type { CorrectionEffect, Corrections, CorrectionsTold, StoreCorrection } from './corrections.ts';
import { patchedNumbers, patchedTexts } from './patchedColumns.ts';
import type { Players, Territory } from './territory.ts';

const bases = new WeakMap<Territory, { readonly base: Territory; readonly told: CorrectionsTold }>();

/** The territory that a corrected one is made of; any other is its own. */
export const baseOf = (territory: Territory): Territory => bases.get(territory)?.base ?? territory;

/** What became of the corrections of a territory; null where it has none. */
export const correctionsIn = (territory: Territory): CorrectionsTold | null => bases.get(territory)?.told ?? null;

/**
 * The same territory with the stores as they are said to be. Corrected stores keep their rows, those that no list has come behind
 * them. Everything but the columns of stores that differ is shared with the base. Later entries of a store win.
 */
export function correctedTerritory(base: Territory, corrections: Corrections): Territory {
  const { players } = base;
  if (players === null) return base;
  const effects: Partial<Record<CorrectionEffect, number>> = {};
  const count = (effect: CorrectionEffect) => {
    effects[effect] = (effects[effect] ?? 0) + 1;
  };
  const found = findRows(players, corrections.stores);
  const patch = new Patch(players);
  let notFound = 0;
  corrections.stores.forEach((correction, i) => {
    const row = correction.listed === null ? patch.add(correction.id) : found[i]!;
    if (row < 0) notFound++;
    else patch.apply(row, correction, correction.listed === null ? () => {} : count);
    if (correction.listed === null) count('added');
  });
  const territory: Territory = { ...base, players: patch.players() };
  const told = { revision: corrections.revision, of: corrections.of, stores: effects, notFound };
  bases.set(territory, { base, told });
  return territory;
}

const [OPEN, CLOSED] = [STORE_STATES.indexOf('open'), STORE_STATES.indexOf('closed')];
const KNOWN_AREA = FLOOR_AREA_SOURCES.indexOf('known');
const MEDIAN_AREA = FLOOR_AREA_SOURCES.indexOf('sector_median');
const FROM_FILE = STORE_SOURCES.indexOf('file');

const NUMBERS = [
  'brand',
  'sector',
  'lngMicrodegrees',
  'latMicrodegrees',
  'floorAreaSquareMeters',
  'floorAreaSource',
  'source',
  'state',
] as const;
const TEXTS = ['id', 'name', 'address'] as const;

/** Changes to tables of stores, collected and then made at once. */
class Patch {
  readonly #of: Players;
  readonly #numbers = new Map<(typeof NUMBERS)[number], Map<number, number>>(NUMBERS.map((name) => [name, new Map()]));
  readonly #texts = new Map<(typeof TEXTS)[number], Map<number, string>>(TEXTS.map((name) => [name, new Map()]));
  readonly #sectors: string[] = [];
  readonly #brands: { readonly name: string; readonly sector: number }[] = [];
  readonly #sectorRows: Map<string, number>;
  readonly #brandRows: ReadonlyMap<string, number>;
  readonly #addedBrands = new Map<string, number>();
  readonly #openBefore = new Map<number, number>();
  #added = 0;

  constructor(players: Players) {
    this.#of = players;
    this.#sectorRows = new Map(rowsOf(players.sectors.code, players.sectors.rows));
    this.#brandRows = brandRowsOf(players);
  }

  /** A new row, closed until it is said to be open, so that nothing half said counts. */
  add(id: string): number {
    const row = this.#of.stores.rows + this.#added++;
    this.#text('id', row, id);
    for (const name of ['name', 'address'] as const) this.#text(name, row, '');
    this.#number('brand', row, -1);
    this.#number('source', row, FROM_FILE);
    this.#number('floorAreaSquareMeters', row, Number.NaN);
    this.#number('floorAreaSource', row, MEDIAN_AREA);
    this.#number('state', row, CLOSED);
    return row;
  }

  apply(row: number, correction: StoreCorrection, count: (effect: CorrectionEffect) => void): void {
    const { state, name, brand, sector, squareMeters, place, address } = correction;
    if (state !== undefined) {
      if (!this.#openBefore.has(row)) this.#openBefore.set(row, this.#stateOf(row));
      this.#number('state', row, state === 'open' ? OPEN : CLOSED);
      count(state === 'open' ? 'opened' : state === 'closed' ? 'closed' : 'not_competitor');
    }
    if (sector !== undefined) {
      this.#number('sector', row, this.#sectorRow(sector));
      count('sector');
    }
    if (brand !== undefined) {
      this.#number('brand', row, brand === null ? -1 : this.#brandRow(brand, this.#sectorOf(row)));
      count('brand');
    }
    if (squareMeters !== undefined) {
      this.#number('floorAreaSquareMeters', row, squareMeters);
      this.#number('floorAreaSource', row, KNOWN_AREA);
      count('floor_area');
    }
    if (place !== undefined) {
      this.#number('lngMicrodegrees', row, Math.round(place.lng * 1e6));
      this.#number('latMicrodegrees', row, Math.round(place.lat * 1e6));
      count('moved');
    }
    if (name !== undefined) this.#text('name', row, name);
    if (address !== undefined) this.#text('address', row, address);
  }

  players(): Players {
    const { stores, sectors, brands } = this.#of;
    const rows = stores.rows + this.#added;
    const numbers = NUMBERS.map((name) => [name, patchedNumbers(stores[name], rows, this.#numbers.get(name)!)]);
    const texts = TEXTS.map((name) => [name, patchedTexts(stores[name], rows, this.#texts.get(name)!)]);
    const more = this.#brands;
    const brandRows = brands.rows + more.length;
    const sectorRows = sectors.rows + this.#sectors.length;
    const behind = <T>(first: number, values: readonly T[]) => new Map(values.map((value, i) => [first + i, value]));
    return {
      ...this.#of,
      stores: { rows, ...Object.fromEntries([...numbers, ...texts]) } as Players['stores'],
      sectors: { rows: sectorRows, code: patchedTexts(sectors.code, sectorRows, behind(sectors.rows, this.#sectors)) },
      brands: {
        rows: brandRows,
        name: patchedTexts(
          brands.name,
          brandRows,
          behind(
            brands.rows,
            more.map(({ name }) => name),
          ),
        ),
        wikidata: patchedTexts(
          brands.wikidata,
          brandRows,
          behind(
            brands.rows,
            more.map(() => ''),
          ),
        ),
        sector: patchedNumbers(
          brands.sector,
          brandRows,
          new Map([
            ...behind(
              brands.rows,
              more.map(({ sector }) => sector),
            ),
            ...this.#sectorsOfBrands(rows),
          ]),
        ),
      },
      supply: this.#supply(),
    };
  }

  /** Sectors of brands whose stores changed brand or sector: that of most of their stores, of as many that of the lists. */
  #sectorsOfBrands(rows: number): Map<number, number> {
    const { stores, brands } = this.#of;
    const touched = [...this.#numbers.get('sector')!.keys(), ...this.#numbers.get('brand')!.keys()];
    const listed = touched.filter((row) => row < stores.rows).map((row) => stores.brand[row]!);
    const counts = new Map(
      [...touched.map((row) => this.#get('brand', row)), ...listed].map((brand) => [brand, new Map()]),
    );
    counts.delete(-1);
    if (counts.size === 0) return new Map();
    for (let row = 0; row < rows; row++) {
      const sectors: Map<number, number> | undefined = counts.get(this.#get('brand', row));
      if (sectors !== undefined) sectors.set(this.#sectorOf(row), (sectors.get(this.#sectorOf(row)) ?? 0) + 1);
    }
    const found = new Map<number, number>();
    for (const [brand, sectors] of counts) {
      let [best, most] =
        brand < brands.rows ? [brands.sector[brand]!, sectors.get(brands.sector[brand]!) ?? 0] : [-1, 0];
      for (const [sector, count] of sectors) if (count > most) [best, most] = [sector, count];
      if (best >= 0) found.set(brand, best);
    }
    return found;
  }

  /** Counts of open stores by their origin, as they are now. */
  #supply(): Players['supply'] {
    const { supply } = this.#of;
    const stores = { ...supply.stores };
    const floorAreas = { ...supply.floorAreas };
    const isNew = (row: number) => row >= this.#of.stores.rows;
    const touched = new Set([...this.#openBefore.keys(), ...this.#numbers.get('floorAreaSource')!.keys()]);
    for (const row of touched) {
      const was = isNew(row) || this.#stateBefore(row) === CLOSED ? 0 : 1;
      const is = this.#stateOf(row) === CLOSED ? 0 : 1;
      const source = STORE_SOURCES[this.#get('source', row)]!;
      if (is !== was) stores[source] = (stores[source] ?? 0) + is - was;
      const before = isNew(row) ? MEDIAN_AREA : this.#of.stores.floorAreaSource[row]!;
      const [from, to] = [FLOOR_AREA_SOURCES[before]!, FLOOR_AREA_SOURCES[this.#get('floorAreaSource', row)]!];
      floorAreas[from] = (floorAreas[from] ?? 0) - was;
      floorAreas[to] = (floorAreas[to] ?? 0) + is;
    }
    return { ...supply, stores, floorAreas };
  }

  #number(column: (typeof NUMBERS)[number], row: number, value: number): void {
    this.#numbers.get(column)!.set(row, value);
  }

  #text(column: (typeof TEXTS)[number], row: number, value: string): void {
    this.#texts.get(column)!.set(row, value);
  }

  #get(column: (typeof NUMBERS)[number], row: number): number {
    return this.#numbers.get(column)!.get(row) ?? this.#of.stores[column][row]!;
  }

  #stateOf = (row: number) => this.#get('state', row);
  #stateBefore = (row: number) => this.#of.stores.state[row]!;
  #sectorOf = (row: number) => this.#get('sector', row);

  #sectorRow(code: string): number {
    const known = this.#sectorRows.get(code);
    if (known !== undefined) return known;
    const row = this.#of.sectors.rows + this.#sectors.push(code) - 1;
    this.#sectorRows.set(code, row);
    return row;
  }

  /** A name is that of a brand of the territory as it is written there. */
  #brandRow(name: string, sector: number): number {
    const key = fold(name);
    const known = this.#brandRows.get(key) ?? this.#addedBrands.get(key);
    if (known !== undefined) return known;
    const row = this.#of.brands.rows + this.#brands.push({ name, sector }) - 1;
    this.#addedBrands.set(key, row);
    return row;
  }
}

const keptBrandRows = new WeakMap<Players, ReadonlyMap<string, number>>();

function brandRowsOf(players: Players): ReadonlyMap<string, number> {
  let rows = keptBrandRows.get(players);
  if (rows === undefined) {
    // Of two companies of one name the first is meant.
    const names = rowsOf(players.brands.name, players.brands.rows).map(([name, row]) => [fold(name), row] as const);
    rows = new Map(names.reverse());
    keptBrandRows.set(players, rows);
  }
  return rows;
}
