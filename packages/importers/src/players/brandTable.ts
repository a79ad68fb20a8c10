import type { SectorCode } from '@hinterland/catalogue';
import type { KnownBrand, StorePoint } from '../inputs/stores.ts';
import { brandKey, nameKey } from './brandNames.ts';

/** A brand of the territory: one spelling for all its stores. */
export interface Brand {
  readonly name: string;
  /** "" where unknown. */
  readonly wikidata: string;
}

/**
 * Finds the brand of stores. In order: the Wikidata id; the spelled brand, or the name where a source gives no brand,
 * among the known brands of the store's sector; the spelled brand of any sector where only one brand has that spelling;
 * the spelled brand without generic words ("Banco Santander") within the sector. A brand that is not known is kept as
 * its stores spell it.
 */
export class BrandFinder {
  readonly #byWikidata = new Map<string, KnownBrand>();
  readonly #bySpelling = new Map<string, KnownBrand[]>();
  readonly #byKey = new Map<string, KnownBrand[]>();

  constructor(known: readonly KnownBrand[]) {
    for (const brand of known) {
      if (brand.wikidata !== '' && !this.#byWikidata.has(brand.wikidata)) this.#byWikidata.set(brand.wikidata, brand);
      for (const spelling of new Set([brand.name, ...brand.spellings].map(nameKey)))
        add(this.#bySpelling, spelling, brand);
      for (const key of new Set([brand.name, ...brand.spellings].map(brandKey))) add(this.#byKey, key, brand);
    }
  }

  /** The known brand of a store, or null. */
  find({ brand, name, wikidata, sector }: Pick<StorePoint, 'brand' | 'name' | 'wikidata' | 'sector'>): Brand | null {
    const byId = wikidata === '' ? undefined : this.#byWikidata.get(wikidata);
    if (byId !== undefined) return byId;
    const known = brand === '' ? this.#inSector(this.#bySpelling, nameKey(name), sector) : this.#spelled(brand, sector);
    if (known === null) return null;
    // Another Wikidata id under the same name is another brand.
    if (wikidata !== '' && known.wikidata !== '' && known.wikidata !== wikidata) return null;
    return this.#byWikidata.get(known.wikidata) ?? known;
  }

  #spelled(brand: string, sector: SectorCode): KnownBrand | null {
    const inSector = this.#inSector(this.#bySpelling, nameKey(brand), sector);
    if (inSector !== null) return inSector;
    const anywhere = this.#bySpelling.get(nameKey(brand)) ?? [];
    const [only] = anywhere;
    if (only !== undefined && anywhere.every(({ wikidata }) => wikidata !== '' && wikidata === only.wikidata))
      return only;
    return this.#inSector(this.#byKey, brandKey(brand), sector);
  }

  /** The brand of the sector where there is exactly one of this text. */
  #inSector(index: ReadonlyMap<string, KnownBrand[]>, text: string, sector: SectorCode): KnownBrand | null {
    if (text === '') return null;
    const found = (index.get(text) ?? []).filter((brand) => brand.sector === sector);
    const [first] = found;
    return first !== undefined && found.every((brand) => identityOf(brand) === identityOf(first)) ? first : null;
  }
}

function add(index: Map<string, KnownBrand[]>, key: string, brand: KnownBrand): void {
  if (key === '') return;
  const list = index.get(key);
  if (list === undefined) index.set(key, [brand]);
  else list.push(brand);
}

/** Returns a text that is equal for spellings of one brand. */
function identityOf({ name, wikidata }: Brand): string {
  return wikidata === '' ? `name ${brandKey(name)}` : wikidata;
}

interface BrandedStores {
  /** Ordered by name, then wikidata. */
  readonly brands: readonly Brand[];
  /** Row of `brands` per store, -1 for none. */
  readonly brandOf: readonly number[];
  /** Stores whose brand is in the list of known ones. */
  readonly knownCount: number;
  /** Positions of stores whose brand was spelled otherwise than the table has it. */
  readonly respelled: readonly number[];
}

/** The brands of all stores, each with one spelling: the known one, else the commonest among its stores. */
export function brandsOf(stores: readonly StorePoint[], finder: BrandFinder): BrandedStores {
  const known = stores.map((store) => finder.find(store));
  const wikidataByKey = new Map<string, string>();
  stores.forEach((store, i) => {
    const wikidata = known[i]?.wikidata || store.wikidata;
    if (store.brand !== '' && wikidata !== '') wikidataByKey.set(`${store.sector} ${brandKey(store.brand)}`, wikidata);
  });
  const identities = stores.map((store, i) => {
    const brand = known[i];
    if (brand !== null && brand !== undefined) return identityOf(brand);
    if (store.wikidata !== '') return store.wikidata;
    if (store.brand === '') return null;
    const wikidata = wikidataByKey.get(`${store.sector} ${brandKey(store.brand)}`) ?? '';
    return identityOf({ name: store.brand, wikidata });
  });
  const spellings = new Map<string, Map<string, number>>();
  identities.forEach((identity, i) => {
    if (identity === null) return;
    const spelling = known[i]?.name ?? (stores[i]!.brand || stores[i]!.name);
    const counts = spellings.get(identity) ?? new Map<string, number>();
    // A known spelling outweighs any number of others.
    counts.set(spelling, (counts.get(spelling) ?? 0) + (known[i] === null ? 1 : stores.length));
    spellings.set(identity, counts);
  });
  const named = [...spellings].flatMap(([identity, counts]) => {
    const [name] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]!;
    const wikidata = /^Q\d+$/.test(identity) ? identity : '';
    return name.trim() === '' ? [] : [{ identity, name: name.trim(), wikidata }];
  });
  named.sort((a, b) => compare(a.name, b.name) || compare(a.wikidata, b.wikidata));
  const rowOf = new Map(named.map(({ identity }, row) => [identity, row]));
  const brandOf = identities.map((identity) => (identity === null ? -1 : (rowOf.get(identity) ?? -1)));
  return {
    brands: named.map(({ name, wikidata }) => ({ name, wikidata })),
    brandOf,
    knownCount: known.filter((brand) => brand !== null).length,
    respelled: [...stores.keys()].filter((i) => {
      const row = brandOf[i]!;
      return row >= 0 && stores[i]!.brand !== '' && named[row]!.name !== stores[i]!.brand;
    }),
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
