import { nameKey } from '@hinterland/catalogue';
import { filled } from '@hinterland/geo';

/** Tables of a bundle in which names are rows of `texts`. */
export interface NamedTables {
  readonly texts: { readonly rows: number; readonly text: { at(row: number): string } };
  readonly edges: { readonly street: Uint32Array };
  readonly addresses: { readonly rows: number; readonly pole: Uint32Array; readonly street: Uint32Array };
}

/**
 * The streets that the addresses of poles name, against the names of edges. Names are compared as address search compares
 * them, so "E 4th St" is "East Fourth Street".
 */
export class PoleStreets {
  /** Row = edge: number of its name, 0 for none. */
  readonly #ofEdge: Uint32Array;
  /** Streets of pole p are `#streets[i]` for i from `#first[p]` to `#first[p + 1]`. */
  readonly #first: Uint32Array;
  readonly #streets: Uint32Array;

  constructor({ texts, edges, addresses }: NamedTables, poles: number, countries: readonly string[]) {
    const numbers = new Map<string, number>([['', 0]]);
    const numberOfText = new Int32Array(texts.rows).fill(-1);
    const numberOf = (row: number): number => {
      if (numberOfText[row] === -1) {
        const key = nameKey(texts.text.at(row), countries);
        if (!numbers.has(key)) numbers.set(key, numbers.size);
        numberOfText[row] = numbers.get(key)!;
      }
      return numberOfText[row]!;
    };
    this.#ofEdge = filled(new Uint32Array(edges.street.length), (edge) => numberOf(edges.street[edge]!));
    this.#first = new Uint32Array(poles + 1);
    for (const pole of addresses.pole) this.#first[pole + 1]!++;
    for (let pole = 0; pole < poles; pole++) this.#first[pole + 1]! += this.#first[pole]!;
    const next = this.#first.slice(0, poles);
    this.#streets = new Uint32Array(addresses.rows);
    for (let row = 0; row < addresses.rows; row++) {
      this.#streets[next[addresses.pole[row]!]!++] = numberOf(addresses.street[row]!);
    }
  }

  /** Whether the edge bears the name of a street that an address of the pole names. */
  isOwn(pole: number, edge: number): boolean {
    const name = this.#ofEdge[edge]!;
    if (name === 0) return false;
    for (let i = this.#first[pole]!; i < this.#first[pole + 1]!; i++) if (this.#streets[i] === name) return true;
    return false;
  }

  /** Whether the edge bears a name, and the pole's addresses name streets of other names alone. */
  isOther(pole: number, edge: number): boolean {
    if (this.#ofEdge[edge] === 0 || this.isOwn(pole, edge)) return false;
    for (let i = this.#first[pole]!; i < this.#first[pole + 1]!; i++) if (this.#streets[i] !== 0) return true;
    return false;
  }
}
