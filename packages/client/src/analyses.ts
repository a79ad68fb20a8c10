import type { Analysis, Schemas } from './interface.ts';
import type { Transport } from './transport.ts';

const PATH = '/api/v1/analyses';
const of = (code: string): string => `${PATH}/${encodeURIComponent(code)}`;

/** How a report is written. A type: an interface is none of the parameters of a call. */
export type ReportQuery = {
  readonly format?: 'html' | 'pdf';
  readonly paper?: 'a4' | 'letter';
  readonly version?: number;
  readonly language?: 'en' | 'it' | 'de' | 'fr' | 'es';
};

/** Documents that charged runs are stored in as versions. */
export class Analyses {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Yours and those shared with you, the 100 most recently updated. */
  async list(): Promise<Schemas['AnalysisList']['data']> {
    return (await this.#get<Schemas['AnalysisList']>(PATH)).data;
  }

  get(code: string): Promise<Analysis> {
    return this.#get(of(code));
  }

  async create(name: string, state: Record<string, unknown> = {}): Promise<Analysis> {
    const sent = { method: 'POST', path: PATH, body: { name, state }, repeatable: false } as const;
    return (await this.#transport.call<Analysis>(sent)).body;
  }

  async rename(code: string, name: string): Promise<Analysis> {
    return (await this.#transport.call<Analysis>({ method: 'PUT', path: `${of(code)}/name`, body: { name } })).body;
  }

  /** A copy of an analysis that you can read, as one of your own; with the latest results where asked for. */
  async duplicate(code: string, { withResults = false } = {}): Promise<Analysis> {
    const path = `${of(code)}/duplicate`;
    const sent = { method: 'POST', path, query: { withResults }, repeatable: false } as const;
    return (await this.#transport.call<Analysis>(sent)).body;
  }

  async delete(code: string): Promise<void> {
    await this.#transport.call({ method: 'DELETE', path: of(code), repeatable: false });
  }

  /** All versions, newest first. */
  async versions(code: string): Promise<Schemas['VersionList']['data']> {
    return (await this.#get<Schemas['VersionList']>(`${of(code)}/versions`)).data;
  }

  version(code: string, versionNo: number): Promise<Schemas['Version']> {
    return this.#get(`${of(code)}/versions/${versionNo}`);
  }

  /** How many stores opened, closed, moved and were renamed since a version counted them, where it did. Without charge. */
  storeChanges(code: string, versionNo: number): Promise<Schemas['VersionStoreChanges']> {
    return this.#get(`${of(code)}/versions/${versionNo}/store-changes`);
  }

  /** What a version forecasts, beside the sales that came. */
  sales(code: string, versionNo: number): Promise<Schemas['SalesOfVersion']> {
    return this.#get(`${of(code)}/versions/${versionNo}/sales`);
  }

  /** Says which sales came at places that a version forecasts; places that are left out stay as they are. */
  async saveSales(code: string, versionNo: number, sales: Schemas['NewSales']): Promise<Schemas['SalesOfVersion']> {
    const sent = { method: 'PUT', path: `${of(code)}/versions/${versionNo}/sales`, body: sales } as const;
    return (await this.#transport.call<Schemas['SalesOfVersion']>(sent)).body;
  }

  /** A stored run as a report to print, the latest one where no version is named: an HTML document or a PDF. */
  async report(code: string, query: ReportQuery = {}): Promise<Uint8Array> {
    const sent = { method: 'GET', path: `${of(code)}/report`, query, isFile: true } as const;
    return (await this.#transport.call<Uint8Array>(sent)).body;
  }

  shares(code: string): Promise<Schemas['Shares']> {
    return this.#get(`${of(code)}/shares`);
  }

  /** Replaces all permissions; what is left out is taken back. */
  async share(code: string, shares: Schemas['NewShares']): Promise<Schemas['Shares']> {
    const sent = { method: 'PUT', path: `${of(code)}/shares`, body: shares } as const;
    return (await this.#transport.call<Schemas['Shares']>(sent)).body;
  }

  async #get<T>(path: string): Promise<T> {
    return (await this.#transport.call<T>({ method: 'GET', path })).body;
  }
}
