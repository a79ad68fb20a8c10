import { growingFloat64, growingInt32, growingUint32, toMicrodegrees } from '@hinterland/geo';
import type { AddressPoint } from '../inputs/poles.ts';
import { References } from './references.ts';
import { Texts } from './texts.ts';
import { UsualColumn } from './usualColumn.ts';

/** Columns of an address that are texts. */
const ADDRESS_TEXTS = ['number', 'numberLast', 'unit', 'street', 'locality', 'region', 'postcode'] as const;
export type AddressText = (typeof ADDRESS_TEXTS)[number];

/** Numbers of texts. Neighbors often have the same one, such as their town. */
class TextColumn extends UsualColumn {
  #lastText = '';
  #lastNumber = 0;

  constructor() {
    super(0, growingUint32);
  }

  add(text: string, texts: Texts): void {
    if (text !== this.#lastText) {
      this.#lastText = text;
      this.#lastNumber = texts.add(text.trim());
    }
    this.push(this.#lastNumber);
  }
}

/** Addresses of all sources as columns: 30 to 60 bytes each, and every text once. Row = order of arrival. */
export class AddressRows {
  readonly texts = new Texts();
  readonly #lng = growingInt32();
  readonly #lat = growingInt32();
  readonly #dwellings = new UsualColumn(1, growingFloat64);
  readonly #columns = Object.fromEntries(ADDRESS_TEXTS.map((name) => [name, new TextColumn()])) as Record<
    AddressText,
    TextColumn
  >;
  readonly #references = new References();
  /** First row of each run of rows from one source. */
  readonly #runs: { readonly first: number; readonly source: number }[] = [];

  get count(): number {
    return this.#lng.length;
  }

  add(address: AddressPoint, source: number): void {
    if (this.#runs.at(-1)?.source !== source) this.#runs.push({ first: this.count, source });
    this.#lng.push(toMicrodegrees(address.lng));
    this.#lat.push(toMicrodegrees(address.lat));
    this.#dwellings.push(address.dwellings);
    for (const name of ADDRESS_TEXTS) this.#columns[name].add(address[name], this.texts);
    this.#references.add(address.ref);
  }

  lngMicrodegrees(row: number): number {
    return this.#lng.get(row);
  }

  latMicrodegrees(row: number): number {
    return this.#lat.get(row);
  }

  dwellings(row: number): number {
    return this.#dwellings.get(row);
  }

  /** Number of a text; `text` gives the text itself. */
  textNumber(row: number, name: AddressText): number {
    return this.#columns[name].get(row);
  }

  /** The numbers of a column of texts, row by row. */
  textNumbers(name: AddressText): { get(row: number): number } {
    return this.#columns[name];
  }

  text(row: number, name: AddressText): string {
    return this.texts.at(this.textNumber(row, name));
  }

  /** How reports name the row, with its source. */
  reference(row: number): string {
    return this.#references.at(row);
  }

  source(row: number): number {
    let run = this.#runs.length - 1;
    while (this.#runs[run]!.first > row) run--;
    return this.#runs[run]!.source;
  }

  /** Fills a text that a row lacks, from another row of the same address. */
  fill(row: number, name: AddressText, text: number): void {
    if (this.#columns[name].get(row) === 0) this.#columns[name].set(row, text);
  }
}
