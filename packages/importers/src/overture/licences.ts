import type { ParquetRow } from '../tables/parquet.ts';

/** Licenses of rows and the data sets that they come from, as the rows themselves say. */
export class Licences {
  readonly #usual: string;
  readonly #licences = new Set<string>();
  readonly #datasets = new Set<string>();

  /** `usual` is that of a row that does not name its own. */
  constructor(usual: string) {
    this.#usual = usual;
  }

  add({ sources }: ParquetRow): void {
    const list = Array.isArray(sources) ? (sources as { dataset?: unknown; license?: unknown }[]) : [];
    if (list.length === 0) this.#licences.add(this.#usual);
    for (const { dataset, license } of list) {
      this.#licences.add(typeof license === 'string' && license !== '' ? license : this.#usual);
      if (typeof dataset === 'string' && dataset !== '') this.#datasets.add(dataset);
    }
  }

  get licence(): string {
    return this.#licences.size === 0 ? this.#usual : [...this.#licences].sort().join(' AND ');
  }

  /** The publisher's line and, as its terms ask, the data sets behind it. */
  attribution(publisher: string): string {
    const osm = this.#datasets.has('OpenStreetMap') ? ', © OpenStreetMap contributors' : '';
    const others = [...this.#datasets].filter((name) => name !== 'OpenStreetMap').sort();
    return `${publisher}${osm}${others.length === 0 ? '' : `, with ${others.join(', ')}`}`;
  }
}
