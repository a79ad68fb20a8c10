import type { Schemas } from './interface.ts';
import type { Transport } from './transport.ts';

const PATH = '/api/v1/corrections';

/** What your organization says of stores in place of the lists: closed, elsewhere, of another brand, missing. */
export class Corrections {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Stores by id, by place (degrees, meters) or by text, as your organization sees them. */
  async stores(
    query: {
      readonly territory?: string;
      readonly id?: string;
      readonly lat?: number;
      readonly lng?: number;
      readonly meters?: number;
      readonly text?: string;
      readonly limit?: number;
    } = {},
  ): Promise<Schemas['StoreList']> {
    return (await this.#transport.call<Schemas['StoreList']>({ method: 'GET', path: '/api/v1/stores', query })).body;
  }

  /** The latest first; of an answer those with its `revision`. */
  async list(
    query: {
      readonly territory?: string;
      readonly all?: boolean;
      readonly revision?: string;
      readonly offset?: number;
      readonly limit?: number;
    } = {},
  ): Promise<Schemas['CorrectionList']> {
    return (await this.#transport.call<Schemas['CorrectionList']>({ method: 'GET', path: PATH, query })).body;
  }

  create(correction: Schemas['NewCorrection']): Promise<Schemas['Correction']> {
    return this.#post(PATH, correction);
  }

  /** What was said of the store before is in force again. */
  undo(id: number): Promise<Schemas['Correction']> {
    return this.#post(`${PATH}/${id}/undo`);
  }

  /** Those in force as a table, the bytes of a CSV file. */
  async csv(query: { readonly territory?: string } = {}): Promise<Uint8Array> {
    const sent = { method: 'GET', path: `${PATH}/csv`, query, isFile: true } as const;
    return (await this.#transport.call<Uint8Array>(sent)).body;
  }

  /** Stores every row of a table, or none. */
  importCsv(table: Schemas['CorrectionTable']): Promise<Schemas['CorrectionsStored']> {
    return this.#post(`${PATH}/csv`, table);
  }

  async #post<T>(path: string, body?: unknown): Promise<T> {
    return (await this.#transport.call<T>({ method: 'POST', path, body, repeatable: false })).body;
  }
}
