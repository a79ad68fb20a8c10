import { plainName } from './sales.ts';

const TOTAL =
  /^(grand|sub|sous|sotto)?(total|totals|totale|totali|totaux|totales|sum|sums|summe|summen|gesamt|gesamtsumme|endsumme|zwischensumme|insgesamt|somme|suma|somma)(general|generale|total|totale|parcial|parziale)?$/;

/** Whether a row is a sum of others, by its name or id, in five languages. */
export const isTotal = (...names: readonly string[]): boolean => names.some((name) => TOTAL.test(plainName(name)));

/** Meters within which two places of one name may be one. */
export const TWIN_METERS = 50;
const METERS_PER_DEGREE = 111_195;

interface Named {
  /** Empty where the row has none of its own. */
  readonly id: string;
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

/** A row that repeats an earlier one. */
interface Twin<T> {
  readonly row: T;
  readonly like: T;
  /** `twice`: both have one id; `alike`: both have one name and lie within `TWIN_METERS`. */
  readonly kind: 'twice' | 'alike';
}

/** Returns the rows that repeat an earlier one, in their order. */
export function twinsAmong<T extends Named>(rows: readonly T[]): Twin<T>[] {
  const byId = new Map<string, T>();
  const byName = new Map<string, T[]>();
  return rows.flatMap((row): Twin<T>[] => {
    const same = row.id === '' ? undefined : byId.get(row.id);
    if (same !== undefined) return [{ row, like: same, kind: 'twice' }];
    if (row.id !== '') byId.set(row.id, row);
    const plain = plainName(row.name);
    if (plain === '') return [];
    const named = byName.get(plain) ?? [];
    byName.set(plain, [...named, row]);
    const like = named.find((other) => metersApart(other, row) <= TWIN_METERS);
    return like === undefined ? [] : [{ row, like, kind: 'alike' }];
  });
}

function metersApart(a: Named, b: Named): number {
  const wide = (a.lng - b.lng) * Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot(a.lat - b.lat, wide) * METERS_PER_DEGREE;
}
