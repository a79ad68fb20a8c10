import { said } from '@hinterland/answers/said';
import { fold } from '@hinterland/catalogue';
import { storesBySector } from '@hinterland/engine/market';
import type { Territory } from '@hinterland/territory';
import { ActionProblem } from '../action/action.ts';

/** Returns the rows of `brands` with a name: more than one if two companies share it. */
function brandRows({ players }: Territory, name: string): number[] {
  const { brands } = players!;
  const rows: number[] = [];
  for (let row = 0; row < brands.rows; row++) if (brands.name.at(row) === name) rows.push(row);
  return rows;
}

/** The same; throws the problem that names the place of an unknown name, and names like it. */
export function requireBrand(territory: Territory, name: string, pointer: string): number[] {
  const rows = brandRows(territory, name);
  if (rows.length > 0) return rows;
  const { brands } = territory.players!;
  const folded = fold(name);
  const near = Array.from({ length: brands.rows }, (_, row) => brands.name.at(row))
    .filter((known) => folded !== '' && (fold(known).includes(folded) || folded.includes(fold(known))))
    .slice(0, 3);
  const unknown = { territory: territory.manifest.name, name: JSON.stringify(name) };
  const detail =
    near.length === 0
      ? said('brand_unknown', unknown)
      : said('brand_unknown_near', { ...unknown, near: { any: near.map((known) => JSON.stringify(known)) } });
  throw new ActionProblem('validation_error', detail, { errors: [{ pointer, detail }] });
}

/** Rows of the open stores of brands. */
export function storesOfBrands(territory: Territory, rows: readonly number[]): Uint32Array {
  const { brand } = territory.players!.stores;
  const wanted = new Set(rows);
  const found = [...storesBySector(territory).values()].flatMap((stores) =>
    Array.from(stores).filter((store) => wanted.has(brand[store]!)),
  );
  return Uint32Array.from(found).sort();
}
